"""What every service does beside its own work: raise the tournament's version and write the log.

Writers of one chain of the log wait for each other at its head, which is the last that a transaction locks.
"""

from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from tournaments.access import Actor
from tournaments.models import AuditEntry, AuditHead, Tournament
from tournaments.models.audit import mark_of


def raise_versions(tournaments: QuerySet[Tournament], *, results: bool = True) -> None:
    """Say that something in these tournaments has changed."""
    raised = ("version", "results_version") if results else ("version",)
    tournaments.update(**{name: F(name) + 1 for name in raised})


def record_change(
    *,
    actor: Actor,
    action: str,
    target: str,
    tournament: Tournament | None = None,
    before: Any = None,
    after: Any = None,
    results: bool = True,
) -> None:
    """Log one change and raise the tournament's version. Call it inside the service's transaction, after the work.

    `results` False: the change leaves the standings as they are.
    """
    if tournament is not None:
        raise_versions(Tournament.objects.filter(pk=tournament.pk), results=results)
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
