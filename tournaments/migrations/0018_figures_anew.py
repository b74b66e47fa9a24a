"""The figures of games stand beside their tournament; `migrate` counts them anew."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_imports")]

    operations = [
        migrations.DeleteModel("SeatSummary"),
        migrations.DeleteModel("GameSummary"),
        migrations.CreateModel(
            name="GameSummary",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="summary",
                        serialize=False,
                        to="tournaments.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.tournament",
                        verbose_name="tournament",
                    ),
                ),
                ("seconds", models.PositiveIntegerField(null=True)),
                ("hands", models.PositiveIntegerField()),
                ("fish", models.PositiveIntegerField()),
                ("eggs", models.PositiveIntegerField()),
                ("eggs_run", models.PositiveIntegerField()),
                ("burns", models.PositiveIntegerField()),
                ("early", models.CharField(blank=True, max_length=12)),
                ("told", models.PositiveIntegerField()),
                ("tiles", models.JSONField()),
                ("best_written", models.PositiveIntegerField()),
                ("best_comeback", models.PositiveIntegerField()),
                ("best_burns", models.PositiveIntegerField()),
                ("best_outs", models.PositiveIntegerField()),
                ("best_heaviest", models.PositiveIntegerField()),
            ],
            options={
                "verbose_name": "figures of a game",
                "verbose_name_plural": "figures of games",
            },
        ),
        migrations.CreateModel(
            name="SeatSummary",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("outs", models.PositiveIntegerField()),
                ("double_outs", models.PositiveIntegerField()),
                ("fish", models.PositiveIntegerField()),
                ("empty_fish", models.PositiveIntegerField()),
                ("opened", models.PositiveIntegerField()),
                ("opened_outs", models.PositiveIntegerField()),
                ("alone", models.PositiveIntegerField()),
                ("heaviest", models.PositiveIntegerField()),
                ("written", models.PositiveIntegerField()),
                ("burns", models.PositiveIntegerField()),
                ("comeback", models.PositiveIntegerField()),
                ("brink", models.PositiveIntegerField()),
                ("early", models.CharField(blank=True, max_length=12)),
                ("tiles", models.JSONField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="tournaments.gamesummary",
                        verbose_name="game",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="summaries",
                        to="tournaments.seat",
                        verbose_name="seat",
                    ),
                ),
            ],
            options={
                "verbose_name": "figures of a seat",
                "verbose_name_plural": "figures of seats",
                "constraints": [models.UniqueConstraint(fields=("game", "seat"), name="one_summary_a_seat_in_a_game")],
            },
        ),
    ]
