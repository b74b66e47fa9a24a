"""The life of a tournament: made as a draft, published, finished; and every step back.

A tournament's rules are its variant and the options that differ from the variant's defaults. They are frozen once a
hand is written down, since every score follows from them.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from slugify import slugify

from scoring import variants
from scoring.errors import OptionError, UnknownVariant
from scoring.notes import render
from scoring.variants.base import Variant
from tournaments.access import Actor
from tournaments.formats import usual_format
from tournaments.models import Hand, Round, Stage, Tournament
from tournaments.models.tournament import RESERVED_SLUGS
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.locks import hold
from tournaments.services.ratings import rerate_tournament
from tournaments.services.retry import retried

OPTIONAL = (
    *("club", "ends_on", "best_of", "minimum_games"),
    *("private", "results_hidden", "teams", "team_best"),
)
COUNTING = ("rated", "club", "private", "results_hidden")
"""What decides whether a ladder counts the games."""


def lock(tournament: Tournament) -> Tournament:
    """The tournament as it stands, locked until the transaction ends: changes of one tournament queue up."""
    hold(tournament.pk)
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def rules_frozen(tournament: Tournament) -> bool:
    """Whether a hand has been written down, so that the rules can change no more."""
    return Hand.objects.filter(game__table__round__tournament=tournament).exists()


@retried
def create_tournament(
    *,
    actor: Actor,
    name: str,
    variant: str,
    options: dict[str, Any] | None = None,
    kind: str = Tournament.Kind.INDIVIDUAL,
    rated: bool = True,
    requires_confirmation: bool = False,
    venue: str = "",
    starts_at: datetime | None = None,
    club: str = "",
    format: str = Tournament.Format.ROUNDS,
    ends_on: date | None = None,
    best_of: int | None = None,
    minimum_games: int = 0,
    private: bool = False,
    results_hidden: bool = False,
) -> Tournament:
    """Make a draft; whoever makes it organises it. `ends_on`, `best_of` and `minimum_games` are a season's."""
    tournament = Tournament(
        name=name.strip(),
        slug=_free_slug(name),
        variant=variant,
        options=differing_options(variant, options or {}),
        kind=kind,
        rated=rated,
        requires_confirmation=requires_confirmation,
        venue=venue.strip(),
        starts_at=starts_at,
        club=club.strip(),
        format=format,
        ends_on=ends_on,
        best_of=best_of,
        minimum_games=minimum_games,
        private=private,
        results_hidden=results_hidden,
        owner=actor.user,
    )
    if kind == Tournament.Kind.PAIRS and not variants.get(variant).pairs:
        raise ServiceError(_("This game is not played in pairs. Choose “each for himself”."))
    tournament.full_clean(validate_unique=False)  # the database keeps the address free, and `retried` takes another
    tournament.save()
    if format == Tournament.Format.ROUNDS:
        Stage.objects.create(
            tournament=tournament, number=1, format=usual_format(variant, pairs=kind == Tournament.Kind.PAIRS)
        )
    if actor.user is not None:
        tournament.organisers.add(actor.user.pk)
    record_change(
        actor=actor, action="create_tournament", target=tournament.name, tournament=tournament, after=_facts(tournament)
    )
    return tournament


@transaction.atomic
def update_tournament(
    *,
    tournament: Tournament,
    actor: Actor,
    name: str,
    venue: str,
    starts_at: datetime | None,
    rated: bool,
    options: dict[str, Any] | None = None,
    requires_confirmation: bool | None = None,
    **more: Any,
) -> Tournament:
    """Change what may be changed; `options` None leaves the rules. The address stays, since it has been given out.

    `more`: any of `OPTIONAL`, to be set too.
    """
    tournament = lock(tournament)
    before, counted = _facts(tournament), [getattr(tournament, name) for name in COUNTING]
    if more.keys() - set(OPTIONAL):
        raise TypeError(f"a tournament has no {more.keys() - set(OPTIONAL)}")
    for field, value in more.items():
        setattr(tournament, field, value)
    tournament.name, tournament.venue = name.strip(), venue.strip()
    tournament.starts_at, tournament.rated = starts_at, rated
    if requires_confirmation is not None:
        tournament.requires_confirmation = requires_confirmation
    if options is not None:
        tournament.options = differing_options(tournament.variant, options)
    after = _facts(tournament)
    if after["options"] != before["options"] and rules_frozen(tournament):
        raise ServiceError(_("Hands have been written down by these rules: they change only on the page “Rules”."))
    if after == before:
        return tournament
    tournament.full_clean()
    tournament.save(
        update_fields=["name", "venue", "starts_at", "rated", "options", "requires_confirmation", *OPTIONAL]
    )
    if [getattr(tournament, name) for name in COUNTING] != counted:
        rerate_tournament(tournament=tournament)
    _log(actor, "update_tournament", tournament, before, after)
    return tournament


@transaction.atomic
def set_check_in(*, tournament: Tournament, check_in: bool, actor: Actor) -> Tournament:
    """Whether only those are drawn who have been checked in."""
    tournament = lock(tournament)
    if tournament.check_in != check_in:
        before = {"check_in": tournament.check_in}
        tournament.check_in = check_in
        tournament.full_clean()
        tournament.save(update_fields=["check_in"])
        _log(actor, "update_tournament", tournament, before, {"check_in": check_in})
    return tournament


@transaction.atomic
def publish_tournament(*, tournament: Tournament, actor: Actor) -> Tournament:
    """Show the tournament to all."""
    return _move(tournament, actor, "publish_tournament", Tournament.Status.DRAFT, Tournament.Status.PUBLISHED)


@transaction.atomic
def unpublish_tournament(*, tournament: Tournament, actor: Actor) -> Tournament:
    """Back to a draft, while no round has been published."""
    tournament = lock(tournament)
    shown = tournament.rounds.exclude(status=Round.Status.DRAFT).last()
    if shown is not None:
        raise ServiceError(_("Round %(number)d is published. Take it back first.") % {"number": shown.number})
    return _move(tournament, actor, "unpublish_tournament", Tournament.Status.PUBLISHED, Tournament.Status.DRAFT)


@transaction.atomic
def finish_tournament(*, tournament: Tournament, actor: Actor) -> Tournament:
    """End it, when all its rounds are closed."""
    tournament = lock(tournament)
    if not tournament.rounds.exists():
        raise ServiceError(_("No round has been played yet. Draw round 1 first."))
    open_ = tournament.rounds.exclude(status=Round.Status.CLOSED).first()
    if open_ is not None:
        raise ServiceError(_("Round %(number)d is still open. Close it first.") % {"number": open_.number})
    return _move(tournament, actor, "finish_tournament", Tournament.Status.PUBLISHED, Tournament.Status.FINISHED)


@transaction.atomic
def resume_tournament(*, tournament: Tournament, actor: Actor) -> Tournament:
    """Take back the end, so that rounds can be drawn or reopened."""
    return _move(tournament, actor, "resume_tournament", Tournament.Status.FINISHED, Tournament.Status.PUBLISHED)


def _move(tournament: Tournament, actor: Actor, action: str, source: str, target: str) -> Tournament:
    """One step of the life; taken a second time it changes nothing."""
    tournament = lock(tournament)
    if tournament.status == target:
        return tournament
    if tournament.status != source:
        raise ServiceError(
            _("The tournament is %(status)s now, so this step is not open. Look at the desk again.")
            % {"status": tournament.get_status_display()}
        )
    tournament.status = target
    tournament.full_clean()
    tournament.save(update_fields=["status"])
    _log(actor, action, tournament, {"status": source}, {"status": target})
    return tournament


def _log(actor: Actor, action: str, tournament: Tournament, before: dict[str, Any], after: dict[str, Any]) -> None:
    """Write down what differs."""
    changed = {key for key in after if after[key] != before[key]}
    record_change(
        actor=actor,
        action=action,
        target=tournament.name,
        tournament=tournament,
        before={key: before[key] for key in after if key in changed},
        after={key: after[key] for key in after if key in changed},
    )


def _facts(tournament: Tournament) -> dict[str, Any]:
    return {
        "name": tournament.name,
        "variant": tournament.variant,
        "options": tournament.options,
        "kind": tournament.kind,
        "rated": tournament.rated,
        "requires_confirmation": tournament.requires_confirmation,
        "venue": tournament.venue,
        "starts_at": tournament.starts_at and tournament.starts_at.isoformat(),
        "club": tournament.club,
        "teams": tournament.teams,
        "team_best": tournament.team_best,
        "private": tournament.private,
        "results_hidden": tournament.results_hidden,
        **(
            {
                "format": tournament.format,
                "best_of": tournament.best_of,
                "minimum_games": tournament.minimum_games,
                "ends_on": tournament.ends_on and tournament.ends_on.isoformat(),
            }
            if tournament.format == Tournament.Format.SEASON
            else {}
        ),
    }


def differing_options(code: str, options: dict[str, Any]) -> dict[str, Any]:
    """Check the options by the variant's declaration; keep the fewest that still give the same rules."""
    try:
        variant = variants.get(code)
        resolved = variant.resolve(options)
    except (UnknownVariant, OptionError) as error:
        raise ServiceError(render(error.note, (), translate=_)) from error
    kept = dict(options)
    for name in options:
        fewer = {other: value for other, value in kept.items() if other != name}
        if _resolves_to(variant, fewer, resolved):
            kept = fewer
    return kept


def _resolves_to(variant: type[Variant], options: dict[str, Any], resolved: dict[str, Any]) -> bool:
    try:
        return variant.resolve(options) == resolved
    except OptionError:
        return False


def _free_slug(name: str) -> str:
    """An address from the name, in Latin letters, not taken yet."""
    stem = slugify(name, max_length=120) or "tournament"
    taken = RESERVED_SLUGS | set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    slug, number = stem, 2
    while slug in taken:
        slug, number = f"{stem}-{number}", number + 1
    return slug
