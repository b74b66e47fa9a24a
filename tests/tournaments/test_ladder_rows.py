"""A ladder read page by page is the ladder worked out whole, in whichever order, for whomever, since whichever day."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.db.models import F
from django.utils import translation

from scoring.ratings import stretches
from scoring.ratings.kept import unpack
from scoring.ratings.model import is_provisional, ordinal
from scoring.ratings.replay import EPOCH
from tests.tournaments.club import DAY0, Club, finish
from tournaments.models import Ladder, Player, RatedGame, Rating
from tournaments.queries import movement
from tournaments.queries.ladders import LadderRows
from tournaments.queries.people import name_order
from tournaments.services.ratings import rebuild_all, rerate_game

pytestmark = pytest.mark.django_db

NOW = DAY0 + timedelta(days=300)
NAMES = ("rank", "player", "ordinal", "mu", "delta", "games", "played_at")
MOVED = ("rank", "moved", "gained")


@pytest.fixture
def ladder(monkeypatch) -> Ladder:
    """Sixty games of ten players in short stretches, and forty who have not played for long, with many equals.

    One of the ten plays in the first games alone, another in the last. Where everybody stood is kept of the days 84 and
    168, with the forty, since the games from the second stretch on are replayed when they are there.
    """
    for module in (stretches, movement):
        monkeypatch.setattr(module, "SIZE", 7)
    monkeypatch.setattr(stretches, "APART", 3)
    dice = Random(5)
    club = Club.open(entries=10)
    games = []
    for at in range(60):
        game = club.sit(*dice.sample(range(7), 3), 8 if at < 12 else 9 if at > 50 else 7)
        games.append(finish(game, dice.sample((1, 2, 3, 4), 4), DAY0 + timedelta(days=4 * at)))
    rebuild_all()
    found = Ladder.objects.get(slug="overall")
    people = [
        Player(name=f"{dice.choice('абвxyz')}{number}", slug=f"n{number}", club=dice.choice(("", "Нева", "Ryba")))
        for number in range(40)
    ]
    for player in Player.objects.bulk_create(people):
        mu, sigma, days = dice.choice((20.0, 25.0, 30.0)), dice.choice((2.0, 4.5)), dice.choice((1, 30, 90, 120, 400))
        found.ratings.create(
            player=player, mu=mu, sigma=sigma, ordinal=ordinal(mu, sigma), games=dice.choice((3, 20, 30)),
            delta=dice.choice((-1.0, 0.5)), played_at=DAY0 - timedelta(days=days),
        )  # fmt: skip
    rerate_game(game=games[7])
    Rating.objects.filter(ladder=found, player__in=club.players[:8]).update(sigma=3.0, ordinal=F("mu") - 9)
    return found


def whole(ladder: Ladder, since=None) -> list[dict]:  # type: ignore[no-untyped-def]
    """All rows of a ladder as its definitions have them, worked out over everybody."""
    then = standings_then(ladder, since) if since else {}
    old = ranks({player: number for player, (number, _mu, is_ranked) in then.items() if is_ranked})
    rows = [
        {
            "player": one.player, "mu": one.mu, "ordinal": one.ordinal, "delta": one.delta, "games": one.games,
            "played_at": one.played_at, "provisional": is_provisional(one.sigma, one.games),
            "active": one.played_at >= NOW - timedelta(days=365),
        }
        for one in Rating.objects.filter(ladder=ladder).select_related("player")
    ]  # fmt: skip
    now = ranks({row["player"].pk: row["ordinal"] for row in rows if row["active"] and not row["provisional"]})
    for row in rows:
        player = row["player"].pk
        row["rank"] = now.get(player)
        row["moved"] = old[player] - now[player] if player in now and player in old else None
        row["gained"] = row["mu"] - then[player][1] if player in then else None
    return sorted(rows, key=lambda row: (row["rank"] is None, -row["ordinal"], row["player"].pk))


def standings_then(ladder: Ladder, moment):  # type: ignore[no-untyped-def]
    """Of all who had played before a moment: ordinal, mu, and whether they were ranked."""
    standings = {
        one.player_id: (one.mu, one.sigma, one.played_at, one.games) for one in Rating.objects.filter(ladder=ladder)
    }
    for game in RatedGame.objects.filter(ladder=ladder, finished_at__gte=moment).order_by("-finished_at", "-order"):
        for step in (step for side in unpack(game.kept) for step in side.steps):
            mu, sigma, played, games, _delta = step.before
            standings[step.player] = mu, sigma, EPOCH + timedelta(microseconds=played), games
    return {
        player: (
            ordinal(mu, sigma), mu, played >= moment - timedelta(days=365) and not is_provisional(sigma, games)
        )
        for player, (mu, sigma, played, games) in standings.items()
        if games
    }  # fmt: skip


def ranks(ordinals: dict[int, float]) -> dict[int, int]:
    return {player: 1 + sum(other > own for other in ordinals.values()) for player, own in ordinals.items()}


def in_order(rows: list[dict], name: str) -> list[dict]:
    """Equal rows stay as they are, and who has nothing comes first."""
    bare = name.lstrip("-")
    if bare == "rank":
        return rows[::-1] if name != bare else rows

    def key(row):  # type: ignore[no-untyped-def]
        return (
            (name_order(row["player"].name), row["player"].pk)
            if bare == "player"
            else (row[bare] is not None, row[bare])
        )

    return sorted(rows, key=key, reverse=name != bare)


def told(rows) -> list[tuple]:  # type: ignore[no-untyped-def, type-arg]
    """Rows of either kind as what they say."""
    names = ("rank", "place", "ordinal", "mu", "games", "provisional", "active", "delta", "moved", "gained")
    return [
        (row["player"].slug, *(row[name] for name in names))
        if isinstance(row, dict)
        else (row.player.slug, *(getattr(row, name) for name in names))
        for row in rows
    ]


def test_pages_are_parts_of_the_whole(ladder: Ladder, django_assert_num_queries) -> None:
    for days, language, queries in ((None, "ru", 2), (0, "en", 4), (111, "ru", 4), (200, "en", 5), (299, "ru", 5)):
        since = None if days is None else DAY0 + timedelta(days=days, hours=1)
        everybody = whole(ladder, since)
        assert any(row["rank"] is None for row in everybody)
        assert any(row["moved"] for row in everybody) == (days in (0, 111, 200))
        with translation.override(language):
            check_pages(ladder, since, everybody)
            with django_assert_num_queries(queries):
                LadderRows(ladder, NOW, since)[:25]


def check_pages(ladder: Ladder, since, everybody: list[dict]) -> None:  # type: ignore[no-untyped-def, type-arg]
    for chosen in ({}, {"club": "Нева"}, {"settled": True}, {"club": "Ryba", "active": True}):
        shown = [
            row
            for row in everybody
            if row["player"].club == chosen.get("club", row["player"].club)
            and (row["active"] or not chosen.get("active"))
            and not (row["provisional"] and chosen.get("settled"))
        ]
        for place, row in enumerate(shown, 1):
            row["place"] = place
        for name in MOVED if since else NAMES:
            for asked in (name, f"-{name}"):
                rows = LadderRows(ladder, NOW, since, **chosen).order_by(asked)
                assert rows.count() == len(shown)
                pages = [rows[first : first + 25] for first in range(0, len(shown), 25)]
                assert told(row for page in pages for row in page) == told(in_order(shown, asked))
