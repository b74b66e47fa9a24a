"""A long draw, told while it goes on: the page comes bit by bit, with a bar, and ends with where to look at the draw.

The engine works in a thread of its own and asks nothing of the database; this one writes the page, and stores the
draw when it is there. Whoever leaves the page, or stops loading it, has cancelled the draw: nothing is stored. It works
without a script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from threading import Event

from django.http import HttpRequest, StreamingHttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, override

from tournaments.access import Actor, actor_of
from tournaments.models import Round, Tournament
from tournaments.services.drafting import Draw, Schedule, begin_replan, finish_replan, plan_draw
from tournaments.services.errors import ServiceError

Finish = Callable[..., list[Round]]
"""Stores what was planned: takes the draw, the schedule and who asked for it."""
BEAT = 0.5
"""So often, in seconds, something is written: a browser that has gone away is noticed by that."""


def told_while_drawn(
    request: HttpRequest, tournament: Tournament, draw: Draw, actor: Actor, finish: Finish
) -> StreamingHttpResponse:
    """The page of a draw that goes on."""
    language = get_language()
    last = draw.number + draw.count - 1
    context = {"tournament": tournament, "here": "desk", "organises": True, "draw": draw, "last": last}
    with override(language):
        head, _mark, foot = render_to_string("organiser/drawing.html", context, request).partition("<!-- draw -->")

    def written() -> Iterator[str]:
        with override(language):
            yield head
            yield from _bars(draw, actor, finish, reverse("organiser:desk", args=[tournament.slug]))
            yield foot

    response = StreamingHttpResponse(written())
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"  # a proxy is to pass each bit on
    return response


def told_if_long(
    request: HttpRequest, tournament: Tournament, begin: Callable[[], Draw], finish: Finish
) -> StreamingHttpResponse | None:
    """The page of a draw that takes long; a short one, or one that is refused, is left to be done at once."""
    try:
        draw = begin()
    except ServiceError:
        return None
    return told_while_drawn(request, tournament, draw, actor_of(request), finish) if draw.long else None


def anew_if_long(request: HttpRequest, tournament: Tournament) -> StreamingHttpResponse | None:
    """The drafts drawn anew, told while it goes on; None where it is done at once."""
    return told_if_long(request, tournament, partial(begin_replan, tournament=tournament), finish_replan)


def _bars(draw: Draw, actor: Actor, finish: Finish, desk: str) -> Iterator[str]:
    work = _Work(draw)
    try:
        for done in work.progress():
            yield render_to_string("organiser/drawing_bar.html", {"done": done})
        rounds = finish(draw=draw, schedule=work.result(), actor=actor)
        yield render_to_string("organiser/drawing_done.html", {"desk": desk, "rounds": rounds})
    except ServiceError as refusal:
        yield render_to_string("organiser/drawing_done.html", {"desk": desk, "refusal": refusal.message})
    finally:
        work.stop()


class _Work:
    """The engine at work in its thread, as far as it is; `stop` lets it end at its next step."""

    def __init__(self, draw: Draw) -> None:
        self._draw, self._language = draw, get_language()
        self._done = 0.0
        self._stopped = Event()
        self._threads = ThreadPoolExecutor(1)
        self._planned = self._threads.submit(self._run)

    def progress(self) -> Iterator[int]:
        """How much is done, in hundredths, until it is."""
        yield 0
        while not wait([self._planned], timeout=BEAT).done:
            yield round(self._done * 100)

    def result(self) -> Schedule:
        return self._planned.result()

    def stop(self) -> None:
        self._stopped.set()
        self._threads.shutdown(wait=False)

    def _run(self) -> Schedule:
        with override(self._language):
            return plan_draw(self._draw, self._watch)

    def _watch(self, done: float) -> bool:
        self._done = done
        return self._stopped.is_set()
