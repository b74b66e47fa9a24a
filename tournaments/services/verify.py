"""All that is stored held against what follows from the facts. Changes nothing.

Each *difference* says where it is, what is wrong, and the command that mends it. All is read beside its writers; what
looks wrong of a game, of sums or of a ladder is looked at once more with it locked before it is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.db import IntegrityError, connection

from tournaments.models import AuditEntry, AuditHead, Game
from tournaments.models.audit import MARKED, mark_of
from tournaments.services.keys import wrong_keys
from tournaments.services.progress import Told, counted, silent
from tournaments.services.ratings_verify import verify_all
from tournaments.services.sums import differences as wrong_sums
from tournaments.services.verify_games import FROM_BACKUP, all_games, is_different, wrong_in_game

REBUILD = "manage.py ratings rebuild"


@dataclass(frozen=True)
class Difference:
    """`part` is one of `PARTS`; `mend` a command."""

    part: str
    where: str
    what: str
    mend: str


def verify(told: Told = silent, parts: Iterable[str] = ()) -> Iterator[Difference]:
    """Every difference in these of `PARTS`, in all if none is named; `told` hears which comes, and how far it is."""
    for name in parts or PARTS:
        told(name)
        yield from PARTS[name](told)


def chain_ends() -> dict[int, tuple[int, str]]:
    """The number of entries and the last mark of each chain of the log, as its head says."""
    return {head.chain: (head.number, head.mark) for head in AuditHead.objects.order_by("chain")}


def _database(told: Told) -> Iterator[Difference]:
    """What the database itself says of its file and of rows that point nowhere."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check(20)")
            for (line,) in cursor.fetchall():
                if line != "ok":
                    yield Difference("database", "the file", line, FROM_BACKUP)
    try:
        connection.check_constraints()
    except IntegrityError as error:
        yield Difference("database", "foreign keys", str(error), FROM_BACKUP)


def _games(told: Told) -> Iterator[Difference]:
    for game in filter(is_different, counted(all_games(), Game.objects.count(), told)):
        for what, mend in wrong_in_game(game.pk):
            yield Difference("games", f"game {game.pk}", what, mend)


def _sums(told: Told) -> Iterator[Difference]:
    for tournament, what in wrong_sums(told):
        yield Difference("sums", f"tournament {tournament}", what, "manage.py statistics rebuild")


def _ratings(told: Told) -> Iterator[Difference]:
    for line in verify_all(told):
        where, _colon, what = line.partition(": ")
        yield Difference("ratings", where, what, REBUILD)


def _names(told: Told) -> Iterator[Difference]:
    """The keys by which people and tournaments are found and sorted."""
    for row, keys in wrong_keys():
        told = ", ".join(keys)
        where = f"{row._meta.model_name} {row.pk}"
        yield Difference("names", where, f"{told}: not what follows from the name", "manage.py names rebuild")


def _log(told: Told) -> Iterator[Difference]:
    """Every chain of the log from its first entry to its head. What was changed there can't be worked out anew."""
    ends = {head.chain: head for head in AuditHead.objects.all()}
    last: tuple[int, int, str] = (-1, 0, "")
    lengths: dict[int, tuple[int, str]] = {}
    upto = AuditEntry.objects.order_by("chain", "number").values(*MARKED, "mark")
    total = sum(head.number for head in ends.values())
    for entry in counted(upto.iterator(chunk_size=2000), total, told):
        chain, number = entry["chain"], entry["number"]
        if chain not in ends or number > ends[chain].number:
            continue  # named below, or written since
        before = last if last[0] == chain else (chain, 0, "")
        where = f"chain {chain}, entry {number}"
        if number != before[1] + 1:
            yield Difference("log", where, f"{number - before[1] - 1} entries before it are missing", FROM_BACKUP)
        elif mark_of(entry, before[2]) != entry["mark"]:
            yield Difference("log", where, "it does not say what it said when it was written", FROM_BACKUP)
        last = (chain, number, entry["mark"])
        lengths[chain] = (number, entry["mark"])
    for chain, head in ends.items():
        if lengths.get(chain, (0, "")) != (head.number, head.mark):
            said = (
                f"it ends with entry {lengths.get(chain, (0, ''))[0]}, and should with {head.number}, {head.mark[:12]}…"
            )
            yield Difference("log", f"chain {chain}", said, FROM_BACKUP)
    for chain in _chains_without_end():
        yield Difference("log", f"chain {chain}", "its end is not on record", FROM_BACKUP)


def _chains_without_end() -> Iterable[int]:
    lost = AuditEntry.objects.exclude(chain__in=AuditHead.objects.values("chain"))
    return lost.order_by("chain").values_list("chain", flat=True).distinct()


PARTS: dict[str, Callable[[Told], Iterator[Difference]]] = {
    "database": _database,
    "games": _games,
    "sums": _sums,
    "ratings": _ratings,
    "names": _names,
    "log": _log,
}
