from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_rules_revision"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="engine",
            field=models.CharField(blank=True, editable=False, max_length=20, verbose_name="engine of the draw"),
        ),
        migrations.AddField(
            model_name="round",
            name="engine_version",
            field=models.CharField(blank=True, editable=False, max_length=60, verbose_name="version of the engine"),
        ),
        migrations.AddField(
            model_name="round",
            name="reasons",
            field=models.JSONField(blank=True, default=dict, editable=False, verbose_name="reasons of the draw"),
        ),
    ]
