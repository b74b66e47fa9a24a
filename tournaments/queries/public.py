"""What the public pages read: tournaments by what happens in them, rounds with their tables, the last results.

A draft tournament, and a draft round, is read here only by those who may see it (`tournaments.access`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext, pgettext

from scoring import variants
from scoring.variants.base import Variant
from tournaments.access import Actor, visible_games, visible_rounds, visible_tournaments
from tournaments.models import Entry, EntryPlayer, Game, Player, Result, Round, Seat, Table, Tournament
from tournaments.queries.bracket import has_bracket
from tournaments.queries.clock import time_called
from tournaments.queries.games import counted_games
from tournaments.queries.people import by_name, name_order
from tournaments.queries.series import Series, is_series, series_of


@dataclass(frozen=True)
class SideLine:
    """Who sits on a side of a table, and the account of the side; in a game without accounts, the point it brought."""

    side: int
    seats: list[Seat]
    total: int | Decimal | None
    lost: bool
    won: bool

    @property
    def names(self) -> list[str]:
        return [seat.player.name for seat in self.seats]


@dataclass(frozen=True)
class TableLine:
    """One table of a round, with its game as it stands, the series it is part of, and why they sit together."""

    table: Table
    game: Game
    sides: list[SideLine]
    reasons: Sequence[str] = ()
    series: Series | None = None

    @property
    def state(self) -> str:
        """`annulled`, `done`, `on` or `waiting`."""
        if self.game.ruling == Game.Ruling.ANNULLED:
            return "annulled"
        if self.game.finished_at:
            return "done"
        begun = self.game.hand_count or any(self.game.totals) or (self.series and self.series.counted)
        return "on" if begun else "waiting"

    @property
    def state_in_words(self) -> str:
        """The state as a page writes it, for paper and files."""
        words = {
            "annulled": pgettext("a game", "Annulled"),
            "done": pgettext("a game", "Finished"),
            "on": gettext("Playing"),
        }
        return words.get(self.state) or gettext("Not begun")


@dataclass(frozen=True)
class OnNow:
    """A tournament that is being played: its open round (none between rounds, and in a season), and how far it is."""

    tournament: Tournament
    round: Round | None
    games: int
    done: int

    @property
    def going_on(self) -> int:
        return self.games - self.done


@dataclass(frozen=True)
class Now:
    """What the home page shows: tournaments on now, those to come, the last finished games."""

    on: list[OnNow]
    to_come: list[Tournament]
    past: list[Tournament]
    results: list[TableLine]


PARTNER = Exists(EntryPlayer.objects.filter(entry=OuterRef("pk"), position=1))


def counted(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Tournaments with the numbers that a list shows: entries that still play, the last public round.

    Who has no partner yet where pairs play is not counted.
    """
    complete = Q(tournament__kind=Tournament.Kind.INDIVIDUAL) | PARTNER
    entries = Entry.objects.filter(complete, tournament=OuterRef("pk"), withdrawn=False)
    playing = entries.order_by().values("tournament")
    shown = Round.objects.filter(tournament=OuterRef("pk")).exclude(status=Round.Status.DRAFT)
    return tournaments.annotate(
        entry_count=Coalesce(Subquery(playing.values(count=Count("pk"))), 0),
        last_round=Subquery(shown.order_by("-number").values("number")[:1]),
    )


LATEST = (F("starts_at").desc(nulls_last=True), "-id")
"""The latest first, those without a day last: left to themselves, databases differ in where these stand."""


def tournaments_list(actor: Actor) -> QuerySet[Tournament]:
    """All that the actor may see: what is not over, then what is, each the latest first."""
    over = Q(status=Tournament.Status.FINISHED)
    return counted(visible_tournaments(actor)).alias(over=over).order_by("over", *LATEST)


def happening_now(actor: Actor, limit: int = 5) -> Now:
    """The home page's lists. Five queries and those of the results."""
    public = counted(visible_tournaments(actor)).exclude(status=Tournament.Status.DRAFT)
    published = public.filter(status=Tournament.Status.PUBLISHED)
    started = Exists(Round.objects.filter(tournament=OuterRef("pk")).exclude(status=Round.Status.DRAFT))
    return Now(
        on=_on_now(published.filter(started).order_by(*LATEST)),
        to_come=list(published.exclude(started).order_by(F("starts_at").asc(nulls_last=True), "id")),
        past=list(public.filter(status=Tournament.Status.FINISHED).order_by(*LATEST)[:limit]),
        results=lines_of(last_results(actor)[:limit]),
    )


def _on_now(tournaments: QuerySet[Tournament]) -> list[OnNow]:
    """These tournaments with what their open rounds have come to. Two queries."""
    on = list(tournaments)
    done = Q(tables__games__finished_at__isnull=False) | Q(tables__games__ruling=Game.Ruling.ANNULLED)
    rounds: dict[int, list[Round]] = {tournament.pk: [] for tournament in on}
    for round_ in (
        Round.objects.filter(tournament__in=on, status=Round.Status.PUBLISHED)
        .annotate(games=Count("tables__games"), done=Count("tables__games", filter=done))
        .order_by("number")
    ):
        rounds[round_.tournament_id].append(round_)
    return [
        OnNow(
            tournament,
            next((round_ for round_ in rounds[tournament.pk] if not round_.sitting), None),
            games=sum(round_.games for round_ in rounds[tournament.pk]),
            done=sum(round_.done for round_ in rounds[tournament.pk]),
        )
        for tournament in on
    ]


def last_results(actor: Actor) -> QuerySet[Game]:
    """Finished games, the latest first, with all that a line about each needs."""
    return (
        counted_games()
        .filter(pk__in=visible_games(actor).values("pk"))
        .select_related("table__round__tournament")
        .prefetch_related(
            Prefetch("table__seats", Seat.objects.select_related("player").order_by("number")),
            Prefetch("results", Result.objects.order_by("place", "side")),
        )
        .order_by("-finished_at", "-id")
    )


def lines_of(games: Iterable[Game]) -> list[TableLine]:
    """A line for each of some of the `last_results`."""
    return [_line(game) for game in games]


def _line(game: Game) -> TableLine:
    return table_line(game.table, game, variants.get(game.table.round.tournament.variant))


def rounds_of(actor: Actor, tournament: Tournament) -> list[Round]:
    """The rounds that the actor may see, each with `tables_count` and `done_count`: tables with no game to play.

    `bracketed`: it belongs to a knockout.
    """
    to_play = Q(tables__games__finished_at__isnull=True) & ~Q(tables__games__ruling=Game.Ruling.ANNULLED)
    rounds = list(
        visible_rounds(actor, tournament)
        .select_related("stage")
        .annotate(
            tables_count=Count("tables", distinct=True),
            done_count=Count("tables", distinct=True) - Count("tables", filter=to_play, distinct=True),
        )
        .order_by("number")
    )
    for one in rounds:
        one.bracketed = one.stage is not None and has_bracket(one.stage)
    return rounds


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """All entries of the tournament by number, with their players, whichever stage they play in. Three queries.

    `alone`: without a partner yet, where pairs play.
    """
    alone = ~PARTNER if tournament.kind == Tournament.Kind.PAIRS else Value(False)
    return tournament.entries.annotate(alone=alone).order_by("number").prefetch_related("members__player")


def tables_of(
    round_: Round, reasons: Mapping[int, Sequence[str]] | None = None, *, results: bool = True
) -> list[TableLine]:
    """The tables of a round in order, with who sits where, the accounts, and the `reasons` by number. Four queries.

    Without `results` the accounts stay hidden, and who won.
    """
    tables = round_.tables.order_by("number").prefetch_related(
        Prefetch("seats", Seat.objects.select_related("player").order_by("number")),
        Prefetch("games", Game.objects.order_by("number").prefetch_related("results")),
    )
    variant = variants.get(round_.tournament.variant)
    why = reasons or {}
    return [_table_line(round_, table, variant, why.get(table.number, ()), results=results) for table in tables]


def _table_line(
    round_: Round, table: Table, variant: type[Variant], reasons: Sequence[str], *, results: bool
) -> TableLine:
    games = list(table.games.all())
    if not is_series(round_.stage):
        return table_line(table, games[0], variant, reasons, results=results)
    sides = 2 if variant.pairs else len(table.seats.all())
    stored = {game.pk: list(game.results.all()) for game in games}
    series = series_of(round_.stage, games, stored, sides, called=time_called(round_))
    line = table_line(table, series.current, variant, reasons, results=results)
    return replace(line, series=series) if results else line


def table_line(
    table: Table,
    game: Game,
    variant: type[Variant],
    reasons: Sequence[str] = (),
    *,
    results: bool = True,
    seats: Sequence[Seat] | None = None,
) -> TableLine:
    """A table with its game; seats (where they are not given), players and results have been fetched."""
    seats = list(table.seats.all()) if seats is None else seats
    pairs = variant.pairs
    shown = {result.side: result for result in game.results.all()} if results else {}
    sides = []
    for side in range(2 if pairs else len(seats)):
        result = shown.get(side)
        total = game.totals[side] if side < len(game.totals) else 0
        sides.append(
            SideLine(
                side=side,
                seats=[seat for index, seat in enumerate(seats) if (index % 2 if pairs else index) == side],
                total=(result.points if result else None) if variant.result_alone or not results else total,
                lost=bool(result and result.lost),
                won=bool(result and result.won),
            )
        )
    return TableLine(table, game, sides, reasons)


def byes_of(round_: Round) -> list[Seat]:
    """Who rests in the round."""
    return list(round_.seats.filter(table=None).select_related("player").order_by(*by_name("player__")))


def places_by_name(tables: list[TableLine]) -> list[tuple[Player, int]]:
    """Who sits at which table, by name."""
    places = ((seat.player, line.table.number) for line in tables for side in line.sides for seat in side.seats)
    return sorted(places, key=lambda place: name_order(place[0].name))
