"""Achievements: what a player is remembered for, each declared once with a pure rule over his games in order.

A rule sees one game (`Played`) and the player's games up to it, that one included (`Career`); the first game for which
it holds is the game of the achievement.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from scoring.notes import gettext_noop as _


class PlayedGame(NamedTuple):
    """What the rules look at in a counted game of one player; the numbers are those of `scoring.summary`.

    A game that was forfeited, or brought in without hands, has zeros there.
    """

    won: bool = False
    outs: int = 0
    double_outs: int = 0
    empty_fish: int = 0
    alone: int = 0
    burns: int = 0
    brink: int = 0
    early: str = ""


@dataclass(slots=True)
class Career:
    """A player's games so far. `running`: games won one after another, up to now."""

    games: int = 0
    wins: int = 0
    running: int = 0
    burns: int = 0

    def add(self, game: PlayedGame) -> None:
        """One game more."""
        self.games += 1
        self.wins += game.won
        self.running = self.running + 1 if game.won else 0
        self.burns += game.burns


class Achievement(NamedTuple):
    """`name` and `description` are msgids."""

    code: str
    name: str
    description: str
    rule: Callable[[Career, PlayedGame], bool]


ALL: tuple[Achievement, ...] = (
    Achievement("first_game", _("First game"), _("A game played to its end."), lambda career, game: career.games >= 1),
    Achievement("first_win", _("First win"), _("A game won."), lambda career, game: game.won),
    Achievement(
        "three_in_a_row", _("Three in a row"), _("Three games won one after another."),
        lambda career, game: career.running >= 3,
    ),
    Achievement("games_10", _("Ten games"), _("Ten games played."), lambda career, game: career.games >= 10),
    Achievement("games_50", _("Fifty games"), _("Fifty games played."), lambda career, game: career.games >= 50),
    Achievement(
        "games_100", _("A hundred games"), _("A hundred games played."), lambda career, game: career.games >= 100
    ),
    Achievement(
        "early_six", _("Won by 6-6"), _("Won early with 6-6 as the last tile."),
        lambda career, game: "6-6" in game.early,
    ),
    Achievement(
        "early_blank", _("Won by 0-0"), _("Won early with 0-0 as the last tile."),
        lambda career, game: "0-0" in game.early,
    ),
    Achievement(
        "burned", _("Burned to zero"), _("An account that stood at exactly the burning number."),
        lambda career, game: game.burns >= 1,
    ),
    Achievement(
        "burned_100", _("A hundred burns"), _("A hundred accounts burned to zero."),
        lambda career, game: career.burns >= 100,
    ),
    Achievement(
        "from_the_brink", _("Back from the brink"),
        _("Won a penalty game after standing at four fifths of its target, such as 81 of 101."),
        lambda career, game: game.brink >= 80,
    ),
    Achievement(
        "empty_fish", _("Fish with an empty hand"), _("Closed the line with the last tile of the hand."),
        lambda career, game: game.empty_fish >= 1,
    ),
    Achievement(
        "double_out", _("Out with a double"), _("Went out with a double as the last tile."),
        lambda career, game: game.double_outs >= 1,
    ),
    Achievement(
        "alone", _("Left with 6-6 or 0-0"), _("Held 6-6 or 0-0 alone when a hand ended."),
        lambda career, game: game.alone >= 1,
    ),
)  # fmt: skip


def earned(games: Iterable[PlayedGame]) -> list[tuple[Achievement, int]]:
    """What these games, the oldest first, have earned: each achievement with the index of its game, in that order."""
    career = Career()
    waiting = list(ALL)
    found: list[tuple[Achievement, int]] = []
    for index, game in enumerate(games):
        career.add(game)
        now = [one for one in waiting if one.rule(career, game)]
        found += [(one, index) for one in now]
        waiting = [one for one in waiting if one not in now]
    return found
