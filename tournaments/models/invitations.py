"""The secret addresses by which people come to a tournament: as its helpers or guests, or as its players."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Player
from tournaments.models.tournament import Tournament


class InvitationQuerySet(models.QuerySet):
    def open(self, now: datetime | None = None) -> InvitationQuerySet:
        """Those that still let somebody in."""
        in_time = Q(expires_at__isnull=True) | Q(expires_at__gt=now or timezone.now())
        spent = Q(role__in=Invitation.ONCE, last_used_at__isnull=False)
        return self.filter(in_time, revoked_at__isnull=True).exclude(spent)


class Invitation(models.Model):
    """A secret address that makes whoever opens it a helper or a guest of one tournament.

    A *keeper* keeps the score at its tables, at those of `tables` where there are any (by their number, in whichever
    round); a *guest* sees it though it is private. Both need no account, come by the address as often as they like,
    and are what they are until it expires or is revoked. An *organiser* or *referee* accepts once, with an account,
    and stays one until removed.
    """

    class Role(models.TextChoices):
        KEEPER = "keeper", _("scorekeeper")
        REFEREE = "referee", _("referee")
        ORGANISER = "organiser", _("organiser")
        GUEST = "guest", _("guest")

    ONCE = (Role.ORGANISER, Role.REFEREE)

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="invitations", verbose_name=_("tournament"))
    role = models.CharField(_("role"), max_length=9, choices=Role, default=Role.KEEPER)
    tables = models.JSONField(_("tables"), default=list, blank=True)
    label = models.CharField(_("for whom"), max_length=80, blank=True)
    token = models.CharField(_("secret"), max_length=64, unique=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last opened"), null=True, blank=True)
    last_used_by = models.CharField(_("last opened by"), max_length=80, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(role__in=["keeper", "referee", "organiser", "guest"]), name="invitation_role_known"
            ),
            models.CheckConstraint(condition=Q(role="keeper") | Q(tables=[]), name="only_a_keeper_has_tables"),
        ]

    def clean(self) -> None:
        if not (isinstance(self.tables, list) and all(type(number) is int and number > 0 for number in self.tables)):
            raise ValidationError({"tables": _("Tables are numbers from 1 on.")})

    def is_open(self, now: datetime | None = None) -> bool:
        """Whether it still lets somebody in, as `InvitationQuerySet.open` has it."""
        in_time = self.expires_at is None or self.expires_at > (now or timezone.now())
        spent = self.role in self.ONCE and self.last_used_at is not None
        return in_time and self.revoked_at is None and not spent


class PlayerLink(models.Model):
    """A player's personal secret address in one tournament: where do I sit, my results, confirm."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="player_links", verbose_name=_("tournament")
    )
    player = models.ForeignKey(Player, models.CASCADE, related_name="links", verbose_name=_("player"))
    token = models.CharField(_("secret"), max_length=64, unique=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("player's link")
        verbose_name_plural = _("players' links")
        ordering = ["tournament", "player"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="one_link_a_player_in_a_tournament"),
        ]
