"""The graph of a rating, worked out in pixels for the template that draws it.

It is drawn twice, narrow and broad, so that its text never scales. The estimate is a line over the games in order,
the band is ±2 sigma, a dashed line marks where a tournament begins. Coordinates are texts with a decimal point,
whatever the language.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

from django.utils.formats import date_format
from django.utils.timezone import localtime

from tournaments.display import number
from tournaments.queries.ratings import PlayerGame

NARROW = (358, 240)
BROAD = (800, 280)


@dataclass(frozen=True)
class Mark:
    """A dashed line with its words; `anchor` is where they begin."""

    x: str
    y: str
    text_x: str
    anchor: str
    day: str
    name: str


@dataclass(frozen=True)
class Graph:
    """One drawing."""

    kind: str
    width: int
    height: int
    left: int
    right: int
    bottom: int
    below: int
    lines: list[tuple[str, str, str]]
    band: str
    line: str
    marks: list[Mark]
    now: tuple[str, str]


def rating_graph(games: Sequence[PlayerGame]) -> list[Graph]:
    """The narrow and the broad drawing of these games' steps; nothing of fewer than two."""
    steps = [(game, game.step) for game in games if game.step]
    if len(steps) < 2:
        return []
    values = [(steps[0][1].mu_before, steps[0][1].sigma_before)] + [(step.mu, step.sigma) for _game, step in steps]
    starts = [
        index
        for index, (game, _) in enumerate(steps)
        if index == 0 or game.tournament_slug != steps[index - 1][0].tournament_slug
    ]
    return [
        _draw(kind, size, values, [(index, steps[index][0]) for index in starts])
        for kind, size in (("narrow", NARROW), ("broad", BROAD))
    ]


def rating_points(games: Sequence[PlayerGame]) -> str | None:
    """The same steps for the chart: `[seconds, mu, sigma, change, tournament's name where one begins]`, as JSON.

    None of fewer than two.
    """
    points: list[list[float | int | str]] = []
    before = None
    for game in games:
        if game.step is not None:
            name = game.tournament_name if game.tournament_slug != before else ""
            before = game.tournament_slug
            numbers = (game.step.mu, game.step.sigma, game.step.delta)
            points.append([int(game.finished_at.timestamp()), *(round(value, 4) for value in numbers), name])
    return json.dumps(points, ensure_ascii=False, separators=(",", ":")) if len(points) > 1 else None


def _draw(
    kind: str, size: tuple[int, int], values: list[tuple[float, float]], starts: list[tuple[int, PlayerGame]]
) -> Graph:
    width, height = size
    left, right, top, bottom = 34, width - 14, 12, height - (28 if kind == "narrow" else 46)
    low = min(mu - 2 * sigma for mu, sigma in values)
    high = max(mu + 2 * sigma for mu, sigma in values)
    step = 10 if high - low > 25 else 5
    low, high = floor(low / step) * step, ceil(high / step) * step

    def x(index: int) -> float:
        return left + (right - left) * index / (len(values) - 1)

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / (high - low)

    upper = [f"{x(i):.1f},{y(mu + 2 * sigma):.1f}" for i, (mu, sigma) in enumerate(values)]
    lower = [f"{x(i):.1f},{y(mu - 2 * sigma):.1f}" for i, (mu, sigma) in enumerate(values)]
    return Graph(
        kind=kind,
        width=width,
        height=height,
        left=left,
        right=right,
        bottom=bottom,
        below=bottom + 18,
        lines=[(f"{y(v):.1f}", f"{y(v) + 4:.1f}", number(v)) for v in range(low, high + 1, step)],
        band=" ".join(upper + lower[::-1]),
        line=" ".join(f"{x(i):.1f},{y(mu):.1f}" for i, (mu, _sigma) in enumerate(values)),
        marks=_marks(starts, [x(i) for i in range(len(values))], [y(mu) for mu, _ in values], right, kind),
        now=(f"{x(len(values) - 1):.1f}", f"{y(values[-1][0]):.1f}"),
    )


def _marks(starts: list[tuple[int, PlayerGame]], xs: list[float], ys: list[float], right: int, kind: str) -> list[Mark]:
    """Where tournaments begin; words that would run into the next ones, or out of the drawing, are left out."""
    marks: list[Mark] = []
    least = 56 if kind == "narrow" else 84
    ends = -1.0
    for position, (index, game) in enumerate(starts):
        at = xs[index]
        following = xs[starts[position + 1][0]] if position + 1 < len(starts) else right + least
        at_edge = at > right - least
        fits = at >= ends and not (at_edge and at - least < ends)
        room = least if at_edge else max(least, following - at - 12)
        marks.append(
            Mark(
                x=f"{at:.1f}",
                y=f"{ys[index]:.1f}",
                text_x=f"{at - 4 if at_edge else at + 3:.1f}",
                anchor="end" if at_edge else "start",
                day=date_format(localtime(game.finished_at), "j M" if kind == "narrow" else "j M Y") if fits else "",
                name=_short(game.tournament_name, int(min(room, right - at if not at_edge else room) / 7.5))
                if fits and kind == "broad"
                else "",
            )
        )
        if fits:
            ends = at + least
    return marks


def _short(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
