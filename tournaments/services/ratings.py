"""Ratings follow the finished games: each change of a rated game replays its ladders from that game on.

Where many games change, the sums of their tournaments (`services.sums`) are made anew by the same task.

A ladder's stored games, ratings and stretches are always what `rebuild_ladder` and `stretch_ladder` would make of the
counted games, bit for bit. Everything here is derived, so nothing of it goes into the log. A replay is one transaction:
readers see the old ladder until the new one is whole. Writers of a ladder wait for each other at its row.

Replays run as tasks (`django.tasks`): at once in the transaction of the change as it comes, by a worker where the
backend has one; the task is then queued in that transaction, and works from what it finds stored when it runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.tasks import TaskResultStatus, task
from django.tasks.base import Task

from scoring.ratings import stretches
from scoring.ratings.replay import replay
from tournaments.models import Game, Ladder, PastSeat, RatedGame, Seat, Tournament
from tournaments.queries.games import Key, played, rated_games
from tournaments.services.ladder_stretches import beginning, concerned, make_stretches
from tournaments.services.ratings_store import count_anew, standings_now, store_games, store_ratings, take_out
from tournaments.services.sums import sum_up

OVERALL = "overall"


def rerate_game(*, game: Game) -> None:
    """Bring the ratings up to date after a game was finished, amended or reopened, which the sums have followed.

    Call it after the change.
    """
    _queue(rerate, games=[game.pk], summed=True)


def rerate_games(*, games: list[int]) -> None:
    """Bring ratings and sums up to date after the players of these games were changed."""
    if games:
        _queue(rerate, games=games)


def rerate_tournament(*, tournament: Tournament) -> None:
    """Bring ratings and sums up to date after a tournament was published or hidden, made rated, or given to a club.

    Whom it alone had brought to a ladder leaves that at once, since a worker's replay comes later and he may be someone
    whom nobody is to see any more.
    """
    _take_off(tournament)
    _queue(rerate, tournament=tournament.pk)


def queue_rebuild(*, ladder: Ladder) -> None:
    """Work the whole ladder out anew, after its settings or what it counts were changed."""
    _queue(rebuild, ladder=ladder.pk)


@task
def rerate(games: list[int] | None = None, tournament: int | None = None, summed: bool = False) -> None:
    """Replay the ladders of these games, or of a tournament's, from the first of them on.

    The games of their tournaments are summed up before, unless they are `summed`.
    """
    which = Q(table__round__tournament=tournament) if games is None else Q(pk__in=games)
    with transaction.atomic(savepoint=False):
        found = Game.objects.filter(which)
        if not summed:
            sum_up(found.order_by().values_list("table__round__tournament", flat=True).distinct())
        _rerate(found)


@task
def rebuild(ladder: int) -> None:
    """Replay a ladder whole, and make its stretches when that can be seen; one that is gone needs none."""
    found = Ladder.objects.filter(pk=ladder).first()
    if found is not None:
        rebuild_ladder(ladder=found)
        stretch_ladder(ladder=found)


@transaction.atomic
def rebuild_ladder(*, ladder: Ladder) -> None:
    """Work the whole ladder out anew from its games. It has no stretches then: pages count the games meanwhile."""
    [locked] = lock_ladders([ladder.pk])
    locked.stretches.all().delete()
    count_anew()
    _replay_from(locked, None)


@transaction.atomic
def stretch_ladder(*, ladder: Ladder) -> None:
    """Make the stretches of a ladder that was replayed whole, unless a replay since has, or it is gone."""
    for locked in lock_ladders([ladder.pk]):
        if not locked.stretches.exists():
            now, elo = standings_now(locked)
            store_ratings(locked, now, elo, now, make_stretches(locked, None, now, elo))


def rebuild_all() -> list[Ladder]:
    """Rebuild every ladder, and make those that rated games ask for: one over all games, one a variant."""
    for variant in sorted(wanted_variants()):
        _own_ladder(variant)
    ladders = list(Ladder.objects.all())
    for ladder in ladders:
        rebuild_ladder(ladder=ladder)
        stretch_ladder(ladder=ladder)
    return ladders


def wanted_variants() -> set[str]:
    """The variants of the site's own ladders that the rated games ask for."""
    count_anew()
    variants = set(rated_games().order_by().values_list("table__round__tournament__variant", flat=True).distinct())
    return variants | {""} if variants else variants


def lock_ladders(ids: Iterable[int]) -> list[Ladder]:
    """The ladders, held until the transaction ends; always in the same order. Rows that point to them may come in."""
    return list(Ladder.objects.select_for_update(no_key=True).filter(pk__in=list(ids)).order_by("id"))


def _queue(work: Task, **arguments: object) -> None:
    """Hand a task over. What goes wrong in one that runs at once goes wrong here."""
    result = work.enqueue(**arguments)
    if result.status == TaskResultStatus.FAILED:
        raise RuntimeError(result.errors[0].traceback)


def _rerate(games: QuerySet[Game]) -> None:
    """Replay each ladder of the games from the first of them on, by its stored key or its present one."""
    rated = list(
        rated_games()
        .filter(pk__in=games)
        .order_by()
        .values_list("table__round__tournament__variant", "table__round__tournament__club")
        .distinct()
    )
    stored = RatedGame.objects.filter(game__in=games).order_by()
    ids = set(stored.values_list("ladder", flat=True).distinct())
    for variant, club in rated:
        counting = Ladder.objects.filter(variant__in=["", variant], club__in=["", club]).order_by()
        known = list(counting.values_list("pk", "variant", "name"))
        ids.update(pk for pk, _variant, _name in known)
        missing = {"", variant} - {of for _pk, of, name in known if not name}
        ids.update(_own_ladder(own).pk for own in sorted(missing))
    ladders = lock_ladders(ids)
    count_anew()
    keys = list(stored.values_list("ladder", "finished_at", "order").distinct())
    for ladder in ladders:
        touched: list[Key] = [(finished_at, order) for of, finished_at, order in keys if of == ladder.pk]
        now = rated_games(ladder).filter(pk__in=games).order_by("finished_at", "id")
        touched += now.values_list("finished_at", "id")[:1]
        if touched:
            _replay_from(ladder, min(touched))


def _take_off(tournament: Tournament) -> None:
    """Take the ratings of those players of the tournament off its ladders who have no game there that counts."""
    of_players = Q(player__in=Seat.objects.filter(round__tournament=tournament).order_by().values("player"))
    for ladder in Ladder.objects.filter(rated_games__game__table__round__tournament=tournament).distinct():
        games = rated_games(ladder).filter(table__seats__player=OuterRef("player"))
        past = PastSeat.objects.filter(game__ladder=ladder, player=OuterRef("player"))
        ladder.ratings.filter(of_players, ~Exists(games), ~Exists(past)).order_by().delete()


def _own_ladder(variant: str) -> Ladder:
    slug = variant.replace("_", "-") or OVERALL
    return Ladder.objects.get_or_create(variant=variant, name="", defaults={"slug": slug})[0]


def _replay_from(ladder: Ladder, key: Key | None) -> None:
    """Take the ladder's games from the key on (all without one) out, and replay those that count from there."""
    games = played(ladder, key)
    few = list(islice(games, stretches.SIZE))
    first = beginning(ladder, key)
    old, old_elo = standings_now(ladder, concerned(ladder, first, few) if len(few) < stretches.SIZE else None)
    standings, had_games = take_out(ladder, key, old)
    store_games(ladder, replay(chain(few, games), standings, ladder.model))
    elo = make_stretches(ladder, first, old, old_elo, None if had_games else key) if key else old_elo
    store_ratings(ladder, old, old_elo, standings, elo)
    Ladder.objects.filter(pk=ladder.pk).update(version=F("version") + 1)
