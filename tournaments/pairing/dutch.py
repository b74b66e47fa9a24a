"""FIDE's Dutch system of 2026, through gacrux, which is spoken to in TRF26.

Where the rules give no pairing (small fields, many forbidden pairs), `pair` raises `PairingError` and the engine takes
the Swiss without colours instead, with the balance of colours put before everything but the scores.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from importlib.metadata import version

from gacrux.pairingdutch import pairing_dutch
from gacrux.trf2json import trf2json

from tournaments.pairing import words
from tournaments.pairing.brackets import Brackets
from tournaments.pairing.duels import pair_off
from tournaments.pairing.engine import TWO, Draft, Engine, Task, engine
from tournaments.pairing.reasons import gettext_noop, note
from tournaments.pairing.values import BYE, FULL, HALF, ZERO, Cancelled, Options, PairingError, PastRound, State

LETTERS = {BYE: "U", FULL: "U", HALF: "H", ZERO: "Z"}  # never F: the library takes it for a forfeit
Pairs = list[tuple[int, int]]  # white and black in the order of the boards; black 0 is the bye


@engine
class Dutch(Engine):
    code = "dutch"
    name = gettext_noop("Swiss, FIDE Dutch")
    sides = TWO
    version = f"1+gacrux-{version('gacrux')}"

    def plan(self, task: Task) -> Draft:
        first = task.options.first_colour or task.random.choice("wb")
        watched = partial(Brackets, watch=task.watch)
        try:
            pairs = pair(task.state, replace(task.options, first_colour=first), set(task.ids), watched)
        except PairingError:
            draft = pair_off(replace(task, options=replace(task.options, colours=True, seeded=True)))
            draft.reasons.insert(0, note("dutch_stopped"))
            return draft
        draft = Draft(reasons=[note("dutch")], numbers_matter=True)
        for white, black in pairs:
            if black:
                draft.tables.append(((white, black), words.of_table(task, (white, black))))
            else:
                draft.byes += words.byes(task, [white], "bye_rules")
        return draft


def pair(state: State, options: Options, pool: set[int], library: Callable[..., pairing_dutch] = Brackets) -> Pairs:
    """The pairing that the rules give for those of the pool; `PairingError` where they give none.

    `library` makes the library's engine, by itself or with its matching replaced; both give the same.
    """
    order = [entry.id for entry in sorted(state.entries, key=lambda entry: (entry.number, entry.id))]
    collecting = gc.isenabled()
    gc.disable()  # the library makes millions of small lists, none of them in circles: a quarter of the time is saved
    try:
        text = as_trf(state, options, pool, order)
        reader = trf2json()
        reader.parse_file(text, 0)
        if reader.chessjson["status"]["code"]:
            raise PairingError("no_pairing", why="; ".join(reader.chessjson["status"]["error"]))
        work = library(
            reader.get_tournament(1),
            state.number,
            {"experimental": [], "verbose": 0, "top_color": options.first_colour},
        )
        brackets = work.compute_pairing(False, 0)
    except (PairingError, Cancelled):
        raise
    except Exception as error:  # the library raises whatever its arithmetic meets; to us it is one thing: no pairing
        raise PairingError("no_pairing", why=f"{type(error).__name__}: {error}") from error
    finally:
        if collecting:
            gc.enable()
    found = sorted((two["board"], two["w"], two["b"]) for bracket in brackets if bracket for two in bracket["pairs"])
    pairs = [(order[white - 1], order[black - 1] if black else 0) for _, white, black in found]
    _check(pairs, pool, state)
    return pairs


def _check(pairs: Pairs, pool: set[int], state: State) -> None:
    placed = sorted(entry for two in pairs for entry in two if entry)
    if placed != sorted(pool) or sum(not black for _, black in pairs) > 1:
        raise PairingError("no_pairing", why="not everybody is placed once")
    if any(frozenset(two) in state.forbidden for two in pairs):
        raise PairingError("no_pairing", why="a forbidden pair")


def as_trf(state: State, options: Options, pool: set[int], order: list[int]) -> str:
    """The state as a file: players numbered from 1 in the order given, those outside the pool as absent."""
    number = {entry: at for at, entry in enumerate(order, 1)}
    cells: dict[int, list[str]] = {entry: [] for entry in order}
    points = dict.fromkeys(order, Fraction(0))
    for at, past in enumerate(state.rounds):
        for entry, cell, worth in _cells(past, options, number):
            cells[entry] += ["0000 - Z"] * (at - len(cells[entry])) + [cell]
            points[entry] += worth
    lines = [
        "012 Ryba",
        f"142 {max(options.rounds or 0, state.number)}",
        f"152 {(options.first_colour or 'w').upper()}",
        "162  "
        + "    ".join(
            f"{letter}{_short(worth)}"
            for letter, worth in (("W", options.win), ("D", options.draw), ("L", options.loss), ("P", options.bye))
        ),
        "192 FIDE_DUTCH_2026",
    ]
    for entry in order:
        head = f"001 {number[entry]:4d}      {f'Player {number[entry]}':<33} {0:4d}".ljust(80)
        body = "".join(f"  {cell}" for cell in cells[entry])
        lines.append(f"{head}{_short(points[entry])} {number[entry]:4d}{body}")
    lines += _extras(state, number)
    if absent := [str(number[entry]) for entry in order if entry not in pool]:
        lines.append("XXZ " + " ".join(absent))
    return "\n".join(lines) + "\n"


def _cells(past: PastRound, options: Options, number: dict[int, int]) -> Iterator[tuple[int, str, Fraction]]:
    for table in past.tables:
        for seat, other, colour, points in zip(table.seats, table.seats[::-1], "wb", table.points, strict=True):
            letter = _letter(points, options, met=table.met)
            yield seat, f"{number[other]:4d} {colour} {letter}", points
    for bye in past.byes:
        worth = {BYE: options.bye, FULL: options.bye, HALF: options.draw}.get(bye.kind, Fraction(0))
        if bye.kind not in LETTERS or worth != bye.points:
            raise PairingError("no_pairing", why=f"a bye of {bye.points}")
        yield bye.entry, f"0000 - {LETTERS[bye.kind]}", worth


def _letter(points: Fraction, options: Options, *, met: bool) -> str:
    if not met:
        known = {options.win: "+", Fraction(0): "-"}
    else:
        known = {options.loss: "0", options.draw: "=", options.win: "1"}
    if points not in known:
        raise PairingError("no_pairing", why=f"a result of {points}")
    return known[points]


def _extras(state: State, number: dict[int, int]) -> Iterator[str]:
    """Forbidden pairs, and points that count for pairing only."""
    for two in sorted(sorted(number[entry] for entry in two) for two in state.forbidden if two <= number.keys()):
        yield f"260 {state.number:3d} {state.number:3d} " + " ".join(f"{entry:4d}" for entry in two)
    for one in state.virtual:
        if one.entry in number:
            yield _accelerated(number[one.entry], one.first, one.last, one.points)
    for entry in state.entries:
        if entry.carried:
            yield _accelerated(number[entry.id], 1, 999, entry.carried)


def _accelerated(number: int, first: int, last: int, points: Fraction) -> str:
    return f"250 {_short(points)} {_short(points)} {first:3d} {last:3d} {number:4d} {number:4d}"


def _short(points: Fraction) -> str:
    """Four characters, as the format wants them; what cannot be told in four is no pairing."""
    text = f"{float(points):4.1f}" if points.denominator in (1, 2) else f"{float(points):4.2f}"
    if len(text) > 4 or Fraction(text.strip()) != points:
        raise PairingError("no_pairing", why=f"points {points}")
    return text
