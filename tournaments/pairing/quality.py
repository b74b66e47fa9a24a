"""What the criteria of the Dutch system say of a pair, worked out once for all pairs of the same kind.

The library works it out for every pair of a bracket, though it follows from a few things that are known of the two
(`_kind`): of the tens of thousands of pairs of a large bracket only some hundreds are different. The first of each kind
is left to the library, the others are given the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gacrux.crosstabledutch import crosstable_dutch

KNOWN = ("scorelevel", "acc", "top", "cod", "cop", "flt")
GIVEN = ("canmeet", "qc", "qcweight", "colordiff")
LOOK = 2000
"""After so many pairs the watcher is asked whether to go on."""


class Crosstable(crosstable_dutch):  # type: ignore[misc]  # the library has no annotations
    """The library's table of pairs. `look` is called now and then, and may raise to end the work."""

    def __init__(self, experimental: Any, checkonly: bool, verbose: int, look: Callable[[], None]) -> None:
        super().__init__(experimental, checkonly, verbose)
        self._look = look
        self._pairs = 0
        self._kinds: dict[int, tuple[Any, ...]] = {}
        self._told: dict[Any, tuple[dict[str, Any], list[str], dict[str, Any]]] = {}

    def create_edge(self, nodea: Any, nodeb: Any, bhasmet: Any = None) -> Any:
        self._count()
        return super().create_edge(nodea, nodeb, bhasmet)

    def init_cweights(self, scorelevel: int, nodes: Any) -> None:
        """The weights of a bracket, which all that was told before does not have."""
        self._told.clear()
        super().init_cweights(scorelevel, nodes)

    def update_edge(self, edge: Any) -> None:
        if edge["cb"] >= self.BLOB or not edge["canmeet"]:
            super().update_edge(edge)
            return
        if edge["qlevel"] == self.scorelevel:
            return
        self._count()
        kind = (self._kind(edge["ca"]), self._kind(edge["cb"]), edge["played"], self.pablevel)
        if kind in self._told:
            quality, lists, given = self._told[kind]
            edge["qlevel"], edge["quality"] = self.scorelevel, _copied(quality, lists)
            edge.update(given)
        else:
            super().update_edge(edge)
            lists = [name for name, value in edge["quality"].items() if isinstance(value, list)]
            given = {name: edge[name] for name in GIVEN}
            self._told[kind] = _copied(edge["quality"], lists), lists, given

    def _kind(self, number: int) -> tuple[Any, ...]:
        if number not in self._kinds:
            player = self.competitors[number]
            known = tuple(player[name] for name in KNOWN)
            self._kinds[number] = (number == 0, *known, player["csq"][-2:], player["num"].get("val", 0))
        return self._kinds[number]

    def _count(self) -> None:
        self._pairs += 1
        if self._pairs % LOOK == 0:
            self._look()


def _copied(quality: dict[str, Any], lists: list[str]) -> dict[str, Any]:
    """The library adds up in these lists: every pair has its own."""
    return quality | {name: quality[name].copy() for name in lists}
