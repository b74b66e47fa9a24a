"""The log: who changed what, when, from where, from what to what. Services write it; nothing changes an entry.

The entries of a tournament make a *chain*, and those of no tournament another: each has its number in the chain and a
*mark*, the digest of all it says and of the mark before it. So an entry that was changed, removed or put in between
breaks its chain from there on, and the chain's *head*, its last number and mark, tells where it was cut off. User and
tournament stand beside the entry for reading; the mark is of the name and the chain, which stay when those go.
"""

import json
from collections.abc import Mapping
from datetime import UTC
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament

MARKED = ("chain", "number", "at", "actor", "origin", "action", "target", "before", "after")


def mark_of(entry: Mapping[str, Any], previous: str) -> str:
    """The mark of an entry's fields after the mark before it; the same from either database."""
    told = {name: entry[name] for name in MARKED} | {"at": entry["at"].astimezone(UTC).isoformat(), "mark": previous}
    text = json.dumps(_plain(told), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _plain(value: Any) -> Any:
    """A value of JSON as any database gives it back: a whole number is an integer, however it was written."""
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


class AuditEntry(models.Model):
    """One change. `action` names the service; `before` and `after` hold what it changed, null where there was none."""

    tournament = models.ForeignKey(
        Tournament, models.SET_NULL, null=True, blank=True, related_name="audit_entries", verbose_name=_("tournament")
    )
    at = models.DateTimeField(_("when"), default=timezone.now, db_index=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("user")
    )
    actor = models.CharField(_("who"), max_length=80)
    origin = models.CharField(_("from where"), max_length=80, blank=True)
    action = models.CharField(_("action"), max_length=40)
    target = models.CharField(_("what"), max_length=200)
    before = models.JSONField(_("before"), null=True, blank=True)
    after = models.JSONField(_("after"), null=True, blank=True)
    chain = models.PositiveBigIntegerField(_("chain"), default=0)
    number = models.PositiveBigIntegerField(_("number in the chain"))
    mark = models.CharField(_("mark"), max_length=64)

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log")
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["chain", "number"], name="one_log_entry_of_a_number")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor}: {self.action}"


class AuditHead(models.Model):
    """The end of a chain: how many entries it has, and the last one's mark. Chain 0 is that of no tournament."""

    chain = models.PositiveBigIntegerField(_("chain"), primary_key=True)
    number = models.PositiveBigIntegerField(_("length of the log"), default=0)
    mark = models.CharField(_("mark"), max_length=64, blank=True)

    class Meta:
        verbose_name = _("end of the log")
        verbose_name_plural = _("ends of the log")

    def __str__(self) -> str:
        return f"{self.chain}: {self.number}"
