"""The ratings of entries, as seeds and pairs are made by them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from tournaments.models import Entry, EntryPlayer, Rating, Tournament


def ratings_of(tournament: Tournament, entries: Iterable[Entry] | None = None) -> dict[int, float]:
    """By entry: the mean of its players' ratings on the game's own ladder; none where nobody of it is rated.

    A fixed number of queries.
    """
    members = EntryPlayer.objects.filter(tournament=tournament)
    if entries is not None:
        members = members.filter(entry__in=[entry.pk for entry in entries])
    own = Rating.objects.filter(ladder__name="", ladder__variant=tournament.variant)
    known = dict(own.filter(player__in=members.values("player")).values_list("player", "ordinal"))
    found: dict[int, list[float]] = defaultdict(list)
    for entry, player in members.values_list("entry", "player"):
        if player in known:
            found[entry].append(known[player])
    return {entry: sum(ratings) / len(ratings) for entry, ratings in found.items()}
