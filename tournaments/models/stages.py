"""The stages of a tournament, who takes part in each, and what the organiser settles about its draws.

A tournament in rounds has one or more stages, played one after the other, each in one format. An entry takes part in
a stage through a `StageEntry`; the first stage takes everybody who enters, a later one those who qualified. Rounds
are numbered through the whole tournament.
"""

from decimal import Decimal

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Entry, Tournament

BYES = {"bye": _("bye"), "half": _("half-point bye"), "zero": _("zero-point bye"), "full": _("full-point bye")}
"""A round without a game: given by the draw, or asked for and what it brings."""
WAITS = "waits"
"""Beside a bye: still in, but without a game this round, in a queue or a bracket."""


class Stage(models.Model):
    """A part of a tournament in one format.

    `settings` are the format's own (`tournaments.formats`), `scheme` how points are given and `measures` the order of
    the standings, both blank for what is usual in the game. Of each of the `groups` the first `qualify` go on to the
    next stage, with their points where `carry` says so. A table plays `games_count` games, at most so many in a
    series, or one game of so many hands. `shown`: rounds laid out beforehand are seen by all while they are drafts.
    """

    class Games(models.TextChoices):
        ONE = "one", _("one game")
        FIXED = "fixed", _("a fixed number of games")
        BEST_OF = "best_of", _("a series, until one side has more than half")
        HANDS = "hands", _("one game of a fixed number of hands")

    class TimeRule(models.TextChoices):
        STOP = "stop", _("the game stops as it stands")
        HAND = "hand", _("the hand on the table is finished")
        ONE_MORE = "one_more", _("the hand on the table is finished, and one more is played")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages", verbose_name=_("tournament"))
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=60, blank=True)
    format = models.CharField(_("format"), max_length=20)
    rounds = models.PositiveSmallIntegerField(_("rounds"), null=True, blank=True)
    settings = models.JSONField(_("settings of the format"), default=dict, blank=True)
    groups = models.PositiveSmallIntegerField(_("groups"), default=1)
    games = models.CharField(_("games at a table"), max_length=8, choices=Games, default=Games.ONE)
    games_count = models.PositiveSmallIntegerField(_("how many"), default=1)
    scheme = models.JSONField(_("points"), default=dict, blank=True)
    measures = models.JSONField(_("order of the standings"), default=list, blank=True)
    lots_seed = models.BigIntegerField(_("seed of the lots"), null=True, blank=True, editable=False)
    qualify = models.PositiveSmallIntegerField(_("go on from each group"), null=True, blank=True)
    carry = models.BooleanField(_("points are carried on"), default=False)
    clock_minutes = models.PositiveSmallIntegerField(_("minutes a round"), null=True, blank=True)
    time_rule = models.CharField(_("when time is up"), max_length=8, choices=TimeRule, default=TimeRule.HAND)
    shown = models.BooleanField(_("the schedule is shown"), default=False)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1, groups__gte=1), name="stage_numbers_from_1"),
            models.CheckConstraint(condition=models.Q(games_count__gte=1), name="stage_of_at_least_one_game"),
            models.CheckConstraint(
                condition=models.Q(games__in=["one", "fixed", "best_of", "hands"]), name="stage_games_known"
            ),
            models.CheckConstraint(
                condition=models.Q(time_rule__in=["stop", "hand", "one_more"]), name="stage_time_rule_known"
            ),
            models.CheckConstraint(
                condition=models.Q(qualify__isnull=True) | models.Q(qualify__gte=1), name="stage_qualify_at_least_one"
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.tournament} · {self.number}"


class StageEntry(models.Model):
    """An entry in a stage: its group, its seed (1 the first of all), and the points it brings along."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="members", verbose_name=_("stage"))
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="stages", verbose_name=_("entry"))
    group = models.PositiveSmallIntegerField(_("group"), default=1)
    seed = models.PositiveIntegerField(_("seed"))
    carried = models.DecimalField(_("points carried"), max_digits=9, decimal_places=3, default=Decimal(0))

    class Meta:
        verbose_name = _("entry of a stage")
        verbose_name_plural = _("entries of stages")
        ordering = ["stage", "group", "seed", "entry"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="entry_once_a_stage"),
            models.CheckConstraint(condition=models.Q(group__gte=1, seed__gte=1), name="stage_entry_numbers_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.stage}"


class Absence(models.Model):
    """An entry is not there for one round, or has asked for a bye in it; `kind` says what it brings."""

    class Kind(models.TextChoices):
        HALF = "half", BYES["half"]
        ZERO = "zero", BYES["zero"]
        FULL = "full", BYES["full"]

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="absences", verbose_name=_("entry"))
    number = models.PositiveIntegerField(_("round"))
    kind = models.CharField(_("kind"), max_length=4, choices=Kind, default=Kind.ZERO)

    class Meta:
        verbose_name = _("absence")
        verbose_name_plural = _("absences")
        ordering = ["entry", "number"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "number"], name="one_absence_an_entry_in_a_round"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="absence_from_round_1"),
            models.CheckConstraint(condition=models.Q(kind__in=["half", "zero", "full"]), name="absence_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.number}"


class Ban(models.Model):
    """Two entries that are never drawn together; `one` is the lower of the two."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="bans", verbose_name=_("tournament"))
    one = models.ForeignKey(Entry, models.CASCADE, related_name="+", verbose_name=_("entry"))
    other = models.ForeignKey(Entry, models.CASCADE, related_name="+", verbose_name=_("entry"))

    class Meta:
        verbose_name = _("forbidden pair")
        verbose_name_plural = _("forbidden pairs")
        ordering = ["tournament", "one", "other"]
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="one_ban_a_pair"),
            models.CheckConstraint(condition=models.Q(one__lt=models.F("other")), name="ban_lower_first"),
        ]

    def __str__(self) -> str:
        return f"{self.one} × {self.other}"
