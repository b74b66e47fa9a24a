"""What white came to, among the figures of a game and the sums of a tournament, from the results that are there."""

from collections import Counter

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

COLOURED = ["draughts"]


def count_white(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    game_summary = apps.get_model("tournaments", "GameSummary")
    result = apps.get_model("tournaments", "Result")
    white = result.objects.filter(side=0, game__table__round__tournament__variant__in=COLOURED)
    for came_to, of in (("won", {"won": True}), ("lost", {"lost": True}), ("drawn", {"won": False, "lost": False})):
        game_summary.objects.filter(game__in=white.filter(**of).values("game")).update(white=came_to)
    counts: dict[int, Counter[str]] = {}
    figures = game_summary.objects.exclude(white="").values_list("tournament", "white")
    for tournament, came_to in figures.iterator():
        counts.setdefault(tournament, Counter())[came_to] += 1
    for summary in apps.get_model("tournaments", "TournamentSummary").objects.filter(version__gt=0):
        summary.sums["white"] = [list(row) for row in sorted(counts.get(summary.pk, {}).items())]
        summary.save(update_fields=["sums"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0026_entry_category")]

    operations = [
        migrations.AddField(
            model_name="gamesummary",
            name="white",
            field=models.CharField(blank=True, default="", max_length=5),
            preserve_default=False,
        ),
        migrations.RunPython(count_white, migrations.RunPython.noop),
    ]
