from django.db import migrations

from scoring import variants


def usual_format(variant, kind):
    """What was drawn before there were stages."""
    declared = variants.get(variant)
    if declared.colours:
        return "dutch"
    if kind == "pairs" or declared.seats[1] == 2:
        return "swiss"
    return "partners" if declared.pairs else "tables"


def forwards(apps, schema_editor):
    """Each tournament in rounds gets its first stage, with everybody in it; byes say that the draw gave them."""
    Tournament = apps.get_model("tournaments", "Tournament")
    Stage = apps.get_model("tournaments", "Stage")
    StageEntry = apps.get_model("tournaments", "StageEntry")
    for tournament in Tournament.objects.filter(format="rounds"):
        stage = Stage.objects.create(
            tournament=tournament, number=1, format=usual_format(tournament.variant, tournament.kind)
        )
        StageEntry.objects.bulk_create(
            StageEntry(stage=stage, entry=entry, seed=entry.number) for entry in tournament.entries.all()
        )
        tournament.rounds.filter(sitting=False).update(stage=stage)
    apps.get_model("tournaments", "Seat").objects.filter(table=None).update(bye="bye")


def backwards(apps, schema_editor):
    apps.get_model("tournaments", "Round").objects.update(stage=None)
    apps.get_model("tournaments", "Seat").objects.update(bye="")


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0008_stages"),
    ]

    operations = [migrations.RunPython(forwards, backwards)]
