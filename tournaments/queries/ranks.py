"""Who is ranked on a ladder: the settled (not provisional) who are active (have played within `active_days`).

A rank is one more than how many ranked players have a larger ordinal, so equals share it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from scoring.ratings.model import DEFAULT

SETTLED = Q(sigma__lte=DEFAULT.settled_sigma, games__gte=DEFAULT.settled_games)
"""The ratings that are not provisional (`scoring.ratings.model.is_provisional`)."""


def active_from(now: datetime | None) -> datetime:
    """Who has played since then is active."""
    return (now or timezone.now()) - timedelta(days=DEFAULT.active_days)


def ranked_from(active_since: datetime) -> Q:
    """The ratings that are ranked."""
    return SETTLED & Q(played_at__gte=active_since)


class Ranks:
    """The ranks that ordinals have among the ordinals of all who are ranked."""

    def __init__(self, ordinals: Iterable[float]) -> None:
        self._ordinals = sorted(ordinals)

    def rank_of(self, ordinal: float) -> int:
        return 1 + len(self._ordinals) - bisect_right(self._ordinals, ordinal)
