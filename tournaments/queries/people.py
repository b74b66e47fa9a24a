"""People as an administrator finds them: players by name, namesakes, merges that were made; and the accounts."""

from __future__ import annotations

from collections import defaultdict

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Case, Count, Manager, Model, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from django.utils.translation import get_language

from tournaments.models import Merge, Player, Seat
from tournaments.naming import CYRILLIC, asked_for, sort_key

FIRST, LAST = CYRILLIC


def fold(name: str) -> str:
    """Names that are written alike: upper and lower case, ё and е, blanks."""
    return " ".join(name.split()).casefold().replace("ё", "е")


def by_name(path: str = "") -> list[Combinable | str]:
    """The order of people by name, as the language has it; `path` leads to the player, with its underscores.

    The alphabet of the language comes first.
    """
    order: list[Combinable | str] = [f"{path}sort", f"{path}id"]
    if _reads_cyrillic():
        other = {f"{path}sort__gte": FIRST, f"{path}sort__lt": LAST}
        return [Case(When(**other, then=Value(0)), default=Value(1)), *order]
    return order


def name_order(name: str) -> tuple[bool, str]:
    """What sorts names as `by_name` does, where they are at hand."""
    key = sort_key(name)
    return _reads_cyrillic() and not FIRST <= key < LAST, key


def _reads_cyrillic() -> bool:
    return get_language() == "ru"


def namesakes(limit: int = 50) -> list[list[Player]]:
    """Groups of players who have one name, whatever its letters: perhaps one person. Two queries."""
    groups: dict[str, list[int]] = defaultdict(list)
    for player, name in Player.objects.filter(merged_into=None).order_by("id").values_list("id", "name"):
        groups[fold(name)].append(player)
    found = [groups[name] for name in sorted(groups) if len(groups[name]) > 1][:limit]
    people = _with_seats(Player.objects).in_bulk([player for group in found for player in group])
    return [[people[player] for player in group if player in people] for group in found]


def players_named(text: str, limit: int = 30) -> list[Player]:
    """Those whose name or club has words that begin so, in whichever spelling. One query."""
    found = named(_with_seats(Player.objects.filter(merged_into=None)), text)
    return list(found.order_by("beside", *by_name())[:limit])


def all_players() -> QuerySet[Player]:
    """Everybody there is, by name, each with `seat_count`. One query."""
    return _with_seats(Player.objects.filter(merged_into=None)).order_by(*by_name())


def _with_seats(players: Manager[Player] | QuerySet[Player]) -> QuerySet[Player]:
    """Each with `seat_count`, which is counted for those alone that are read."""
    seats = Seat.objects.filter(player=OuterRef("pk")).order_by().values("player").annotate(n=Count("pk")).values("n")
    return players.annotate(seat_count=Coalesce(Subquery(seats), Value(0)))


def named[M: Model](rows: QuerySet[M], text: str) -> QuerySet[M]:
    """Those of the rows with a search key that has every word of the text, as the beginning of one.

    `beside` is 0 where all of them are in the name, 1 where some are in what stands beside it. A text without a word
    finds nobody.
    """
    words = asked_for(text)
    if not words:
        return rows.none().annotate(beside=Value(0))
    in_name = Q()
    for word in words:
        of_name = Q(search__contains=f" {word}")
        rows = rows.filter(of_name | Q(search__contains=f"/{word}"))
        in_name &= of_name
    return rows.annotate(beside=Case(When(in_name, then=Value(0)), default=Value(1)))


def merges() -> QuerySet[Merge]:
    """The merges in force, the latest first."""
    return Merge.objects.filter(undone_at=None).select_related("kept", "duplicate", "user")


def accounts() -> QuerySet[AbstractBaseUser]:
    """All accounts by name, each with its number of `factors` beside the password. One query."""
    users = get_user_model().objects
    return users.annotate(factors=Count("authenticator")).order_by("username")
