"""Names as keys: to be found by, and to stand in order."""

from django.db import migrations, models

from tournaments.naming import search_key, sort_key


def fill(apps, schema_editor):
    players, tournaments = (apps.get_model("tournaments", name) for name in ("Player", "Tournament"))
    rows = []
    for player in players.objects.only("name", "club").iterator():
        player.search = search_key(player.name, player.club)[:400]
        player.sort = sort_key(player.name)[:700]
        rows.append(player)
    players.objects.bulk_update(rows, ["search", "sort"], batch_size=500)
    rows = []
    for tournament in tournaments.objects.only("name", "club", "venue").iterator():
        tournament.search = search_key(tournament.name, tournament.club, tournament.venue)[:600]
        rows.append(tournament)
    tournaments.objects.bulk_update(rows, ["search"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_audit_chain_once")]

    operations = [
        migrations.AlterModelOptions(
            name="player",
            options={"ordering": ["sort", "id"], "verbose_name": "player", "verbose_name_plural": "players"},
        ),
        migrations.AddField(
            model_name="player",
            name="search",
            field=models.CharField(blank=True, default="", editable=False, max_length=400),
        ),
        migrations.AddField(
            model_name="player",
            name="sort",
            field=models.CharField(blank=True, default="", editable=False, max_length=700),
        ),
        migrations.AddField(
            model_name="tournament",
            name="search",
            field=models.CharField(blank=True, default="", editable=False, max_length=600),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
