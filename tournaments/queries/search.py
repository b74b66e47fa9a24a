"""Finding players, tournaments, ladders and games by the beginnings of their words, in whichever spelling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext as _, override

from scoring import variants
from tournaments.access import Actor, visible_players, visible_tournaments
from tournaments.models import Ladder, Player, Tournament
from tournaments.naming import asked_for, is_found, search_key
from tournaments.queries.people import by_name, named


@dataclass(frozen=True)
class Found:
    """What was found of each kind, no more than so many; `more`: there are others. `variants` are codes."""

    players: Sequence[Player] = ()
    tournaments: Sequence[Tournament] = ()
    ladders: Sequence[Ladder] = ()
    variants: Sequence[str] = ()
    more: bool = False

    @property
    def anything(self) -> bool:
        return bool(self.players or self.tournaments or self.ladders or self.variants)


def find(text: str, actor: Actor, limit: int) -> Found:
    """What the text finds among all that the actor may see, at most `limit` of a kind. Three queries, or none."""
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
    return Found(*(kind[:limit] for kind in kinds), more=any(len(kind) > limit for kind in kinds))


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
