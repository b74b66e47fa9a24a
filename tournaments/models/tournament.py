"""A tournament, who runs it, and who takes part in it."""

from datetime import datetime

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from tournaments.models.keys import Keyed, KeyField
from tournaments.models.people import Player
from tournaments.naming import search_key

RESERVED_SLUGS = {"new", "accounts", "ladders", "players", "merges", "tokens"}
FIRST_YEAR, LAST_YEAR = 1900, 2100


def check_year(when: datetime | None) -> None:
    """Refuse a year that can only be a slip: not every one can be told in every time zone."""
    if when is not None and not FIRST_YEAR <= when.year <= LAST_YEAR:
        raise ValidationError(
            _("The year must be from %(first)d to %(last)d.") % {"first": FIRST_YEAR, "last": LAST_YEAR}
        )


class Tournament(Keyed):
    """One tournament under one variant. `version` rises with every change of anything in it, `results_version` with
    all of them but hands that neither end a game nor reopen one: those leave the standings as they are.

    A *season* is a tournament without drawn rounds: whoever is there sits down to a game. Its table counts the best
    `best_of` games of a player (blank: all), and ranks those with `minimum_games` or more.

    Its `owner` made it and decides who else organises it. A `private` one is seen by those whom it concerns alone, and
    with `results_hidden` all see who plays, but nobody what came of it; neither counts for the ratings meanwhile.
    Who may do what: `tournaments.access`.
    """

    class Kind(models.TextChoices):
        INDIVIDUAL = "individual", _("each for himself")
        PAIRS = "pairs", _("fixed pairs")

    class Format(models.TextChoices):
        ROUNDS = "rounds", _("tournament in rounds")
        SEASON = "season", _("open season")

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        FINISHED = "finished", pgettext_lazy("a tournament", "finished")

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=140, unique=True)
    variant = models.CharField(_("game"), max_length=40)
    options = models.JSONField(_("rules"), default=dict, blank=True, help_text=_("What differs from the defaults."))
    kind = models.CharField(_("entries"), max_length=12, choices=Kind, default=Kind.INDIVIDUAL)
    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.DRAFT)
    rated = models.BooleanField(_("rated"), default=True)
    requires_confirmation = models.BooleanField(
        _("results are confirmed"),
        default=False,
        help_text=_("A round closes only when the players, or the organiser, have confirmed its results."),
    )
    format = models.CharField(_("format"), max_length=8, choices=Format, default=Format.ROUNDS)
    club = models.CharField(_("club"), max_length=80, blank=True)
    best_of = models.PositiveSmallIntegerField(
        _("best games counted"), null=True, blank=True, help_text=_("Blank: all games count.")
    )
    minimum_games = models.PositiveSmallIntegerField(
        _("games needed for a place"), default=0, help_text=_("Who has played fewer stands below, without a place.")
    )
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    check_in = models.BooleanField(
        _("who is there is checked"), default=False, help_text=_("Only those who have been checked in are drawn.")
    )
    teams = models.BooleanField(_("teams are ranked"), default=False)
    team_best = models.PositiveSmallIntegerField(
        _("best of a team counted"), null=True, blank=True, help_text=_("Blank: all its entries count.")
    )
    venue = models.CharField(_("venue"), max_length=120, blank=True)
    starts_at = models.DateTimeField(_("start"), null=True, blank=True)
    organisers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="tournaments", verbose_name=_("organisers"), blank=True
    )
    referees = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="refereed", verbose_name=_("referees"), blank=True
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("owner")
    )
    private = models.BooleanField(
        _("private"),
        default=False,
        help_text=_("Only its organisers, helpers and players see it, and whoever has a guest link."),
    )
    results_hidden = models.BooleanField(
        _("results are hidden"),
        default=False,
        help_text=_("All see who plays where, but neither results nor standings, until you show them."),
    )
    search = KeyField(max_length=600, of=("name", "club", "venue"), make=search_key)
    version = models.PositiveBigIntegerField(_("version"), default=0, editable=False)
    results_version = models.PositiveBigIntegerField(_("version of the results"), default=0, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-starts_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="tournament_has_a_name"),
            models.CheckConstraint(
                condition=models.Q(status__in=["draft", "published", "finished"]), name="tournament_status_known"
            ),
            models.CheckConstraint(condition=models.Q(kind__in=["individual", "pairs"]), name="tournament_kind_known"),
            models.CheckConstraint(condition=models.Q(format__in=["rounds", "season"]), name="tournament_format_known"),
            models.CheckConstraint(
                condition=models.Q(format="rounds") | models.Q(kind="individual"), name="season_of_individuals"
            ),
            models.CheckConstraint(
                condition=models.Q(best_of__isnull=True) | models.Q(best_of__gte=1), name="best_of_at_least_one"
            ),
            models.CheckConstraint(
                condition=models.Q(team_best__isnull=True) | models.Q(team_best__gte=1), name="team_best_at_least_one"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("public:tournament", args=[self.slug])

    def clean(self) -> None:
        if self.slug in RESERVED_SLUGS:
            raise ValidationError({"slug": _("This address is a page of the site. Choose another.")})
        try:
            check_year(self.starts_at)
        except ValidationError as error:
            raise ValidationError({"starts_at": error}) from error


class Entry(models.Model):
    """Who takes part: a person, or a fixed pair. A withdrawn entry is drawn no more; its results stay.

    `here_at`: when the entry last came in, in a season and where the tournament checks who is there; blank after going
    home. `team` is whom it plays for; `category` what it is compared within as well, as “women” or
    “veterans”, several with commas between; `fixed_table` the table it always sits at.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries", verbose_name=_("tournament"))
    number = models.PositiveIntegerField(_("number"))
    players = models.ManyToManyField(Player, through="EntryPlayer", related_name="entries")
    withdrawn = models.BooleanField(_("withdrawn"), default=False)
    here_at = models.DateTimeField(_("here since"), null=True, blank=True)
    team = models.CharField(_("team"), max_length=80, blank=True)
    category = models.CharField(_("category"), max_length=80, blank=True)
    fixed_table = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
        ]

    def __str__(self) -> str:
        return " / ".join(member.player.name for member in self.members.all())


class EntryPlayer(models.Model):
    """A player of an entry; `tournament` stands here so that the database keeps a player in one entry only."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="members", verbose_name=_("entry"))
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+", verbose_name=_("tournament"))
    player = models.ForeignKey(Player, models.PROTECT, related_name="memberships", verbose_name=_("player"))
    position = models.PositiveSmallIntegerField(_("position"), default=0)

    class Meta:
        verbose_name = _("player of an entry")
        verbose_name_plural = _("players of entries")
        ordering = ["entry", "position"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="player_in_one_entry"),
            models.UniqueConstraint(fields=["entry", "position"], name="entry_position_once"),
            models.CheckConstraint(condition=models.Q(position__lte=1), name="entry_of_at_most_two"),
        ]
