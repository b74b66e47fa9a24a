"""Rounds, tables, seats, games, hands, and the results that follow from them."""

import uuid

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Player
from tournaments.models.stages import BYES, WAITS, Stage
from tournaments.models.tournament import Entry, Tournament


class Round(models.Model):
    """A round: drawn as a draft that the organiser alone sees, published to all, closed when its games are done.

    Rounds laid out beforehand are drafts side by side; one at a time is published. `number` counts through all stages.
    In a season each game is a round of its own, a *sitting*: published from the first, and many are open at once.

    The clock, where there is one: it runs from `clock_started_at` with `clock_left` seconds; stopped, `clock_left` is
    what is left, and the start is blank.

    `seed`, `engine` and `engine_version` made the draw and make it again from the same state. `reasons` are notes of
    pairing as JSON: of the `whole`, of the `tables` by number, of the `byes` by entry.

    `drawn_at`: when it was last drawn. `version` rises with every change of a draft by hand; `earlier` is what stood
    there before each of them, the last one last, until the round is published (`tournaments.services.mending`).
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds", verbose_name=_("tournament"))
    stage = models.ForeignKey(
        Stage, models.RESTRICT, related_name="played", null=True, blank=True, verbose_name=_("stage")
    )
    number = models.PositiveIntegerField(_("number"))
    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.DRAFT)
    seed = models.BigIntegerField(_("seed of the draw"), default=0)
    sitting = models.BooleanField(_("a sitting of a season"), default=False)
    engine = models.CharField(_("engine of the draw"), max_length=20, blank=True, editable=False)
    engine_version = models.CharField(_("version of the engine"), max_length=60, blank=True, editable=False)
    reasons = models.JSONField(_("reasons of the draw"), default=dict, blank=True, editable=False)
    drawn_at = models.DateTimeField(_("drawn"), null=True, blank=True, editable=False)
    version = models.PositiveIntegerField(_("version"), default=0, editable=False)
    earlier = models.JSONField(_("before each change"), default=list, blank=True, editable=False)
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    clock_started_at = models.DateTimeField(_("clock started"), null=True, blank=True, editable=False)
    clock_left = models.PositiveIntegerField(_("seconds left"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="round_number_from_1"),
            models.CheckConstraint(
                condition=models.Q(status__in=["draft", "published", "closed"]), name="round_status_known"
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(sitting=False, status="published"),
                name="one_published_round_a_tournament",
            ),
            models.CheckConstraint(
                condition=models.Q(sitting=True, stage__isnull=True) | models.Q(sitting=False, stage__isnull=False),
                name="round_of_a_stage_or_sitting",
            ),
            models.CheckConstraint(
                condition=models.Q(clock_started_at__isnull=True) | models.Q(clock_left__isnull=False),
                name="running_clock_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.number}"

    def get_absolute_url(self) -> str:
        return reverse("public:round", args=[self.tournament.slug, self.number])


class Table(models.Model):
    """A table of a round. `group` is the stage's; a `locked` table stays when the round is drawn anew."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables", verbose_name=_("round"))
    number = models.PositiveIntegerField(_("number"))
    group = models.PositiveSmallIntegerField(_("group"), default=1)
    locked = models.BooleanField(_("locked"), default=False)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="table_number_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.number}"


class Seat(models.Model):
    """Where a player sits in a round. A player has one seat a round.

    Without a table, `bye` says why: one of `BYES`, or the entry waits for its turn.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="seats", verbose_name=_("round"))
    table = models.ForeignKey(
        Table, models.CASCADE, related_name="seats", null=True, blank=True, verbose_name=_("table")
    )
    number = models.PositiveSmallIntegerField(_("number"), null=True, blank=True)
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats", verbose_name=_("player"))
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats", verbose_name=_("entry"))
    bye = models.CharField(_("bye"), max_length=5, choices={**BYES, WAITS: _("waits")}, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["round", "table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "player"], name="one_seat_a_player_in_a_round"),
            models.UniqueConstraint(fields=["table", "number"], name="one_player_a_seat"),
            models.CheckConstraint(
                condition=models.Q(table__isnull=True, number__isnull=True, bye__in=[*BYES, WAITS])
                | models.Q(table__isnull=False, number__isnull=False, number__lte=3, bye=""),
                name="seat_at_a_table_or_bye",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.round}"


class Game(models.Model):
    """A game at a table. `version` rises with every change of it: who writes says which one he saw.

    Set by the organiser: a `ruling` with its reason (an annulled game counts for nothing and stays to be seen; in a
    forfeited one the sides of `forfeited` lose whatever the hands say; of a decided one the judge says the places, one
    a side in `decided`), and `reopened_at`: the table may correct its
    hands though the round is closed. `stop_after`: time was called, the game is to stop after so many played hands.
    Derived from the hands: `hand_count` (played hands), `totals` (one number a side), `finished_at` (kept when a
    correction leaves the game finished), `ended_by`.
    """

    class Ruling(models.TextChoices):
        ANNULLED = "annulled", _("annulled")
        FORFEITED = "forfeited", _("forfeited")
        DECIDED = "decided", _("decided by a judge")

    table = models.ForeignKey(Table, models.CASCADE, related_name="games", verbose_name=_("table"))
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    version = models.PositiveBigIntegerField(_("version"), default=0, editable=False)
    hand_count = models.PositiveIntegerField(_("hands"), default=0, editable=False)
    totals = models.JSONField(_("totals"), default=list, editable=False)
    ended_by = models.CharField(_("ended by"), max_length=12, blank=True, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True, editable=False, db_index=True)
    ruling = models.CharField(_("ruling"), max_length=9, choices=Ruling, blank=True, editable=False)
    ruling_reason = models.CharField(_("reason"), max_length=200, blank=True, editable=False)
    forfeited = models.JSONField(_("forfeited sides"), default=list, blank=True, editable=False)
    decided = models.JSONField(_("places that a judge decided"), default=list, blank=True, editable=False)
    reopened_at = models.DateTimeField(_("reopened"), null=True, blank=True, editable=False)
    stop_after = models.PositiveIntegerField(_("stops after"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="game_number_once"),
            models.CheckConstraint(
                condition=models.Q(finished_at__isnull=True, ended_by="")
                | models.Q(finished_at__isnull=False) & ~models.Q(ended_by=""),
                name="finished_game_says_why",
            ),
            models.CheckConstraint(
                condition=models.Q(ruling__in=["", "annulled"])
                | models.Q(ruling="forfeited", finished_at__isnull=False) & ~models.Q(forfeited=[])
                | models.Q(ruling="decided", finished_at__isnull=False) & ~models.Q(decided=[]),
                name="ruling_known_and_whole",
            ),
            models.CheckConstraint(
                condition=models.Q(ruling="", ruling_reason="") | ~models.Q(ruling="") & ~models.Q(ruling_reason=""),
                name="ruling_has_its_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.number}"

    def get_absolute_url(self) -> str:
        round_ = self.table.round
        return reverse("public:game", args=[round_.tournament.slug, self.pk])


class Hand(models.Model):
    """One object of the game record's `hands`: the facts, and who wrote them down.

    `uuid` is made by whoever enters the hand, so that sending it twice stores it once; it stays with the hand through
    corrections, while its number may change. `amended_at` and `amended_by`: the last correction.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="hands", verbose_name=_("game"))
    number = models.PositiveIntegerField(_("number"))
    uuid = models.UUIDField(default=uuid.uuid4)
    facts = models.JSONField(_("facts"))
    created_at = models.DateTimeField(_("written down"), auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    keeper = models.CharField(_("scorekeeper"), max_length=80, blank=True)
    amended_at = models.DateTimeField(_("corrected"), null=True, blank=True)
    amended_by = models.CharField(_("corrected by"), max_length=80, blank=True)

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_hand_of_a_number_in_a_game"),
            models.UniqueConstraint(fields=["game", "uuid"], name="one_hand_of_a_uuid_in_a_game"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="hand_number_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.game} · {self.number}"


class Result(models.Model):
    """What a finished game came to for one entry. Derived; there is one exactly where the game is finished.

    `points_for` are written to the entry's side, `points_against` to all others; `points` are the tournament's,
    by place, shared places sharing.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="results", verbose_name=_("game"))
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="results", verbose_name=_("entry"))
    side = models.PositiveSmallIntegerField(_("side"))
    place = models.PositiveSmallIntegerField(_("place"))
    won = models.BooleanField(_("won"))
    lost = models.BooleanField(_("lost"))
    points_for = models.IntegerField(_("points for"))
    points_against = models.IntegerField(_("points against"))
    points = models.DecimalField(_("tournament points"), max_digits=7, decimal_places=3)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        ordering = ["game", "place", "side"]
        constraints = [
            models.UniqueConstraint(fields=["game", "entry"], name="one_result_an_entry_in_a_game"),
            models.CheckConstraint(condition=models.Q(place__gte=1, place__lte=4), name="result_place_1_to_4"),
            models.CheckConstraint(condition=~models.Q(won=True, lost=True), name="result_not_won_and_lost"),
        ]
