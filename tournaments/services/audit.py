"""What every service does beside its own work: raise the tournament's version and write the log.

Writers of one chain of the log wait for each other at its head, which is the last that a transaction locks.
"""

from typing import Any

from django.db.models import F
from django.utils import timezone

from tournaments.access import Actor
from tournaments.models import AuditEntry, AuditHead, Tournament
from tournaments.models.audit import mark_of


def record_change(
    *,
    actor: Actor,
    action: str,
    target: str,
    tournament: Tournament | None = None,
    before: Any = None,
    after: Any = None,
) -> None:
    """Log one change and raise the tournament's version. Call it inside the service's transaction, after the work."""
    if tournament is not None:
        Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
    chain = 0 if tournament is None else tournament.pk
    head, _made = AuditHead.objects.select_for_update().get_or_create(chain=chain)
    said = {
        "at": timezone.now(),
        "actor": actor.name[:80],
        "origin": actor.origin[:80],
        "action": action,
        "target": target[:200],
        "before": before,
        "after": after,
        "chain": chain,
        "number": head.number + 1,
    }
    mark = mark_of(said, head.mark)
    AuditEntry.objects.create(tournament=tournament, user=actor.user, mark=mark, **said)
    AuditHead.objects.filter(pk=chain).update(number=head.number + 1, mark=mark)
