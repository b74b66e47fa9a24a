"""Finding players, tournaments, ladders and games by the beginnings of their words, in whichever spelling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _, override

from scoring import variants
from tournaments.access import Actor, visible_players, visible_tournaments
from tournaments.models import Ladder, Player, Tournament
from tournaments.naming import asked_for, is_found, likeness, search_key
from tournaments.queries.people import by_name, named

LOOKED_AT, NEAR = 2_000, 5


@dataclass(frozen=True)
class Found:
    """What was found of each kind, no more than so many; `more`: there are others. `variants` are codes.

    `near` and `near_tournaments`: where nothing was found, those whose names look like what was typed.
    """

    players: Sequence[Player] = ()
    tournaments: Sequence[Tournament] = ()
    ladders: Sequence[Ladder] = ()
    variants: Sequence[str] = ()
    more: bool = False
    near: Sequence[Player] = ()
    near_tournaments: Sequence[Tournament] = ()

    @property
    def anything(self) -> bool:
        return bool(self.players or self.tournaments or self.ladders or self.variants)


def find(text: str, actor: Actor, limit: int) -> Found:
    """What the text finds among all that the actor may see, at most `limit` of a kind. Three queries, or none.

    Where it finds nothing, four more at most for the players and tournaments that may have been meant.
    """
    wanted = asked_for(text)
    if not wanted:
        return Found()
    players = named(visible_players(actor), text).order_by("beside", *by_name())[: limit + 1]
    tournaments = named(visible_tournaments(actor), text).order_by("beside", "-starts_at", "-id")[: limit + 1]
    codes = [code for code, key in _variant_keys().items() if is_found(key, wanted)]
    ladders = [
        ladder
        for ladder in Ladder.objects.filter(~Q(name="") | Q(variant__in=codes)).order_by("name", "variant")
        if not ladder.name or is_found(search_key(ladder.name, ladder.club), wanted)
    ]
    kinds = [list(players), list(tournaments), ladders, codes]
    if not any(kinds):
        people = visible_players(actor).filter(merged_into=None)
        return Found(near=_near(wanted, people), near_tournaments=_near(wanted, visible_tournaments(actor)))
    return Found(*(kind[:limit] for kind in kinds), more=any(len(kind) > limit for kind in kinds))


def _near[M: Model](wanted: list[str], rows: QuerySet[M]) -> list[M]:
    """Those with a word in their names for each that was typed, alike though not the same. Two queries, or one.

    Looked for among those who have a word with the first letter of the longest one that was typed, the latest first.
    """
    first = max(wanted, key=len)[0]
    found = rows.filter(search__contains=f" {first}").order_by("-id").values_list("pk", "search")[:LOOKED_AT]
    told = {row: likeness(wanted, key.partition("/")[0].split()) for row, key in found}
    best = sorted(filter(told.get, told), key=lambda row: -told[row])[:NEAR]
    named = rows.model._default_manager.in_bulk(best)
    return [named[row] for row in best]


@cache
def _variant_keys() -> dict[str, str]:
    """The key of each game: its name in every language of the site."""
    keys = {}
    for variant in variants.all():
        names = []
        for code, _name in settings.LANGUAGES:
            with override(code):
                names.append(_(variant.name))
        keys[variant.code] = search_key(*names)
    return keys
