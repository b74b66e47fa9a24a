"""Ladders, the games of histories from elsewhere, the players' ratings, and each game's change of a rating.

Ladders and past games are facts; ratings and changes are derived from them and from the finished games.
"""

from typing import Any

from django.conf import settings as site
from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.ratings.elo import START
from scoring.ratings.model import Settings, settings_of
from tournaments.models.people import Player
from tournaments.models.play import Game

PAST_ORDER = 2**40
"""What is taken off a past game's id for its place in the order of play: at one moment it comes before any game."""


def check_settings(given: Any) -> None:
    """Refuse what the model cannot work with."""
    try:
        settings_of(given)
    except ValueError as error:
        raise ValidationError(_("These are no settings of a ladder: %(why)s"), params={"why": error}) from None


class Ladder(models.Model):
    """A list of ratings over the rated games of a variant, of a club's tournaments, between dates; blank: over all.

    The ladder over all games and the one of each variant are the site's own and have no name; an organiser's has one.
    `settings` holds what differs from the model's defaults, `fitted` how it was found: the numbers of games and the
    log-loss before and after. `proposal`: the last fit of settings as it stands (`services.ladder_fit`). `version`
    rises with each replay.
    """

    slug = models.SlugField(_("address"), unique=True)
    name = models.CharField(_("name"), max_length=80, blank=True)
    variant = models.CharField(_("game"), max_length=40, blank=True)
    club = models.CharField(_("club"), max_length=80, blank=True)
    since = models.DateField(_("from"), null=True, blank=True)
    until = models.DateField(_("until"), null=True, blank=True)
    settings = models.JSONField(_("settings"), default=dict, blank=True, validators=[check_settings])
    fitted = models.JSONField(_("how they were fitted"), null=True, blank=True, editable=False)
    proposal = models.JSONField(_("proposed settings"), null=True, blank=True, editable=False)
    owner = models.ForeignKey(
        site.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="ladders", verbose_name=_("owner")
    )
    version = models.PositiveBigIntegerField(_("version"), default=0, editable=False)

    class Meta:
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["variant"], condition=models.Q(name=""), name="one_own_ladder_a_variant"),
            models.CheckConstraint(
                condition=~models.Q(name="") | models.Q(club="", since__isnull=True, until__isnull=True),
                name="ladder_with_a_filter_has_a_name",
            ),
            models.CheckConstraint(
                condition=models.Q(since__isnull=True)
                | models.Q(until__isnull=True)
                | models.Q(since__lte=models.F("until")),
                name="ladder_dates_in_order",
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return reverse("public:ladder", args=[self.slug])

    @property
    def model(self) -> Settings:
        """The settings that this ladder is worked out with."""
        return settings_of(self.settings)


class PastGame(models.Model):
    """A game of a history from elsewhere: no more is known than who played and the places. One ladder counts it."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="past_games", verbose_name=_("ladder"))
    played_at = models.DateTimeField(_("played"))

    class Meta:
        verbose_name = _("past game")
        verbose_name_plural = _("past games")
        ordering = ["ladder", "played_at", "id"]
        indexes = [models.Index(fields=["ladder", "played_at", "id"], name="past_game_by_time")]

    def __str__(self) -> str:
        return f"{self.ladder} · {self.played_at:%Y-%m-%d}"


class PastSeat(models.Model):
    """Who played on which side of a past game, and the side's place."""

    game = models.ForeignKey(PastGame, models.CASCADE, related_name="seats", verbose_name=_("game"), db_index=False)
    side = models.PositiveSmallIntegerField(_("side"))
    number = models.PositiveSmallIntegerField(_("number"))
    player = models.ForeignKey(Player, models.PROTECT, related_name="past_seats", verbose_name=_("player"))
    place = models.PositiveSmallIntegerField(_("place"))

    class Meta:
        verbose_name = _("seat of a past game")
        verbose_name_plural = _("seats of past games")
        ordering = ["game", "side", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_a_player_in_a_past_game"),
            models.CheckConstraint(condition=models.Q(place__gte=1), name="past_place_from_1"),
        ]


class Rating(models.Model):
    """Where a player stands on a ladder now: mu and sigma of the model, nothing else.

    `elo`: what Elo gives him over the same games, which the ladder's predictions are compared with.
    """

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="ratings", verbose_name=_("ladder"), db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings", verbose_name=_("player"))
    mu = models.FloatField()
    sigma = models.FloatField()
    ordinal = models.FloatField(_("ordinal"))
    games = models.PositiveIntegerField(_("games"))
    played_at = models.DateTimeField(_("last played"))
    delta = models.FloatField(_("what the last game did"))
    elo = models.FloatField("Elo", default=START)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        ordering = ["ladder", "-ordinal", "player"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "player"], name="one_rating_a_player_on_a_ladder"),
            models.CheckConstraint(condition=models.Q(sigma__gt=0), name="rating_sigma_positive"),
        ]
        indexes = [models.Index("ladder", models.F("ordinal").desc(), "player", name="rating_in_order")]


class RatedGame(models.Model):
    """What one game did on a ladder to all who sat at it. The order of play is (`finished_at`, `order`).

    `order` is the game's id, or a past game's less `PAST_ORDER`. `kept` are the bytes of `scoring.ratings.kept`: the
    prediction made before the game, and for each player the rating after it and where he stood before. One row a game
    and few indexes, since ladders are written whole.
    """

    ladder = models.ForeignKey(
        Ladder, models.CASCADE, related_name="rated_games", verbose_name=_("ladder"), db_index=False
    )
    order = models.BigIntegerField(_("order"))
    game = models.ForeignKey(
        Game, models.CASCADE, null=True, blank=True, related_name="rated", verbose_name=_("game"), db_index=False
    )
    past = models.ForeignKey(
        PastGame, models.CASCADE, null=True, blank=True, related_name="rated", verbose_name=_("past game"),
        db_index=False,
    )  # fmt: skip
    finished_at = models.DateTimeField(_("finished"))
    kept = models.BinaryField(_("what it did"))

    class Meta:
        verbose_name = _("rated game")
        verbose_name_plural = _("rated games")
        ordering = ["ladder", "finished_at", "order"]
        constraints = [
            models.UniqueConstraint(fields=["game", "ladder"], name="a_ladder_rates_a_game_once"),
            models.CheckConstraint(
                condition=models.Q(game=models.F("order"), past__isnull=True)
                | models.Q(game__isnull=True, past=models.F("order") + PAST_ORDER),
                name="order_is_its_game",
            ),
        ]
        indexes = [
            models.Index(fields=["ladder", "finished_at", "order"], name="rated_by_time"),
            models.Index(fields=["past"], condition=models.Q(past__isnull=False), name="rated_by_past_game"),
        ]

    def __str__(self) -> str:
        return f"{self.ladder} · {self.order}"


class LadderStretch(models.Model):
    """So many games of a ladder on end, as they are read together: see `scoring.ratings.stretches`.

    The stretches of a ladder are numbered from 0 in the order of play; `finished_at` and `order` are of the first game.
    `standings` is null but in every `APART`th; in all, of a ladder last replayed whole before they were kept.
    """

    ladder = models.ForeignKey(
        Ladder, models.CASCADE, related_name="stretches", verbose_name=_("ladder"), db_index=False
    )
    number = models.PositiveIntegerField(_("number"))
    finished_at = models.DateTimeField(_("finished"))
    order = models.BigIntegerField(_("order"))
    games = models.PositiveIntegerField(_("games"))
    measures = models.BinaryField()
    seen = models.BinaryField()
    standings = models.BinaryField(null=True)

    class Meta:
        verbose_name = _("stretch of a ladder")
        verbose_name_plural = _("stretches of ladders")
        ordering = ["ladder", "number"]
        constraints = [models.UniqueConstraint(fields=["ladder", "number"], name="one_stretch_a_number")]
