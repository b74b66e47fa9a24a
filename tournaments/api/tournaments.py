"""A tournament is made, copied, set, published and finished; and it goes out as one document."""

from __future__ import annotations

from datetime import date, datetime
from functools import partial
from typing import Annotated, Any, Literal

from django.db import transaction
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _, gettext_noop
from ninja import Query, Schema, UploadedFile
from pydantic import Field

from scoring import variants
from scoring.errors import UnknownVariant
from tournaments.api import shapes
from tournaments.api.guards import actor, as_seen, may_create, organised
from tournaments.api.reading import tournament_now
from tournaments.api.shapes import LARGEST, OneLine, Slug
from tournaments.api.site import FREE, WRITES, WRONG, api, says
from tournaments.models import Tournament
from tournaments.presets import presets_for
from tournaments.queries.archive import archive_of
from tournaments.services import archives, rules, seasons, setup, tournaments
from tournaments.services.errors import ServiceError

TAGS = ["settings and stages"]
post = partial(api.post, tags=TAGS, **WRITES)
patch = partial(api.patch, tags=TAGS, **WRITES)
put = partial(api.put, tags=TAGS, **WRITES)
ALL = says(shapes.TournamentOut, *WRONG)
SMALL = 32_000
At = Annotated[str, Query(pattern=r"^[-a-zA-Z0-9_]*$", max_length=140)]


class NewTournament(Schema, extra="forbid"):
    """`options`: what differs from the defaults of the game. A `preset` says `kind`, `format` and the stages itself."""

    name: OneLine = Field(min_length=1, max_length=120)
    variant: str
    options: dict[str, Any] = {}
    preset: str = ""
    kind: Literal["individual", "pairs"] = "individual"
    format: Literal["rounds", "season"] = "rounds"
    rated: bool = True
    requires_confirmation: bool = False
    venue: OneLine = Field("", max_length=120)
    club: OneLine = Field("", max_length=80)
    starts_at: datetime | None = None
    ends_on: date | None = None
    best_of: int | None = Field(None, ge=1, le=SMALL)
    minimum_games: int = Field(0, ge=0, le=SMALL)
    private: bool = False
    results_hidden: bool = False


class Settings(shapes.Part):
    """What is not named stays. `check_in`: only those are drawn who have been checked in."""

    name: OneLine = Field("", min_length=1, max_length=120)
    venue: OneLine = Field("", max_length=120)
    club: OneLine = Field("", max_length=80)
    starts_at: datetime | None = None
    ends_on: date | None = None
    rated: bool = True
    requires_confirmation: bool = False
    options: dict[str, Any] = {}
    best_of: int | None = Field(None, ge=1, le=SMALL)
    minimum_games: int = Field(0, ge=0, le=SMALL)
    private: bool = False
    results_hidden: bool = False
    teams: bool = False
    team_best: int | None = Field(None, ge=1, le=SMALL)
    check_in: bool = False


class Copy(Schema, extra="forbid"):
    """`people`: with everybody who did not withdraw."""

    name: OneLine = Field(min_length=1, max_length=120)
    starts_at: datetime | None = None
    people: bool = False


class Rules(Schema, extra="forbid"):
    """`options`: all that is to differ from the defaults. `version`: the tournament's, as it was read."""

    options: dict[str, Any]
    version: int = Field(ge=0, le=LARGEST)


class PresetOut(Schema):
    """A way to hold a tournament, to start from."""

    code: str
    label: str
    help: str
    kind: str
    stages: list[str]


@api.get(
    "/variants/{code}/presets", response=says(shapes.Paged[PresetOut], "not-found"), url_name="presets", tags=TAGS,
    summary=gettext_noop("Ways to hold a tournament of this game, the usual one first"), **FREE,
)  # fmt: skip
def list_presets(request: HttpRequest, code: Slug, asked: shapes.AskedPages) -> Any:
    try:
        found = presets_for(code)
    except UnknownVariant:
        raise Http404 from None
    return shapes.page_of(found, asked, lambda preset: {
        "code": preset.code, "label": _(preset.label), "help": _(preset.help), "kind": preset.kind,
        "stages": [stage.format for stage in preset.stages],
    })  # fmt: skip


@post(
    "/tournaments", response=says(shapes.TournamentOut, "malformed", "forbidden", "refused"), url_name="tournaments",
    summary=gettext_noop("Make a tournament, as a draft"),
)  # fmt: skip
def create_tournament(request: HttpRequest, sent: NewTournament) -> Any:
    may_create(request)
    facts = sent.model_dump(exclude={"preset"})
    if not sent.preset:
        return tournament_now(tournaments.create_tournament(actor=actor(request), **facts))
    known = {preset.code: preset for preset in presets_for(sent.variant)} if sent.variant in _codes() else {}
    if sent.preset not in known:
        raise ServiceError(_("This game has no such preset: %(name)s.") % {"name": sent.preset[:40]})
    facts = {name: value for name, value in facts.items() if name not in ("kind", "format")}
    return tournament_now(setup.create_by_preset(actor=actor(request), preset=known[sent.preset], **facts))


@post(
    "/tournaments/{slug}/copy", response=ALL, url_name="tournament-copy",
    summary=gettext_noop("Make a draft with the rules, settings and stages of this one"),
)  # fmt: skip
def copy_tournament(request: HttpRequest, slug: Slug, sent: Copy) -> Any:
    found = organised(request, slug)
    may_create(request)
    return tournament_now(setup.copy_tournament(source=found, actor=actor(request), **sent.model_dump()))


@patch(
    "/tournaments/{slug}", response=says(shapes.TournamentOut, *WRONG, "not-as-seen"), url_name="tournament",
    summary=gettext_noop("Change the settings"),
)  # fmt: skip
def update_tournament(request: HttpRequest, slug: Slug, sent: Settings) -> Any:
    found = organised(request, slug)
    given = sent.model_dump(exclude_unset=True)
    check_in = given.pop("check_in", None)
    options = given.pop("options", None)
    facts = {name: getattr(found, name) for name in ("name", "venue", "starts_at", "rated")} | given
    with transaction.atomic():
        now = tournaments.lock(found)
        as_seen(request, "tournament", now.pk, now.version)
        if check_in is not None:
            tournaments.set_check_in(tournament=found, check_in=check_in, actor=actor(request))
        tournaments.update_tournament(tournament=found, actor=actor(request), options=options, **facts)
    return tournament_now(found)


@put(
    "/tournaments/{slug}/rules", response=ALL, url_name="tournament-rules",
    summary=gettext_noop("Other rules from the first hand on: all that was played is scored by them"),
)  # fmt: skip
def change_rules(request: HttpRequest, slug: Slug, sent: Rules) -> Any:
    found = organised(request, slug)
    rules.change_rules(tournament=found, actor=actor(request), **sent.model_dump())
    return tournament_now(found)


@api.get(
    "/tournaments/{slug}/archive", response=says(dict[str, Any], "forbidden", "not-found"), url_name="archive",
    tags=TAGS, auth=WRITES["auth"],
    summary=gettext_noop("All of a tournament as one document, which another site takes in"),
)  # fmt: skip
def read_archive(request: HttpRequest, slug: Slug) -> Any:
    return archive_of(organised(request, slug))


@post(
    "/archives", response=says(shapes.TournamentOut, "malformed", "forbidden", "refused"), url_name="archives",
    summary=gettext_noop("Make a tournament from its archive, sent as the file of a form; at another address by `at`"),
)  # fmt: skip
def import_archive(request: HttpRequest, file: UploadedFile, at: At = "") -> Any:
    may_create(request)
    return tournament_now(
        archives.import_tournament(document=archives.document_in(file), actor=actor(request), slug=at)
    )


LIFE = {
    "publish": tournaments.publish_tournament,
    "unpublish": tournaments.unpublish_tournament,
    "finish": tournaments.finish_tournament,
    "resume": tournaments.resume_tournament,
}


@post(
    "/tournaments/{slug}/{step}", response=says(shapes.TournamentOut, *WRONG), url_name="tournament-step",
    summary=gettext_noop("A step of a tournament's life, forwards or back"),
)  # fmt: skip
def step_tournament(request: HttpRequest, slug: Slug, step: Literal["publish", "unpublish", "finish", "resume"]) -> Any:
    found = organised(request, slug)
    season = found.format == Tournament.Format.SEASON
    service = seasons.finish_season if season and step == "finish" else LIFE[step]
    service(tournament=found, actor=actor(request))
    return tournament_now(found)


def _codes() -> set[str]:
    return {variant.code for variant in variants.all()}
