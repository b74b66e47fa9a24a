"""The keys by which programs come to the API in the name of an account."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class ApiTokenQuerySet(models.QuerySet):
    def open(self, now: datetime | None = None) -> ApiTokenQuerySet:
        """Those that still let somebody in."""
        in_time = Q(expires_at__isnull=True) | Q(expires_at__gt=now or timezone.now())
        return self.filter(in_time, revoked_at__isnull=True, user__is_active=True)


class ApiToken(models.Model):
    """A key to the API: whoever has it acts for `user`, within its `scope`, in one tournament or (blank) in all.

    The secret itself is told once and kept nowhere; `digest` knows it again, `hint` is its beginning, to tell keys
    apart. What a scope allows: `tournaments.access`.
    """

    class Scope(models.TextChoices):
        READ = "read", _("read")
        KEEP = "keep", _("keep score")
        ORGANISE = "organise", _("organise")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens", verbose_name=_("account")
    )
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("tournament")
    )
    scope = models.CharField(_("may"), max_length=8, choices=Scope, default=Scope.READ)
    label = models.CharField(_("for what"), max_length=80)
    digest = models.CharField(_("digest of the secret"), max_length=64, unique=True, editable=False)
    hint = models.CharField(_("begins with"), max_length=12, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(scope__in=["read", "keep", "organise"]), name="token_scope_known"),
        ]

    def __str__(self) -> str:
        return f"{self.label} ({self.hint}…)"
