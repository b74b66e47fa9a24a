"""A year of a federation, laid into the database in bulk: people, tournaments, hands, histories and the log.

A share of 1 is 20,000 players, 2,000 tournaments, 500,000 games and 4 million hands. Each game is one of the templates
of its variant (`templates.py`), all that is derived from it included; people are seated on its sides by strength and
luck. Tournaments are in rounds, by the standings, but for some open seasons; a few are large, and the last ones are
still going on, with a round that has just been published. What always holds: `manage.py verify` finds nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import count, product
from typing import NamedTuple
from uuid import UUID

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone

from bench.federation.sheets import Sheet, set_sequences
from bench.federation.templates import SEATS, Template, compact, templates
from bench.search import ENDS, FIRST, ROOTS
from tournaments import models as m
from tournaments.models.summaries import BESTS

PLAYERS, TOURNAMENTS, CLUBS, GOING_ON = 20_000, 2_000, 150, 5
VARIANTS = {"mandavoshka": 8, "kozel": 5, "morskoy_kozel": 4, "traditional": 3}
"""How many of twenty tournaments are of each variant."""
PAIRS = {"kozel", "morskoy_kozel"}
SIZES, LARGE, ROUNDS = (48, 64, 80, 96), 400, 12
EVERY_LARGE, EVERY_SEASON, SITTINGS = 100, 20, 900
MIDDLE = ("А.", "Б.", "В.", "Г.", "Д.", "Е.", "И.", "К.", "М.", "Н.", "О.", "П.", "Р.", "С.", "Т.", "Ф.")
A_GAME, BETWEEN = timedelta(minutes=30), timedelta(minutes=45)
TEMPLATES = 1_500
STAYS_SMALL = 20_000
"""So many hands lie in memory before they are written."""


class Person(NamedTuple):
    player: int
    strength: float


class Sitter(NamedTuple):
    """A person of an entry."""

    entry: int
    player: int
    strength: float


type Side = list[Sitter]


@dataclass
class Book:
    """The sheets, and the next number of each."""

    entry: Sheet
    member: Sheet
    stage_entry: Sheet
    round: Sheet
    table: Sheet
    seat: Sheet
    game: Sheet
    hand: Sheet
    result: Sheet
    summary: Sheet
    seat_summary: Sheet
    revision: Sheet
    log: Sheet
    head: Sheet

    @classmethod
    def blank(cls) -> Book:
        summary = "game_id tournament_id seconds hands fish eggs eggs_run burns early told tiles"
        seats = "game_id seat_id outs double_outs fish empty_fish opened opened_outs alone heaviest written burns"
        return cls(
            entry=Sheet(m.Entry, "id tournament_id number"),
            member=Sheet(m.EntryPlayer, "entry_id tournament_id player_id position"),
            stage_entry=Sheet(m.StageEntry, "stage_id entry_id seed"),
            round=Sheet(m.Round, "id tournament_id stage_id number status sitting published_at closed_at"),
            table=Sheet(m.Table, "id round_id number"),
            seat=Sheet(m.Seat, "id round_id table_id number player_id entry_id"),
            game=Sheet(m.Game, "id table_id version hand_count totals ended_by finished_at"),
            hand=Sheet(m.Hand, "game_id number uuid facts created_at keeper"),
            result=Sheet(m.Result, "game_id entry_id side place won lost points_for points_against points"),
            summary=Sheet(m.GameSummary, f"{summary} {' '.join(f'best_{name}' for name in BESTS)}"),
            seat_summary=Sheet(m.SeatSummary, f"{seats} comeback brink early tiles"),
            revision=Sheet(m.Revision, "tournament_id game_id version kind target after actor at"),
            log=Sheet(m.AuditEntry, "tournament_id at actor action target after chain number mark"),
            head=Sheet(m.AuditHead, "chain number mark"),
        )

    @property
    def sheets(self) -> list[Sheet]:
        return list(vars(self).values())

    def write(self) -> None:
        for sheet in self.sheets:
            sheet.write()


class Chain:
    """The log of one tournament: each entry's mark digests what it says and the mark before it (`models.audit`)."""

    def __init__(self, book: Book, tournament: int) -> None:
        self.book, self.tournament, self.number, self.mark = book, tournament, 0, ""

    def add(self, at: str, actor: str, action: str, target: str, after: str) -> None:
        """`after` is compact JSON with sorted keys."""
        self.number += 1
        said = (
            f'{{"action":"{action}","actor":"{actor}","after":{after},"at":"{at}","before":null,'
            f'"chain":{self.tournament},"mark":"{self.mark}","number":{self.number},"origin":"","target":"{target}"}}'
        )
        self.mark = sha256(said.encode()).hexdigest()
        own = self.tournament
        self.book.log.add_text(f"{own}\t{at}\t{actor}\t{action}\t{target}\t{after}\t{own}\t{self.number}\t{self.mark}")

    def close(self) -> None:
        self.book.head.add(self.tournament, self.number, self.mark)


class Federation:
    """What is being laid down, and from what."""

    def __init__(self, share: float, seed: int = 1) -> None:
        self.share, self.dice, self.book = share, random.Random(seed), Book.blank()
        self.entries, self.rounds, self.tables, self.seats = count(1), count(1), count(1), count(1)
        self.tournaments = max(20, round(TOURNAMENTS * share))
        self.games = self.hands = 0
        self.people: list[Person] = []
        self.played: dict[str, list[Template]] = {}

    def fill(self, organiser: User, say: Callable[[str, int, int], None]) -> None:
        """Everything but the ladders, which follow from it."""
        for number, variant in enumerate(VARIANTS, 1):
            self.played[variant] = templates(variant, max(50, round(TEMPLATES * min(1, 4 * self.share))), number)
            say("games played out by the simulator", number, len(VARIANTS))
        with connection.cursor() as cursor:
            # Every row points to one laid down before it; bringing a copy back holds them against that once more.
            cursor.execute("SET session_replication_role = replica")
        self._enter_people()
        order = [variant for variant, times in VARIANTS.items() for _ in range(times)]
        self.dice.shuffle(order)
        for number in range(1, self.tournaments + 1):
            self._hold(number, order[number % len(order)], organiser)
            if len(self.book.hand.lines) > STAYS_SMALL or number == self.tournaments:
                with transaction.atomic():
                    self.book.write()
            say("tournaments", number, self.tournaments)
        set_sequences(sheet for sheet in self.book.sheets if sheet is not self.book.head)
        with connection.cursor() as cursor:
            cursor.execute("SET session_replication_role = origin")
            cursor.execute("ANALYZE")

    def _enter_people(self) -> None:
        names = [f"{first} {middle} {root}{end}" for first, middle, root, end in product(FIRST, MIDDLE, ROOTS, ENDS)]
        clubs = [f"{root}{end} {n}" for n, (root, end) in enumerate(product(ROOTS, ENDS))]
        total = max(500, round(PLAYERS * self.share))
        made = m.Player.objects.bulk_create(
            (
                m.Player(name=self.dice.choice(names), slug=f"p{n}", club=self.dice.choice(clubs[:CLUBS]))
                for n in range(total)
            ),
            batch_size=5_000,
        )
        self.people = [Person(player.pk, self.dice.gauss(0, 1)) for player in made]

    def _some(self, number: int) -> list[Person]:
        """Different people, of whom the first of all come more often."""
        chosen: dict[int, Person] = {}
        while len(chosen) < number:
            at = int(len(self.people) * self.dice.random() ** 1.3)
            chosen[at] = self.people[at]
        return list(chosen.values())

    def _hold(self, number: int, variant: str, organiser: User) -> None:
        pairs, season = variant in PAIRS, number % EVERY_SEASON == 0
        pairs = pairs and not season
        going_on = number > self.tournaments - GOING_ON and not season
        starts_at = timezone.now().replace(microsecond=0) - timedelta(
            days=365 * (1 - (number - 1) / self.tournaments), hours=12
        )
        tournament = m.Tournament.objects.create(
            name=f"{self.dice.choice(('Кубок', 'Турнир', 'Вечер', 'Memorial'))} {self.dice.choice(ROOTS)} {number}",
            slug=f"t{number}", variant=variant, kind="pairs" if pairs else "individual", starts_at=starts_at,
            format="season" if season else "rounds", status="published" if going_on else "finished",
            best_of=20 if season else None, club=f"{self.dice.choice(ROOTS)} {number % CLUBS}", owner=organiser,
        )  # fmt: skip
        tournament.organisers.add(organiser)
        people = self._some(SIZES[0] if season else LARGE if number % EVERY_LARGE == 1 else self.dice.choice(SIZES))
        together = 2 if pairs else 1
        entered: list[Side] = []
        for n in range(0, len(people), together):
            entry = next(self.entries)
            entered.append([Sitter(entry, *person) for person in people[n : n + together]])
            self.book.entry.add(entry, tournament.pk, len(entered))
            for position, person in enumerate(entered[-1]):
                self.book.member.add(entry, tournament.pk, person.player, position)
        chain = Chain(self.book, tournament.pk)
        if season:
            self._play_season(tournament, entered, chain)
        else:
            self._play_rounds(tournament, entered, chain, going_on)
        chain.close()

    def _play_season(self, tournament: m.Tournament, entered: Sequence[Side], chain: Chain) -> None:
        of_side = 2 if tournament.variant in PAIRS else 1
        for number in range(1, SITTINGS + 1):
            at = tournament.starts_at + timedelta(minutes=7 * number)
            round_ = self._open(tournament, None, number, at, "closed", chain)
            drawn = [sitter for [sitter] in self.dice.sample(entered, SEATS)]
            sides = [drawn[i : i + of_side] for i in range(0, SEATS, of_side)]
            self._play(tournament, round_, 1, sides, at, f"game {number}", chain)

    def _play_rounds(self, tournament: m.Tournament, entered: Sequence[Side], chain: Chain, going_on: bool) -> None:
        pairs = tournament.variant in PAIRS
        stage = m.Stage.objects.create(
            tournament=tournament, number=1, format="swiss" if pairs else "tables", rounds=ROUNDS,
            closed_at=None if going_on else tournament.starts_at + BETWEEN * ROUNDS,
        )  # fmt: skip
        for seed, one in enumerate(entered, 1):
            self.book.stage_entry.add(stage.pk, one[0].entry, seed)
        points = dict.fromkeys((one[0].entry for one in entered), 0.0)
        at_a_table = 2 if pairs else SEATS
        for number in range(1, ROUNDS + 1):
            at, last = tournament.starts_at + BETWEEN * number, number == ROUNDS and going_on
            round_ = self._open(tournament, stage, number, at, "published" if last else "closed", chain)
            order = sorted(entered, key=lambda one: (-points[one[0].entry], self.dice.random()))
            for n in range(0, len(order), at_a_table):
                sides, table = order[n : n + at_a_table], n // at_a_table + 1
                if last:
                    game, _seats = self._seat(
                        round_, table, [side[k] for k in range(SEATS // len(sides)) for side in sides]
                    )
                    self.book.game.add(game, game, 0, 0, [], "", None)
                    continue
                where = f"round {number}, table {table}"
                for entry, worth in self._play(tournament, round_, table, sides, at, where, chain):
                    points[entry] += worth

    def _open(
        self, tournament: m.Tournament, stage: m.Stage | None, number: int, at: datetime, status: str, chain: Chain
    ) -> int:
        own, closed = next(self.rounds), None if status == "published" else at + A_GAME
        of_stage = stage and stage.pk
        self.book.round.add(own, tournament.pk, of_stage, number, status, stage is None, at, closed)
        after = compact({"status": "published"})
        chain.add(at.isoformat(), "nina", "publish_round", f"round {number}", after)
        return own

    def _seat(self, round_: int, number: int, sitters: Sequence[Sitter]) -> tuple[int, list[int]]:
        """A table with its people in order; its number, which its game has too, and those of its seats."""
        table = next(self.tables)
        self.book.table.add(table, round_, number)
        seats = [next(self.seats) for _ in sitters]
        for at, (seat, sitter) in enumerate(zip(seats, sitters, strict=True)):
            self.book.seat.add(seat, round_, table, at, sitter.player, sitter.entry)
        return table, seats

    def _play(
        self, tournament: m.Tournament, round_: int, number: int, sides: Sequence[Side], at: datetime, where: str,
        chain: Chain,
    ) -> list[tuple[int, float]]:  # fmt: skip
        """One game, from the seats to the figures; the tournament points of each entry."""
        template = self.dice.choice(self.played[tournament.variant])
        by_luck = sorted(sides, key=lambda side: -sum(one.strength for one in side) - self.dice.gauss(0, 1))
        at_side = dict(zip(template.best_first, by_luck, strict=True))
        coming = {side: iter(people) for side, people in at_side.items()}
        game, seats = self._seat(round_, number, [next(coming[side]) for side in template.side_of])
        self._write_hands(tournament, game, template, at, where, chain)
        finished_at, hands = at + A_GAME, len(template.facts)
        self.book.game.add(
            game, game, hands, template.hand_count, template.totals, template.ended_by, finished_at.isoformat()
        )
        gained = []
        for result in template.results:
            for entry in dict.fromkeys(one.entry for one in at_side[result["side"]]):
                self.book.result.add(game, entry, *result.values())
                gained.append((entry, float(result["points"])))
        seconds = int((A_GAME / hands * (hands - 1)).total_seconds()) or None
        figures = template.figures | {"seconds": seconds}
        names = self.book.summary.names[2:]
        self.book.summary.add(game, tournament.pk, *(figures[name] for name in names))
        for seat, row in zip(seats, template.seat_figures, strict=True):
            self.book.seat_summary.add(game, seat, *(row[name] for name in self.book.seat_summary.names[2:]))
        self.games += 1
        self.hands += template.hand_count
        return gained

    def _write_hands(
        self, tournament: m.Tournament, game: int, template: Template, start: datetime, where: str, chain: Chain
    ) -> None:
        """The hands, evenly through the time of the game, the last one at its end; what was changed, and the log."""
        book, total, keeper = self.book, len(template.facts), f"Keeper {game % 40}"
        for n, (facts, word) in enumerate(zip(template.facts, template.words, strict=True), 1):
            at = (start + A_GAME * n // total).isoformat()
            uuid, target = UUID(int=self.dice.getrandbits(128)), f"{where}, {word}"
            book.hand.add_text(f"{game}\t{n}\t{uuid}\t{facts}\t{at}\t{keeper}")
            told = f'"keeper":"{keeper}","number":{n},"uuid":"{uuid}"'
            after = f'{{"at":"{at}","facts":{facts},{told}}}'
            book.revision.add_text(f"{tournament.pk}\t{game}\t{n}\trecord\t{target}\t{after}\t{keeper}\t{at}")
            after = f'{{"at":"{at}","facts":{facts},"game":{game},{told},"version":{n}}}'
            chain.add(at, keeper, "record_hand", target, after)
