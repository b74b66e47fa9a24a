"""What was changed at a table and by whom, and what its players say to the result.

A *revision* is one change of a game: of its hands, its seats, or what the organiser ruled about it. Every change
raises the game's version by one and leaves one revision with that number; revisions are only ever added. A
*confirmation* is of one version of a game: after a later change it says nothing any more.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Player
from tournaments.models.play import Game
from tournaments.models.tournament import Tournament


class Revision(models.Model):
    """One change of a game: what stood there before, what after, who, when, from where, and why.

    Of a hand, `before` and `after` are objects with `number`, `uuid` and `facts`; of a restored game, with all its
    `hands`; of other rules, with the `options`. The place where it was played is written out, since a discarded round
    takes its tables with it.
    """

    class Kind(models.TextChoices):
        RECORD = "record", _("Written down")
        UNDO = "undo", _("Undone")
        AMEND = "amend", _("Corrected")
        DELETE = "delete", _("Deleted")
        INSERT = "insert", _("Inserted")
        RESTORE = "restore", _("Restored")
        RESEAT = "reseat", _("Moved to other seats")
        ANNUL = "annul", _("Annulled")
        FORFEIT = "forfeit", _("Forfeited")
        DECIDE = "decide", _("Decided by a judge")
        READMIT = "readmit", _("Ruling taken back")
        REOPEN = "reopen", _("Reopened")
        SHUT = "shut", _("Shut again")
        TIME = "time", _("Time was called")
        RULES = "rules", _("Scored by other rules")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="revisions", verbose_name=_("tournament"))
    game = models.ForeignKey(
        Game, models.SET_NULL, null=True, blank=True, related_name="revisions", verbose_name=_("game")
    )
    version = models.PositiveBigIntegerField(_("version"))
    kind = models.CharField(_("action"), max_length=8, choices=Kind)
    target = models.CharField(_("what"), max_length=200)
    before = models.JSONField(_("before"), null=True, blank=True)
    after = models.JSONField(_("after"), null=True, blank=True)
    why = models.CharField(_("why"), max_length=200, blank=True)
    at = models.DateTimeField(_("when"), auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("user")
    )
    actor = models.CharField(_("who"), max_length=80)
    origin = models.CharField(_("from where"), max_length=80, blank=True)

    class Meta:
        verbose_name = _("revision")
        verbose_name_plural = _("revisions")
        ordering = ["game", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["game", "version"], name="one_revision_a_version"),
            models.CheckConstraint(condition=models.Q(version__gte=1), name="revision_version_from_1"),
            models.CheckConstraint(
                condition=models.Q(before__isnull=False) | models.Q(after__isnull=False),
                name="revision_changes_something",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    kind__in=[
                        "record", "undo", "amend", "delete", "insert", "restore", "reseat",
                        "annul", "forfeit", "decide", "readmit", "reopen", "shut", "time", "rules",
                    ]
                ),
                name="revision_kind_known",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.target} · {self.version}"


class Confirmation(models.Model):
    """What a player of the table says to one version of its game; without a player, the organiser."""

    class Says(models.TextChoices):
        CONFIRMED = "confirmed", _("confirmed")
        DISPUTED = "disputed", _("disputed")

    game = models.ForeignKey(Game, models.CASCADE, related_name="confirmations", verbose_name=_("game"))
    player = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="confirmations", verbose_name=_("player")
    )
    version = models.PositiveBigIntegerField(_("version"))
    says = models.CharField(_("says"), max_length=10, choices=Says)
    words = models.CharField(_("in words"), max_length=300, blank=True)
    at = models.DateTimeField(_("when"), auto_now=True)
    actor = models.CharField(_("who"), max_length=80)
    origin = models.CharField(_("from where"), max_length=80, blank=True)

    class Meta:
        verbose_name = _("confirmation")
        verbose_name_plural = _("confirmations")
        ordering = ["game", "id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="one_confirmation_a_player_in_a_game"),
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(player__isnull=True), name="one_confirmation_by_the_organiser"
            ),
            models.CheckConstraint(
                condition=models.Q(says="confirmed") | models.Q(says="disputed") & ~models.Q(words=""),
                name="dispute_says_what",
            ),
            models.CheckConstraint(
                condition=models.Q(player__isnull=False) | models.Q(says="confirmed"),
                name="organiser_only_confirms",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.says}"
