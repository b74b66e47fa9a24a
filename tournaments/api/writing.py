"""Writing down what lay on the table, and ruling about games: the services of the scorekeeper's pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal
from uuid import UUID

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _, gettext_noop
from ninja import Schema
from pydantic import Field

from scoring.output import as_json
from tournaments import access
from tournaments.api.guards import actor, permit
from tournaments.api.reading import game_shape
from tournaments.api.shapes import LARGEST, GameOut, Number, OneLine, Slug
from tournaments.api.site import WRITES, WRONG, api, says
from tournaments.models import Game
from tournaments.queries.table import TableState, games_with_table, table_state
from tournaments.services import amending, confirming, hands, reseating, rulings

post = partial(api.post, tags=["hands and rulings"], **WRITES)
put = partial(api.put, tags=["hands and rulings"], **WRITES)
CHANGES = says(GameOut, *WRONG, "stale")


class Change(Schema, extra="forbid"):
    """`version`: the game's, as it was read. `why`: in the history, for all who keep the score."""

    version: int = Field(ge=0, le=LARGEST)
    why: OneLine = Field("", max_length=200)


class Facts(Change):
    """`facts`: one object of the `hands` of `ryba-game/1`."""

    facts: dict[str, Any]


class NewHand(Schema, extra="forbid"):
    """`uuid` is made by whoever sends the hand; the same again is the same hand. `before`: inserted before that one."""

    uuid: UUID
    version: int = Field(ge=0, le=LARGEST)
    facts: dict[str, Any]
    before: int | None = Field(None, ge=1, le=LARGEST)
    why: OneLine = Field("", max_length=200)


class Ruling(Schema, extra="forbid"):
    """`why` stands beside the game for all to see. `sides`: of a forfeit, the sides that lose."""

    version: int = Field(ge=0, le=LARGEST)
    why: OneLine = Field(min_length=1, max_length=200)
    sides: list[int] = []


class Decision(Change):
    """`places`: one a side, as a judge has it; `why` stands beside the game for all to see."""

    places: list[int] = Field(min_length=1, max_length=12)
    why: OneLine = Field(min_length=1, max_length=200)


class Reseat(Change):
    """`order`: seat by seat from 0, the seat whose person really sat there."""

    order: list[int] = Field(min_length=1, max_length=12)


class Stop(Change):
    """The game stops after the `hand` on the table, or after `one_more`; blank takes that back."""

    stop: Literal["hand", "one_more", ""]


class Restore(Change):
    """`restored`: the game's version whose hands come back."""

    restored: int = Field(ge=0, le=LARGEST)


class Looked(Schema, extra="forbid"):
    """`facts`: one object of the `hands` of `ryba-game/1`."""

    facts: dict[str, Any]


class PreviewOut(Schema):
    """The game as it would stand with one hand more: its `score` is the output of the record with it."""

    score: dict[str, Any]


GAME = "/tournaments/{slug}/games/{game}"


@post(GAME + "/hands", response=CHANGES, url_name="hands", summary=gettext_noop("Write a hand down, or insert one"))
def record_hand(request: HttpRequest, slug: Slug, game: Number, sent: NewHand) -> Any:
    found = _kept(request, slug, game)
    told = {"facts": sent.facts, "uuid": sent.uuid, "version": sent.version, "actor": actor(request)}
    if sent.before is None:
        hands.record_hand(game=found, **told)
    else:
        amending.insert_hand(game=found, number=sent.before, why=sent.why, **told)
    return _now(found)


@post(
    GAME + "/hands/preview", response=says(PreviewOut, *WRONG),
    url_name="hands-preview", summary=gettext_noop("What a hand would come to; nothing is stored"),
)  # fmt: skip
def preview_hand(request: HttpRequest, slug: Slug, game: Number, sent: Looked) -> Any:
    state = hands.preview_hand(game=_kept(request, slug, game), facts=sent.facts, actor=actor(request)).state
    return {"score": as_json(state.ledger, _)}


@post(GAME + "/hands/undo", response=CHANGES, url_name="hands-undo", summary=gettext_noop("Take the last hand back"))
def undo_hand(request: HttpRequest, slug: Slug, game: Number, sent: Change) -> Any:
    found = _kept(request, slug, game)
    hands.undo_hand(game=found, version=sent.version, actor=actor(request))
    return _now(found)


@put(GAME + "/hands/{number}", response=CHANGES, url_name="hand", summary=gettext_noop("Correct a hand"))
def amend_hand(request: HttpRequest, slug: Slug, game: Number, number: Number, sent: Facts) -> Any:
    return _changed(
        request, slug, game, amending.amend_hand, number=number, facts=sent.facts, version=sent.version, why=sent.why
    )


@post(GAME + "/hands/{number}/delete", response=CHANGES, url_name="hand-delete", summary=gettext_noop("Delete a hand"))
def delete_hand(request: HttpRequest, slug: Slug, game: Number, number: Number, sent: Change) -> Any:
    return _changed(request, slug, game, amending.delete_hand, number=number, version=sent.version, why=sent.why)


@post(GAME + "/annul", response=CHANGES, url_name="game-annul", summary=gettext_noop("The game counts for nothing"))
def annul_game(request: HttpRequest, slug: Slug, game: Number, sent: Ruling) -> Any:
    return _ruled(request, slug, game, rulings.annul_game, version=sent.version, why=sent.why)


@post(
    GAME + "/forfeit",
    response=CHANGES,
    url_name="game-forfeit",
    summary=gettext_noop("Sides lose whatever the hands say"),
)
def forfeit_game(request: HttpRequest, slug: Slug, game: Number, sent: Ruling) -> Any:
    return _ruled(request, slug, game, rulings.forfeit_game, version=sent.version, why=sent.why, sides=sent.sides)


@post(GAME + "/readmit", response=CHANGES, url_name="game-readmit", summary=gettext_noop("Take the ruling back"))
def readmit_game(request: HttpRequest, slug: Slug, game: Number, sent: Change) -> Any:
    return _ruled(request, slug, game, rulings.readmit_game, version=sent.version, why=sent.why)


@post(GAME + "/restore", response=CHANGES, url_name="game-restore", summary=gettext_noop("Bring earlier hands back"))
def restore_hands(request: HttpRequest, slug: Slug, game: Number, sent: Restore) -> Any:
    return _changed(request, slug, game, amending.restore_revision, **sent.model_dump())


@post(GAME + "/stop", response=CHANGES, url_name="game-stop", summary=gettext_noop("Time is called at this table"))
def call_time(request: HttpRequest, slug: Slug, game: Number, sent: Stop) -> Any:
    return _changed(request, slug, game, rulings.call_time, stop=sent.stop, version=sent.version)


@post(GAME + "/decide", response=CHANGES, url_name="game-decide", summary=gettext_noop("A judge says the places"))
def decide_game(request: HttpRequest, slug: Slug, game: Number, sent: Decision) -> Any:
    return _ruled(request, slug, game, rulings.decide_game, **sent.model_dump())


@post(
    GAME + "/reopen", response=CHANGES, url_name="game-reopen",
    summary=gettext_noop("The table may correct its hands, though the round is closed"),
)  # fmt: skip
def reopen_game(request: HttpRequest, slug: Slug, game: Number, sent: Change) -> Any:
    return _ruled(request, slug, game, rulings.reopen_game, **sent.model_dump())


@post(GAME + "/shut", response=CHANGES, url_name="game-shut", summary=gettext_noop("End a reopening"))
def shut_game(request: HttpRequest, slug: Slug, game: Number, sent: Change) -> Any:
    return _ruled(request, slug, game, rulings.shut_game, version=sent.version)


@post(GAME + "/reseat", response=CHANGES, url_name="game-reseat", summary=gettext_noop("Who really sat where"))
def reseat_table(request: HttpRequest, slug: Slug, game: Number, sent: Reseat) -> Any:
    return _ruled(request, slug, game, reseating.reseat_table, **sent.model_dump())


@post(
    GAME + "/settle", response=CHANGES, url_name="game-settle",
    summary=gettext_noop("Confirm a result, whatever the players have said"),
)  # fmt: skip
def settle_game(request: HttpRequest, slug: Slug, game: Number, sent: Change) -> Any:
    return _ruled(request, slug, game, confirming.settle_game, version=sent.version)


def _game(request: HttpRequest, slug: str, pk: int) -> Game:
    """The game of this tournament, where the asker may see that."""
    seen = access.visible_tournaments(actor(request)).filter(slug=slug)
    return get_object_or_404(games_with_table(), pk=pk, table__round__tournament__in=seen.values("pk"))


def _kept(request: HttpRequest, slug: str, pk: int) -> Game:
    found = _game(request, slug, pk)
    permit(request, "keep_score", found.table.round.tournament, table=found.table.number)
    return found


def _changed(request: HttpRequest, slug: str, pk: int, service: Callable[..., TableState], **more: Any) -> Any:
    """Change the hands of a game, whose score the asker keeps."""
    found = _kept(request, slug, pk)
    service(game=found, actor=actor(request), **more)
    return _now(found)


def _ruled(request: HttpRequest, slug: str, pk: int, service: Callable[..., object], **more: Any) -> Any:
    """Rule about a game, where the asker may."""
    found = _game(request, slug, pk)
    permit(request, "rule", found.table.round.tournament)
    service(game=found, actor=actor(request), **more)
    return _now(found)


def _now(game: Game) -> dict[str, Any]:
    """The game as it stands after a change."""
    return game_shape(table_state(games_with_table().get(pk=game.pk)))
