"""The log: who changed what, when, from what to what. Services write it; nothing changes or removes an entry."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class AuditEntry(models.Model):
    """One change. `action` names the service; `before` and `after` hold what it changed, null where there was none."""

    tournament = models.ForeignKey(
        Tournament, models.SET_NULL, null=True, blank=True, related_name="audit_entries", verbose_name=_("tournament")
    )
    at = models.DateTimeField(_("when"), auto_now_add=True, db_index=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("user")
    )
    actor = models.CharField(_("who"), max_length=80)
    action = models.CharField(_("action"), max_length=40)
    target = models.CharField(_("what"), max_length=200)
    before = models.JSONField(_("before"), null=True, blank=True)
    after = models.JSONField(_("after"), null=True, blank=True)

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor}: {self.action}"
