"""Whether a document hangs together: nothing twice, and nothing that refers to what is not there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass

from tournaments.archive.shape import Archive, GamePart, RoundPart, gettext_noop

TWICE = gettext_noop("%(what)s is there twice")
MISSING = gettext_noop("there is no %(what)s")
BEING_PLAYED = gettext_noop("several rounds are being played at once: %(what)s")


@dataclass(frozen=True)
class Fault:
    """`where` is a way as `rounds.0.tables`, lists from 0; `said` a msgid about `what`."""

    where: str
    said: str
    what: Hashable


class Whole:
    """A document and the names that its parts may refer to."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.players = {player.slug for player in archive.players}
        self.entries = {entry.number for entry in archive.entries}
        self.stages = {stage.number for stage in archive.stages}

    def faults(self) -> Iterator[Fault]:
        """All that the document contradicts itself in."""
        yield from self._lists()
        for at, round_ in enumerate(self.archive.rounds):
            yield from self._round(f"rounds.{at}", round_)
        played = [one.number for one in self.archive.rounds if one.status == "published" and not one.sitting]
        if len(played) > 1:
            yield Fault("rounds", BEING_PLAYED, ", ".join(map(str, played)))

    def _lists(self) -> Iterator[Fault]:
        archive = self.archive
        yield from twice("players", (one.slug for player in archive.players for one in (player, *player.formerly)))
        yield from twice("stages", (stage.number for stage in archive.stages))
        yield from twice("entries", (entry.number for entry in archive.entries))
        yield from twice("entries", (slug for entry in archive.entries for slug in entry.players))
        yield from twice("rounds", (round_.number for round_ in archive.rounds))
        for at, entry in enumerate(archive.entries):
            yield from missing(f"entries.{at}.players", entry.players, self.players)
            yield from twice(f"entries.{at}.absences", (absence.number for absence in entry.absences))
        for at, stage in enumerate(archive.stages):
            members = [member.entry for member in stage.members]
            yield from twice(f"stages.{at}.members", members)
            yield from missing(f"stages.{at}.members", members, self.entries)
        for at, ban in enumerate(archive.bans):
            yield from twice(f"bans.{at}", ban)
            yield from missing(f"bans.{at}", ban, self.entries)
        yield from twice("bans", (" × ".join(map(str, sorted(ban))) for ban in archive.bans))

    def _round(self, where: str, round_: RoundPart) -> Iterator[Fault]:
        if round_.stage is not None:
            yield from missing(f"{where}.stage", [round_.stage], self.stages)
        seats = [*(seat for table in round_.tables for seat in table.seats), *round_.byes]
        yield from twice(where, (seat.player for seat in seats))
        yield from missing(where, (seat.entry for seat in seats), self.entries)
        yield from missing(where, (seat.player for seat in seats), self.players)
        yield from twice(f"{where}.tables", (table.number for table in round_.tables))
        for at, table in enumerate(round_.tables):
            here = f"{where}.tables.{at}"
            yield from twice(f"{here}.games", (game.number for game in table.games))
            for number, game in enumerate(table.games):
                yield from self._game(f"{here}.games.{number}", game)

    def _game(self, where: str, game: GamePart) -> Iterator[Fault]:
        yield from twice(f"{where}.hands", (str(hand.uuid) for hand in game.hands))
        yield from twice(f"{where}.history", (one.version for one in game.history))
        said = [one.player for one in game.confirmations]
        yield from twice(f"{where}.confirmations", (slug or "null" for slug in said))
        yield from missing(f"{where}.confirmations", filter(None, said), self.players)


def twice(where: str, keys: Iterable[Hashable]) -> Iterator[Fault]:
    return (Fault(where, TWICE, key) for key, times in Counter(keys).items() if times > 1)


def missing[K: Hashable](where: str, keys: Iterable[K], known: set[K]) -> Iterator[Fault]:
    return (Fault(where, MISSING, key) for key in dict.fromkeys(keys) if key not in known)
