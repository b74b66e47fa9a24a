"""What the players of a table say to its result.

Only what was said of a game's present version counts: after a correction everybody is asked again. A finished game is
*confirmed* once all who sat at its table, or the organiser, have confirmed it; it is *disputed* while one of them
disputes it and the organiser has not settled it. Annulled games, and games going on, ask nobody.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from tournaments.models import Confirmation, Game, Player, Seat


@dataclass
class Agreement:
    """A finished game's state: who confirmed, who disputes it and why, who said nothing, and who settled it."""

    players: list[Player] = field(default_factory=list)
    said: dict[int, Confirmation] = field(default_factory=dict)
    settled_by: str = ""

    @property
    def confirmed_by(self) -> list[Player]:
        return [player for player in self.players if self._says(player) == Confirmation.Says.CONFIRMED]

    @property
    def disputes(self) -> list[tuple[Player, str]]:
        return [
            (player, self.said[player.pk].words)
            for player in self.players
            if self._says(player) == Confirmation.Says.DISPUTED
        ]

    @property
    def waiting(self) -> list[Player]:
        return [player for player in self.players if player.pk not in self.said]

    @property
    def confirmed(self) -> bool:
        return bool(self.settled_by) or len(self.confirmed_by) == len(self.players)

    @property
    def disputed(self) -> bool:
        return bool(self.disputes) and not self.settled_by

    def of(self, player: Player) -> str:
        """What this player says: a `Confirmation.Says`, blank for nothing."""
        return self._says(player)

    def _says(self, player: Player) -> str:
        return self.said[player.pk].says if player.pk in self.said else ""


def agreements(games: Iterable[Game]) -> dict[int, Agreement]:
    """The agreement on each of these games that is finished and not annulled. Two queries."""
    asked = {game.pk: game for game in games if game.finished_at and game.ruling != Game.Ruling.ANNULLED}
    if not asked:
        return {}
    found: dict[int, Agreement] = defaultdict(Agreement)
    at_table: dict[int, list[Player]] = defaultdict(list)
    tables = {game.table_id for game in asked.values()}
    for seat in Seat.objects.filter(table__in=tables).select_related("player").order_by("table", "number"):
        at_table[seat.table_id].append(seat.player)
    for game in asked.values():
        found[game.pk].players = at_table[game.table_id]
    for word in Confirmation.objects.filter(game__in=asked):
        if word.version != asked[word.game_id].version:
            continue
        if word.player_id is None:
            found[word.game_id].settled_by = word.actor
        else:
            found[word.game_id].said[word.player_id] = word
    return dict(found)
