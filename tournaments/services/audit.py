"""What every service does beside its own work: raise the tournament's version and write the log."""

from typing import Any

from django.db.models import F

from tournaments.access import Actor
from tournaments.models import AuditEntry, Tournament


def record_change(
    *,
    actor: Actor,
    action: str,
    target: str,
    tournament: Tournament | None = None,
    before: Any = None,
    after: Any = None,
) -> None:
    """Log one change and raise the tournament's version. Call it inside the service's transaction."""
    if tournament is not None:
        Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
    AuditEntry.objects.create(
        tournament=tournament,
        user=actor.user,
        actor=actor.name[:80],
        action=action,
        target=target[:200],
        before=before,
        after=after,
    )
