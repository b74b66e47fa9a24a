"""An index of players in order. A step of its own: PostgreSQL indexes no table with pending changes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_search_and_order")]

    operations = [
        migrations.AddIndex(model_name="player", index=models.Index(fields=["sort"], name="player_in_order")),
    ]
