"""Changing what was written down: any hand of any game, also of one that is over.

Each change replays the game from its first hand. Where a later hand would no longer stand, nothing is changed, and the
refusal names the hands and says what to do. A hand keeps its uuid, its writer and its time through every correction;
`restore_revision` brings back the hands as they stood at an earlier version of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.errors import RecordError
from scoring.facts import hand_as_json
from scoring.ledger import Ledger
from scoring.notes import render
from tournaments.access import Actor
from tournaments.models import Game, Hand, Revision
from tournaments.queries.history import as_listed, hands_at
from tournaments.queries.sheet_words import object_name
from tournaments.queries.table import TableState
from tournaments.services.errors import ServiceError
from tournaments.services.revisions import as_revised, note_revision
from tournaments.services.tables import HandRefused, check_open, check_version, derive, lock_table

FAR = 1_000_000
"""Added to the numbers of hands on their way to new ones, so that no two are alike at any moment."""


class LaterHandsRefused(ServiceError):
    """The change ends the game earlier: `details` are the hands that would stand after its end."""

    def __init__(self, last: str, later: Sequence[str]) -> None:
        super().__init__(
            _(
                "With this change the game ends with %(last)s, but these follow: %(later)s. Nothing was changed. "
                "Delete them first, the last one first; or let the organiser rule about the game."
            )
            % {"last": last, "later": ", ".join(later)},
            later,
        )
        self.later = tuple(later)


@transaction.atomic
def amend_hand(
    *, game: Game, number: int, facts: Mapping[str, Any], version: int, actor: Actor, why: str = ""
) -> TableState:
    """Put other facts in the place of a hand's."""
    state = _open(game, version, actor)
    hand = _hand(state, number)
    before = as_revised(hand)
    hand.facts = facts
    after = _replayed(state, state.hands, hand)
    if hand.facts == before["facts"]:
        raise ServiceError(_("This is what stands there already. Nothing was changed."))
    hand.amended_at, hand.amended_by = timezone.now(), actor.name[:80]
    hand.save(update_fields=["facts", "amended_at", "amended_by"])
    derive(after)
    note_revision(
        after, actor, Revision.Kind.AMEND, before=before, after=as_revised(hand), why=why.strip(), number=number
    )
    return after


@transaction.atomic
def delete_hand(*, game: Game, number: int, version: int, actor: Actor, why: str = "") -> TableState:
    """Take a hand away; those after it move up."""
    state = _open(game, version, actor)
    hand = _hand(state, number)
    before = as_revised(hand)
    after = _replayed(state, [*state.hands[: number - 1], *state.hands[number:]])
    Hand.objects.filter(pk=hand.pk).delete()
    _shift(game, number, -1)
    derive(after)
    note_revision(after, actor, Revision.Kind.DELETE, before=before, why=why.strip(), number=number)
    return after


@transaction.atomic
def insert_hand(
    *,
    game: Game,
    number: int,
    facts: Mapping[str, Any],
    version: int,
    actor: Actor,
    why: str = "",
    uuid: UUID | None = None,
) -> TableState:
    """Put one more object before the hand of this number, such as a late ruling before the hand that ended the game.

    The same `uuid` again changes nothing.
    """
    state = lock_table(game)
    if uuid is not None and any(hand.uuid == uuid for hand in state.hands):
        return state
    check_version(state, version)
    check_open(state, actor)
    _hand(state, number)
    hand = Hand(
        game=state.game,
        number=number,
        uuid=uuid or uuid4(),
        facts=facts,
        created_by=actor.user,
        keeper=actor.keeper[:80],
    )
    after = _replayed(state, [*state.hands[: number - 1], hand, *state.hands[number - 1 :]], hand)
    _shift(game, number, 1)
    hand.full_clean(exclude=["game", "created_by"], validate_unique=False, validate_constraints=False)
    hand.save()
    derive(after)
    note_revision(after, actor, Revision.Kind.INSERT, after=as_revised(hand), why=why.strip(), number=number)
    return after


@transaction.atomic
def restore_revision(*, game: Game, restored: int, version: int, actor: Actor, why: str = "") -> TableState:
    """Bring all hands back to what they were at the game's version `restored`, those that were deleted too."""
    state = _open(game, version, actor)
    wanted = hands_at(state.game, restored)
    if wanted is None:
        raise ServiceError(_("The history of this game does not reach back so far."))
    if wanted == as_listed(state.hands):
        raise ServiceError(_("The hands are just as they were then. Nothing was changed."))
    before = {"hands": as_listed(state.hands)}
    kept = {str(hand.uuid): hand for hand in state.hands}
    back = brought_back(state.game, [uuid for uuid, _facts in wanted if uuid not in kept])
    hands = []
    for number, (uuid, facts) in enumerate(wanted, start=1):
        hand = kept.get(uuid) or back[uuid]
        if hand.facts != facts and hand.pk:
            hand.amended_at, hand.amended_by = timezone.now(), actor.name[:80]
        hand.facts, hand.number = facts, number
        hands.append(hand)
    after = _replayed(state, hands)
    store_all(state.game, hands)
    derive(after)
    note_revision(
        after, actor, Revision.Kind.RESTORE, before=before, after={"hands": wanted, "restored": restored},
        why=why.strip(),
    )  # fmt: skip
    return after


def _open(game: Game, version: int, actor: Actor) -> TableState:
    state = lock_table(game)
    check_version(state, version)
    check_open(state, actor)
    return state


def _hand(state: TableState, number: int) -> Hand:
    if not 1 <= number <= len(state.hands):
        raise ServiceError(_("There is no such hand any more. Look at the sheet again."))
    return state.hands[number - 1]


def _replayed(state: TableState, hands: Sequence[Hand], changed: Hand | None = None) -> TableState:
    """The table with these hands in place of its own, numbered anew, or why they can't be.

    `changed` gets its facts in printed form. The caller stores all of it.
    """
    ledger = Ledger(state.tournament.variant, state.tournament.options, state.names)
    names = dict(zip((hand.uuid for hand in state.hands), _names(state), strict=True))
    for hand in hands:
        if ledger.finished:
            later = [names[other.uuid] for other in hands[len(ledger.hands) :] if other.uuid in names]
            last = hands[len(ledger.hands) - 1]
            raise LaterHandsRefused(names.get(last.uuid, _("the new entry")), later or [_("the new entry")])
        try:
            step = ledger.add(hand.facts)
        except RecordError as error:
            if hand is changed:
                raise HandRefused(error, state) from error
            said = render(error.note, state.names, state.sides, _)
            named = names.get(hand.uuid, _("the new entry"))
            raise ServiceError(
                _("With this change %(hand)s would no longer stand: %(reason)s Correct or delete it first.")
                % {"hand": named, "reason": said}
            ) from error
        if hand is changed:
            hand.facts = hand_as_json(step.hand)
        hand.number = len(ledger.hands)
    return TableState(state.game, state.seats, list(hands), ledger)


def _names(state: TableState) -> Iterable[str]:
    """What the reader calls each object of the game."""
    played = 0
    for step in state.ledger.hands:
        played += step.kind not in ("judge", "redeal")
        yield object_name(step, played)


def _shift(game: Game, number: int, by: int) -> None:
    """Move the numbers of the hands from this one on."""
    hands = Hand.objects.filter(game=game)
    hands.filter(number__gte=number).update(number=F("number") + FAR)
    hands.filter(number__gte=FAR).update(number=F("number") - FAR + by)


def brought_back(game: Game, uuids: Sequence[str]) -> dict[str, Hand]:
    """Rows for hands that were deleted, with the writer and the time of their first revision."""
    found: dict[str, Hand] = {}
    if not uuids:
        return found
    written = Revision.objects.filter(game=game, kind__in=[Revision.Kind.RECORD, Revision.Kind.INSERT])
    for revision in written.order_by("version"):
        told = revision.after
        if told["uuid"] in uuids and told["uuid"] not in found:
            found[told["uuid"]] = Hand(
                game=game,
                uuid=UUID(told["uuid"]),
                facts=told["facts"],
                created_by_id=revision.user_id,
                created_at=datetime.fromisoformat(told["at"]),
                keeper=told["keeper"],
            )
    return found


def store_all(game: Game, hands: Sequence[Hand]) -> None:
    """Make the stored hands these; numbers, facts and times."""
    stored = Hand.objects.filter(game=game)
    stored.exclude(pk__in=[hand.pk for hand in hands if hand.pk]).delete()
    stored.update(number=F("number") + FAR)
    times = {hand.uuid: hand.created_at for hand in hands}
    Hand.objects.bulk_create([hand for hand in hands if not hand.pk])
    for hand in hands:
        hand.created_at = times[hand.uuid]
    Hand.objects.bulk_update(hands, ["number", "facts", "created_at", "amended_at", "amended_by"])
