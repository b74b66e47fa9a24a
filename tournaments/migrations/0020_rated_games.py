"""What a game did to all at its table becomes one row, with where each of them stood before; `migrate` replays it."""

import django.db.models.deletion
import django.db.models.expressions
from django.db import migrations, models


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
        migrations.DeleteModel(name="RatingChange"),
    ]
