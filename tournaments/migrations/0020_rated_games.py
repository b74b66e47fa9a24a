"""What a game did to all at its table becomes one row, with where each of them stood before."""

from itertools import groupby

import django.db.models.deletion
import django.db.models.expressions
from django.db import migrations, models

from scoring.ratings.kept import pack
from scoring.ratings.replay import moment_of

A_BATCH = 5_000


def gather(apps, schema_editor):
    """Each game's changes as one row; the numbers are taken over as they are."""
    Change, RatedGame, Ladder = (
        apps.get_model("tournaments", name) for name in ("RatingChange", "RatedGame", "Ladder")
    )
    for ladder in Ladder.objects.all():
        newcomer = (ladder.settings.get("mu", 25.0), ladder.settings.get("sigma", 25.0 / 3.0), 0, 0, 0.0)
        standings = {}
        changes = Change.objects.filter(ladder=ladder).order_by("finished_at", "order", "side", "id")
        made = []
        for _order, rows in groupby(changes.iterator(), key=lambda row: row.order):
            sizes, numbers = [], []
            for _side, members in groupby(rows, key=lambda row: row.side):
                members = list(members)
                sizes.append(len(members))
                numbers += (members[0].place, members[0].chance)
                for row in members:
                    before = standings.get(row.player_id, newcomer)
                    numbers += (row.player_id, row.mu, row.sigma, *before)
                    standings[row.player_id] = (
                        row.mu, row.sigma, moment_of(row.finished_at), before[3] + 1, row.mu - before[0],
                    )  # fmt: skip
            made.append(
                RatedGame(
                    ladder=ladder, order=row.order, game_id=row.game_id, past_id=row.past_id,
                    finished_at=row.finished_at, kept=pack(tuple(sizes), numbers),
                )
            )  # fmt: skip
        RatedGame.objects.bulk_create(made, batch_size=A_BATCH)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_roles")]
    operations = [
        migrations.CreateModel(
            name="RatedGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("order", models.BigIntegerField(verbose_name="order")),
                ("finished_at", models.DateTimeField(verbose_name="finished")),
                ("kept", models.BinaryField(verbose_name="what it did")),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rated",
                        to="tournaments.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "ladder",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rated_games",
                        to="tournaments.ladder",
                        verbose_name="ladder",
                    ),
                ),
                (
                    "past",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rated",
                        to="tournaments.pastgame",
                        verbose_name="past game",
                    ),
                ),
            ],
            options={
                "verbose_name": "rated game",
                "verbose_name_plural": "rated games",
                "ordering": ["ladder", "finished_at", "order"],
                "indexes": [
                    models.Index(fields=["ladder", "finished_at", "order"], name="rated_by_time"),
                    models.Index(
                        condition=models.Q(("past__isnull", False)), fields=["past"], name="rated_by_past_game"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "ladder"), name="a_ladder_rates_a_game_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("game", models.F("order")), ("past__isnull", True)),
                            models.Q(
                                ("game__isnull", True),
                                (
                                    "past",
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("order"), "+", models.Value(2**40)
                                    ),
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="order_is_its_game",
                    ),
                ],
            },
        ),
        migrations.RunPython(gather, migrations.RunPython.noop),
        migrations.DeleteModel(name="RatingChange"),
    ]
