"""Ladders that an organiser defines, and what any ladder is worked out with.

Every change of what a ladder counts or how is followed by a replay of the whole ladder.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from slugify import slugify

from scoring.ratings.fit import FEWEST_GAMES, Proposal, propose
from scoring.ratings.history import PlayedGame
from scoring.ratings.model import Settings
from tournaments.access import Actor
from tournaments.models import Ladder
from tournaments.queries.games import played
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.ratings import queue_rebuild
from tournaments.services.retry import retried

COUNTED = ("name", "variant", "club", "since", "until")


@retried
def create_ladder(
    *, actor: Actor, name: str, variant: str = "", club: str = "", since: date | None = None, until: date | None = None
) -> Ladder:
    """Make a ladder over the rated games of a variant, of a club's tournaments, between two days."""
    ladder = Ladder(
        slug=_free_slug(name), name=name.strip(), variant=variant, club=club.strip(), since=since, until=until,
        owner=actor.user,
    )  # fmt: skip
    _check(ladder)
    ladder.save()
    queue_rebuild(ladder=ladder)
    record_change(actor=actor, action="create_ladder", target=ladder.name, after=_facts(ladder))
    return ladder


@transaction.atomic
def update_ladder(
    *, ladder: Ladder, actor: Actor, name: str, variant: str, club: str, since: date | None, until: date | None
) -> Ladder:
    """Change a ladder's name and what it counts. The address stays, since it has been given out."""
    ladder = _lock(ladder)
    if not ladder.name:
        raise ServiceError(_("This ladder is the site's own: what it counts does not change."))
    before = _facts(ladder)
    ladder.name, ladder.variant, ladder.club = name.strip(), variant, club.strip()
    ladder.since, ladder.until = since, until
    _check(ladder)
    ladder.save(update_fields=COUNTED)
    after = _facts(ladder)
    if {**before, "name": ""} != {**after, "name": ""}:
        queue_rebuild(ladder=ladder)
    record_change(actor=actor, action="update_ladder", target=ladder.name, before=before, after=after)
    return ladder


@transaction.atomic
def delete_ladder(*, ladder: Ladder, actor: Actor) -> None:
    """Remove an organiser's ladder with its ratings; the games stay where they were played."""
    ladder = _lock(ladder)
    if not ladder.name:
        raise ServiceError(_("This ladder is the site's own and stays."))
    if ladder.past_games.exists():
        raise ServiceError(_("A history was brought in here, and it stands nowhere else: this ladder stays."))
    record_change(actor=actor, action="delete_ladder", target=ladder.name, before=_facts(ladder))
    ladder.delete()


@transaction.atomic
def set_settings(
    *, ladder: Ladder, actor: Actor, settings: Mapping[str, Any], fitted: Mapping[str, Any] | None = None
) -> Ladder:
    """Work the ladder out with other settings (those that differ from the defaults), from its first game on."""
    ladder = _lock(ladder)
    before = {"settings": ladder.settings}
    defaults = Settings()
    ladder.settings = {name: value for name, value in settings.items() if value != getattr(defaults, name, None)}
    ladder.fitted = dict(fitted) if fitted else None
    ladder.full_clean(exclude=["owner"])
    ladder.save(update_fields=["settings", "fitted"])
    queue_rebuild(ladder=ladder)
    record_change(
        actor=actor, action="set_ladder_settings", target=ladder.name or ladder.slug, before=before,
        after={"settings": ladder.settings},
    )  # fmt: skip
    return ladder


def propose_settings(*, ladder: Ladder, progress: Any = lambda line: None) -> Proposal:
    """What the ladder's own games would have it worked out with. Changes nothing; takes a while."""
    history = history_of(ladder)
    if len(history) < FEWEST_GAMES:
        told = _("Games of this ladder so far: %(games)d. At least %(wanted)d are wanted to find its settings.")
        raise ServiceError(told % {"games": len(history), "wanted": FEWEST_GAMES})
    return propose(history, ladder.model, progress)


@transaction.atomic
def apply_proposal(*, ladder: Ladder, actor: Actor, proposal: Proposal) -> Ladder:
    """Take a proposal over, and keep beside the settings how they were found."""
    fitted = {
        "at": timezone.now().date().isoformat(),
        "games": proposal.games,
        "scored": proposal.scored,
        "before": round(proposal.before, 4),
        "after": round(proposal.after, 4),
    }
    return set_settings(ladder=ladder, actor=actor, settings={**ladder.settings, **proposal.settings}, fitted=fitted)


def history_of(ladder: Ladder) -> list[PlayedGame]:
    """The ladder's games as a history; players go by their ids."""
    return [
        PlayedGame(
            game.finished_at.astimezone(UTC), "", tuple(tuple(map(str, side)) for side in game.sides), game.places
        )
        for game in played(ladder)
    ]


def _lock(ladder: Ladder) -> Ladder:
    return Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)


def _check(ladder: Ladder) -> None:
    if not ladder.name:
        raise ServiceError(_("A ladder needs a name."))
    if ladder.since and ladder.until and ladder.since > ladder.until:
        raise ServiceError(_("The last day is before the first."))
    ladder.full_clean(exclude=["owner"])


def _facts(ladder: Ladder) -> dict[str, Any]:
    values = {name: getattr(ladder, name) for name in COUNTED}
    return {name: value.isoformat() if isinstance(value, date | datetime) else value for name, value in values.items()}


def _free_slug(name: str) -> str:
    stem = slugify(name, max_length=40) or "ladder"
    slug, number = stem, 2
    while Ladder.objects.filter(slug=slug).exists():
        slug, number = f"{stem}-{number}", number + 1
    return slug
