"""The stretches of a ladder's games: made anew from the first one that a replay touched, in its transaction.

Games after all others, as of a game that has just ended, are added to the last one.

What always holds: they are what `scoring.ratings.stretches` makes of the ladder's rated games, each but the last full;
or there are none, since the ladder was replayed whole, and they are made next. Pages count the games themselves then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import batched

from scoring.ratings.backtest import DEFAULT_K
from scoring.ratings.elo import START, Elo
from scoring.ratings.kept import Standing
from scoring.ratings.replay import Game, Rated
from scoring.ratings.stretches import Stretch, seen_in, stretches, tells_all
from tournaments.models import Ladder, LadderStretch, Rating
from tournaments.queries.games import Key, at_or_after, kept_games

A_BATCH = 20


def make_stretches(
    ladder: Ladder,
    first: LadderStretch | None,
    now: dict[int, Standing],
    elo_now: dict[int, float],
    added: Key | None = None,
) -> dict[int, float]:
    """The stretches from this one on, where the replay begins (all without one).

    `now` and `elo_now`: where each player, at least of those `concerned`, stands and what Elo gives him, as it was
    before the replay; what Elo gives them after all games comes back. `added`: the ladder had no games from here on;
    then its last stretch goes on, and the games in it are not read again. Call it with the ladder locked, when its
    games have been replayed.
    """
    gone = ladder.stretches.filter(number__gte=first.number if first else 0)
    elo, standings, begun = Elo(DEFAULT_K), {}, None
    since = first and (first.finished_at, first.order)
    if first:
        elo.ratings, standings = dict(elo_now), dict(now)
    if first and added:
        since, begun = added, _fields(first)
    elif first:
        for packed in gone.order_by("-number").values_list("seen", flat=True):
            for player, *before, given in seen_in(packed):
                elo.ratings[player], standings[player] = given, tuple(before)
    gone.delete()
    made = stretches(kept_games(ladder, since), elo, standings, first.number if first else 0, begun)
    for some in batched(made, A_BATCH, strict=False):
        LadderStretch.objects.bulk_create(
            LadderStretch(ladder=ladder, number=number, **stretch._asdict()) for number, stretch in some
        )
    return elo.ratings


def concerned(ladder: Ladder, first: LadderStretch | None, games: Iterable[Game]) -> set[int] | None:
    """Whose standings a replay from within this stretch needs, where these games, fewer than one, are all it counts.

    A game that ends is mostly the ladder's last: it needs those at the table and in the last stretches, not the whole
    ladder. None: everybody's, since a stretch is made that tells where all stood, or there are few.
    """
    if first is None or not first.number or tells_all(first.number) or tells_all(first.number + 1):
        return None
    seen = ladder.stretches.filter(number__gte=first.number).values_list("seen", flat=True)
    players = {player for packed in seen for player, *_standing in seen_in(packed)}
    return players.union(*(side for game in games for side in game.sides))


def differences(ladder: Ladder, games: Iterable[Rated]) -> Iterator[str]:
    """What is stored otherwise than these games, all of the ladder in their order, give it, a line each."""
    elo = Elo(DEFAULT_K)
    stored = {row.number: _fields(row) for row in ladder.stretches.iterator(chunk_size=A_BATCH)}
    for number, stretch in stretches(games, elo, {}):
        if stored.pop(number, None) != stretch:
            yield f"{ladder}: stretch {number} of its games: not what the games give"
    for number in stored:
        yield f"{ladder}: stretch {number} of its games: stored, but the games end before it"
    for player, given in Rating.objects.filter(ladder=ladder).order_by("player").values_list("player", "elo"):
        if given != elo.ratings.get(player, START):
            yield f"{ladder}: Elo of player {player}: stored {given}, replayed {elo.ratings.get(player)}"


def beginning(ladder: Ladder, key: Key | None) -> LadderStretch | None:
    """The last stretch that begins no later than the key, if there is one."""
    if key is None:
        return None
    later = at_or_after((key[0], key[1] + 1))
    return ladder.stretches.exclude(later).order_by("-number").first()


def _fields(row: LadderStretch) -> Stretch:
    standings = row.standings and bytes(row.standings)
    return Stretch(row.finished_at, row.order, row.games, bytes(row.measures), bytes(row.seen), standings)
