"""Some stretches keep where all stood before them; `migrate` makes them anew."""

from typing import Any

from django.db import migrations, models


def throw_away(apps: Any, _schema: Any) -> None:
    apps.get_model("tournaments", "LadderStretch").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0027_white")]

    operations = [
        migrations.RunPython(throw_away, migrations.RunPython.noop),
        migrations.AddField("ladderstretch", "standings", models.BinaryField(null=True)),
    ]
