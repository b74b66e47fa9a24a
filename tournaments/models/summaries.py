"""A finished game in figures, and the sums of a tournament's games, so that pages over many games read few rows.

Derived: the figures of a game from its hands (`scoring.summary`), the sums from the figures and results
(`queries.summing`).
"""

from typing import Any

import orjson
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Player
from tournaments.models.play import Game, Seat
from tournaments.models.tournament import Tournament

BESTS = ("written", "comeback", "burns", "outs", "heaviest")
"""The figures of seats of which a game keeps the largest."""


class GameSummary(models.Model):
    """What statistics count of one game. There is one exactly where a game is finished, not annulled nor forfeited.

    `seconds`: from the first hand written down to the end; none where that was not one evening's play. `best_…`: the
    largest of its seats, so that records are found without looking at every seat.
    """

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="summary", verbose_name=_("game"))
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+", verbose_name=_("tournament"))
    seconds = models.PositiveIntegerField(null=True)
    hands = models.PositiveIntegerField()
    fish = models.PositiveIntegerField()
    eggs = models.PositiveIntegerField()
    eggs_run = models.PositiveIntegerField()
    burns = models.PositiveIntegerField()
    early = models.CharField(max_length=12, blank=True)
    white = models.CharField(max_length=5, blank=True)
    told = models.PositiveIntegerField()
    tiles = models.JSONField()
    best_written = models.PositiveIntegerField()
    best_comeback = models.PositiveIntegerField()
    best_burns = models.PositiveIntegerField()
    best_outs = models.PositiveIntegerField()
    best_heaviest = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("figures of a game")
        verbose_name_plural = _("figures of games")


class SeatSummary(models.Model):
    """What statistics count of one seat in one game."""

    game = models.ForeignKey(GameSummary, models.CASCADE, related_name="seats", verbose_name=_("game"))
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="summaries", verbose_name=_("seat"))
    outs = models.PositiveIntegerField()
    double_outs = models.PositiveIntegerField()
    fish = models.PositiveIntegerField()
    empty_fish = models.PositiveIntegerField()
    opened = models.PositiveIntegerField()
    opened_outs = models.PositiveIntegerField()
    alone = models.PositiveIntegerField()
    heaviest = models.PositiveIntegerField()
    written = models.PositiveIntegerField()
    burns = models.PositiveIntegerField()
    comeback = models.PositiveIntegerField()
    brink = models.PositiveIntegerField()
    early = models.CharField(max_length=12, blank=True)
    tiles = models.JSONField()

    class Meta:
        verbose_name = _("figures of a seat")
        verbose_name_plural = _("figures of seats")
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="one_summary_a_seat_in_a_game")]


class ReadWholeField(models.TextField):
    """JSON that is only read and written whole: as text, which comes from the database five times as fast."""

    def from_db_value(self, value: str, *_: Any) -> Any:
        return orjson.loads(value)

    def get_prep_value(self, value: Any) -> str:
        return orjson.dumps(value).decode()


class TournamentSummary(models.Model):
    """The sums of a tournament's games. `sums`: see `queries.summing.Sums`. `version` rises whenever they change."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, primary_key=True, related_name="summary", verbose_name=_("tournament")
    )
    version = models.PositiveBigIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    sums = ReadWholeField(default=dict)

    class Meta:
        verbose_name = _("figures of a tournament")
        verbose_name_plural = _("figures of tournaments")


class PlayerSummary(models.Model):
    """What adds up over a player's games of one tournament, and how many he won in a row."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="+", verbose_name=_("tournament"), db_index=False
    )
    player = models.ForeignKey(Player, models.CASCADE, related_name="summaries", verbose_name=_("player"))
    games = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    in_a_row = models.PositiveIntegerField()
    early = models.PositiveIntegerField()
    burns = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("figures of a player")
        verbose_name_plural = _("figures of players")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="one_summary_a_player_in_a_tournament")
        ]
