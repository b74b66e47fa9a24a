"""The log becomes a chain of marks, and says from where; the entries that are there get theirs in their order."""

import django.utils.timezone
from django.db import migrations, models

from tournaments.models.audit import MARKED, mark_of


def chain_up(apps, schema_editor):
    entry_model, head_model = apps.get_model("tournaments", "AuditEntry"), apps.get_model("tournaments", "AuditHead")
    heads = {}
    batch = []
    for entry in entry_model.objects.order_by("id").iterator(chunk_size=1000):
        entry.chain = entry.tournament_id or 0
        head = heads.setdefault(entry.chain, head_model(chain=entry.chain, number=0, mark=""))
        entry.number = head.number + 1
        entry.mark = mark_of({name: getattr(entry, name) for name in MARKED}, head.mark)
        head.number, head.mark = entry.number, entry.mark
        batch.append(entry)
        if len(batch) == 1000:
            entry_model.objects.bulk_update(batch, ["chain", "number", "mark"])
            batch = []
    entry_model.objects.bulk_update(batch, ["chain", "number", "mark"])
    head_model.objects.bulk_create(heads.values())


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_summaries")]

    operations = [
        migrations.CreateModel(
            name="AuditHead",
            fields=[
                ("chain", models.PositiveBigIntegerField(primary_key=True, serialize=False, verbose_name="chain")),
                ("number", models.PositiveBigIntegerField(default=0, verbose_name="length of the log")),
                ("mark", models.CharField(blank=True, max_length=64, verbose_name="mark")),
            ],
            options={"verbose_name": "end of the log", "verbose_name_plural": "ends of the log"},
        ),
        migrations.AddField("auditentry", "chain", models.PositiveBigIntegerField(default=0, verbose_name="chain")),
        migrations.AddField(
            "auditentry",
            "number",
            models.PositiveBigIntegerField(default=0, verbose_name="number in the chain"),
            preserve_default=False,
        ),
        migrations.AddField(
            "auditentry",
            "mark",
            models.CharField(default="", max_length=64, verbose_name="mark"),
            preserve_default=False,
        ),
        migrations.AddField(
            "auditentry",
            "origin",
            models.CharField(blank=True, default="", max_length=80, verbose_name="from where"),
            preserve_default=False,
        ),
        migrations.AlterField(
            "auditentry",
            "at",
            models.DateTimeField(db_index=True, default=django.utils.timezone.now, verbose_name="when"),
        ),
        migrations.RunPython(chain_up, migrations.RunPython.noop),
    ]
