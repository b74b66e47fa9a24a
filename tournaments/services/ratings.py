"""Ratings follow the finished games: each change of a rated game replays its ladders from that game on.

A ladder's stored changes and ratings are always what `rebuild_ladder` would make of the counted games, bit for bit.
Everything here is derived, so nothing of it goes into the log. Writers of a ladder wait for each other at its row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Count, Q, QuerySet

from scoring.ratings.model import ordinal
from scoring.ratings.replay import Change, Game as RatedGame, Standing, replay
from tournaments.models import Game, Ladder, Rating, RatingChange, Tournament
from tournaments.queries.games import played, rated_games
from tournaments.queries.ratings import last_changes

OVERALL = "overall"

Key = tuple[datetime, int]
"""A game's place in the order of play: when it finished, and its id."""


@transaction.atomic
def rerate_game(*, game: Game) -> None:
    """Bring the ratings up to date after a game was finished, amended or reopened. Call it after the change."""
    _rerate(Game.objects.filter(pk=game.pk), game.table.round.tournament.variant)


@transaction.atomic
def rerate_tournament(*, tournament: Tournament) -> None:
    """Bring the ratings up to date after a tournament was published, hidden, or made rated or unrated."""
    _rerate(Game.objects.filter(table__round__tournament=tournament), tournament.variant)


@transaction.atomic
def rebuild_ladder(*, ladder: Ladder) -> None:
    """Work the whole ladder out anew from its games."""
    _lock([ladder.variant])
    Rating.objects.filter(ladder=ladder).delete()
    _replay_from(ladder, None)


def rebuild_all() -> list[Ladder]:
    """Rebuild every ladder, and make those that rated games ask for: one over all games, one a variant."""
    for variant in sorted(_wanted_variants()):
        _ladder(variant)
    ladders = list(Ladder.objects.all())
    for ladder in ladders:
        rebuild_ladder(ladder=ladder)
    return ladders


@transaction.atomic
def verify_all() -> list[str]:
    """Every difference between what is stored and what a full replay gives, a line each. Changes nothing."""
    ladders = _lock([ladder.variant for ladder in Ladder.objects.all()])
    missing = _wanted_variants() - {ladder.variant for ladder in ladders}
    found = [f"{variant or OVERALL}: there are rated games, but no ladder" for variant in sorted(missing)]
    return found + [line for ladder in ladders for line in differences(ladder)]


def differences(ladder: Ladder) -> Iterator[str]:
    """What is stored on the ladder otherwise than a full replay gives it, a line each."""
    stored = {(row.game, row.player): row for row in _stored_changes(ladder)}
    standings: dict[int, tuple[float, float, float, int]] = {}
    for change in replay(_games_from(ladder, None), {}):
        row = stored.pop((change.game, change.player), None)
        if row != change:
            yield f"{ladder}: game {change.game}, player {change.player}: stored {_told(row)}, replayed {_told(change)}"
        games = standings[change.player][3] + 1 if change.player in standings else 1
        standings[change.player] = (change.mu, change.sigma, ordinal(change.mu, change.sigma), games)
    for row in stored.values():
        yield f"{ladder}: game {row.game}, player {row.player}: stored {_told(row)}, but the game does not count"
    ratings = Rating.objects.filter(ladder=ladder).values_list("player_id", "mu", "sigma", "ordinal", "games")
    for player, *numbers in ratings.order_by("player_id"):
        standing = standings.pop(player, None)
        if standing != tuple(numbers):
            yield f"{ladder}: rating of player {player}: stored {tuple(numbers)}, replayed {standing}"
    for player, standing in standings.items():
        yield f"{ladder}: rating of player {player}: stored None, replayed {standing}"


def _rerate(games: QuerySet[Game], variant: str) -> None:
    """Replay the ladders of the games from the first of them on, by its stored key or its present one."""
    now = rated_games().filter(pk__in=games).order_by("finished_at", "id").values_list("finished_at", "id").first()
    stored = RatingChange.objects.filter(game__in=games)
    variants = set(stored.order_by().values_list("ladder__variant", flat=True).distinct())
    if now is not None:
        variants |= {"", variant}
    ladders = _lock(variants)
    keys = list(stored.order_by().values_list("ladder", "finished_at", "game").distinct())
    for ladder in ladders:
        touched = [(finished_at, game) for of, finished_at, game in keys if of == ladder.pk]
        if now is not None:
            touched.append(now)
        if touched:
            _replay_from(ladder, min(touched))


def _wanted_variants() -> set[str]:
    """The variants of the ladders that the rated games ask for."""
    variants = set(rated_games().order_by().values_list("table__round__tournament__variant", flat=True).distinct())
    return variants | {""} if variants else variants


def _ladder(variant: str) -> Ladder:
    slug = variant.replace("_", "-") or OVERALL
    return Ladder.objects.get_or_create(variant=variant, defaults={"slug": slug})[0]


def _lock(variants: Iterable[str]) -> list[Ladder]:
    """The ladders of the variants, made where missing, held until the transaction ends; always in the same order."""
    ids = [_ladder(variant).pk for variant in variants]
    return list(Ladder.objects.select_for_update().filter(pk__in=ids).order_by("id"))


def _replay_from(ladder: Ladder, key: Key | None) -> None:
    """Drop the ladder's changes from the key on (all without one), and replay the games from there."""
    gone = RatingChange.objects.filter(_from(key, "game_id"), ladder=ladder)
    touched = set(gone.order_by().values_list("player_id", flat=True).distinct())
    gone.delete()
    games = _games_from(ladder, key)
    touched.update(player for game in games for side in game.sides for player in side)
    standings, counts = _standings(ladder, touched) if key is not None else ({}, {})
    changes = list(replay(games, standings))
    _store_changes(ladder, changes)
    for change in changes:
        standings[change.player] = Standing(change.mu, change.sigma, change.finished_at)
        counts[change.player] = counts.get(change.player, 0) + 1
    _store_ratings(ladder, touched, standings, counts)


def _from(key: Key | None, id_field: str) -> Q:
    """At the key or after it in the order of play."""
    if key is None:
        return Q()
    finished_at, game = key
    return Q(finished_at__gte=finished_at) & (Q(finished_at__gt=finished_at) | Q(**{f"{id_field}__gte": game}))


def _games_from(ladder: Ladder, key: Key | None) -> list[RatedGame]:
    return played(rated_games(ladder.variant).filter(_from(key, "id")))


def _standings(ladder: Ladder, players: set[int]) -> tuple[dict[int, Standing], dict[int, int]]:
    """Where the players stand by the stored changes, and how many games they have there."""
    last = last_changes(ladder, players).values_list("player_id", "mu", "sigma", "finished_at")
    counts = RatingChange.objects.filter(ladder=ladder, player__in=players).order_by().values_list("player_id")
    return (
        {player: Standing(mu, sigma, played_at) for player, mu, sigma, played_at in last},
        dict(counts.annotate(games=Count("pk"))),
    )


def _stored_changes(ladder: Ladder) -> Iterable[Change]:
    rows = RatingChange.objects.filter(ladder=ladder).values_list(
        "game_id", "finished_at", "player_id", "place", "mu_before", "sigma_before", "mu", "sigma"
    )
    return map(Change._make, rows)


def _store_changes(ladder: Ladder, changes: list[Change]) -> None:
    """Insert the changes by the driver's `executemany`, which takes a tenth of the time of as many objects."""
    if not changes:
        return
    meta = RatingChange._meta
    names = ("game", "finished_at", "player", "place", "mu_before", "sigma_before", "mu", "sigma", "ladder")
    columns = ", ".join(connection.ops.quote_name(meta.get_field(name).column) for name in names)
    time = meta.get_field("finished_at")
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {connection.ops.quote_name(meta.db_table)} ({columns}) "
            f"VALUES ({', '.join(['%s'] * len(names))})",
            [(c.game, time.get_db_prep_save(c.finished_at, connection), *c[2:], ladder.pk) for c in changes],
        )


def _store_ratings(ladder: Ladder, players: set[int], standings: dict[int, Standing], counts: dict[int, int]) -> None:
    """Write the ratings of the players; who has no game left loses his."""
    Rating.objects.filter(ladder=ladder, player__in=players - standings.keys()).delete()
    Rating.objects.bulk_create(
        [
            Rating(
                ladder=ladder,
                player_id=player,
                mu=standings[player].mu,
                sigma=standings[player].sigma,
                ordinal=ordinal(standings[player].mu, standings[player].sigma),
                games=counts[player],
            )
            for player in sorted(players & standings.keys())
        ],
        update_conflicts=True,
        unique_fields=["ladder", "player"],
        update_fields=["mu", "sigma", "ordinal", "games"],
    )


def _told(change: Change | None) -> str:
    if change is None:
        return "nothing"
    return f"place {change.place}, {change.mu_before!r} ± {change.sigma_before!r} → {change.mu!r} ± {change.sigma!r}"
