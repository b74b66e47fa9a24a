"""All that is stored held against what follows from the facts. Changes nothing.

Each *difference* says where it is, what is wrong, and the command that mends it. All is read beside its writers; what
looks wrong of a game, of sums or of a ladder is looked at once more with it locked before it is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.db import DatabaseError, IntegrityError, OperationalError, connection

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
        try:
            yield from PARTS[name](told)
        except OperationalError:
            raise  # the database is away
        except DatabaseError as error:
            yield Difference(name, "the database", f"it can't be read: {error}", FROM_BACKUP)


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
                    yield Difference("database", "the file", " ".join(line.split()), FROM_BACKUP)
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
    heads = list(AuditHead.objects.order_by("chain"))
    for head in counted(heads, len(heads), told):
        for where, what in _wrong_in_chain(head):
            yield Difference("log", where, what, FROM_BACKUP)
    for chain in _chains_without_end():
        yield Difference("log", f"chain {chain}", "its end is not on record", FROM_BACKUP)


def _wrong_in_chain(head: AuditHead) -> Iterator[tuple[str, str]]:
    """Where the entries up to this head are not those that were written, and how. What came since is left out."""
    number, mark = 0, ""
    upto = AuditEntry.objects.filter(chain=head.chain, number__lte=head.number).order_by("number")
    for entry in upto.values(*MARKED, "mark").iterator(chunk_size=2000):
        where = f"chain {head.chain}, entry {entry['number']}"
        if entry["number"] != number + 1:
            yield where, f"{entry['number'] - number - 1} entries before it are missing"
        elif mark_of(entry, mark) != entry["mark"]:
            yield where, "it does not say what it said when it was written"
        number, mark = entry["number"], entry["mark"]
    if (number, mark) != (head.number, head.mark):
        said = f"it ends with entry {number}, and should with {head.number}, {head.mark[:12]}…"
        yield f"chain {head.chain}", said


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
