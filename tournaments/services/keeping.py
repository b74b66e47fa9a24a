"""A scorekeeper coming in by a link."""

from django.db import transaction
from django.utils import timezone

from tournaments.models import ScorekeeperLink


@transaction.atomic
def open_link(*, token: str) -> ScorekeeperLink | None:
    """The link of a token, noted as used; None where there is no such link, or it was revoked."""
    link = ScorekeeperLink.objects.select_related("tournament").filter(token=token, revoked_at__isnull=True).first()
    if link is not None:
        link.last_used_at = timezone.now()
        link.save(update_fields=["last_used_at"])
    return link
