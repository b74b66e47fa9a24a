"""Who takes part: names pasted as text become entries; entries withdraw, return, are removed.

A line is `Name` or `Name, club`; in a tournament of fixed pairs two of them with `/` or `+` between. A name that is
known (upper and lower case, ё and е alike) is that player, any other becomes a new one. A list with a fault is
refused as a whole, with every fault named by its line, so that it can be mended and sent again.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Max
from django.utils.translation import gettext as _
from slugify import slugify

from tournaments.access import Actor
from tournaments.models import Entry, EntryPlayer, Player, Round, Stage, StageEntry, Tournament
from tournaments.plain import plain
from tournaments.queries.people import fold
from tournaments.queries.stages import current_stage
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.retry import retried
from tournaments.services.tournaments import lock


@dataclass(frozen=True)
class AddedEntries:
    """What came of a list: the entries, and which of their players are new and which were known."""

    entries: tuple[Entry, ...]
    created: tuple[Player, ...]
    matched: tuple[Player, ...]


@dataclass(frozen=True)
class _Person:
    name: str
    club: str


class _LineFault(Exception):
    """What is wrong with one line."""


@retried
def add_entries(*, tournament: Tournament, text: str, actor: Actor) -> AddedEntries:
    """Enter everybody on the list, one entry a line; who comes late is drawn from the next round on."""
    tournament = lock(tournament)
    if tournament.status == Tournament.Status.FINISHED:
        raise ServiceError(_("The tournament is finished. Resume it before adding anybody."))
    book = _NameBook(tournament)
    faults: list[str] = []
    lines: list[list[Player]] = []
    for number, line in enumerate(plain(text).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            lines.append([book.find(person) for person in _persons(line, tournament.kind)])
        except _LineFault as fault:
            faults.append(
                _("Line %(number)d, “%(line)s”: %(fault)s")
                % {
                    "number": number,
                    "line": line.strip()[:80],
                    "fault": fault,
                }
            )
    if faults:
        raise ServiceError(_("Nobody was added: mend these lines and send the list again."), faults)
    if not lines:
        raise ServiceError(_("The list is empty. Write one name a line."))
    for player in book.created:
        player.save()
    entries = _enter(tournament, lines)
    record_change(
        actor=actor,
        action="add_entries",
        target=tournament.name,
        tournament=tournament,
        after={"entries": [" / ".join(player.name for player in players) for players in lines]},
    )
    return AddedEntries(tuple(entries), tuple(book.created), tuple(book.matched))


@transaction.atomic
def withdraw_entry(*, entry: Entry, actor: Actor) -> Entry:
    """Draw the entry no more; its results stay. A game under way is played to its end."""
    lock(entry.tournament)
    entry.refresh_from_db()
    drafted = entry.seats.filter(round__status=Round.Status.DRAFT).first()
    if drafted is not None:
        raise ServiceError(
            _("%(entry)s sits in the draft of round %(number)d. Discard the draft, then withdraw.")
            % {"entry": entry, "number": drafted.round.number}
        )
    return _set_withdrawn(entry, actor, "withdraw_entry", True)


@transaction.atomic
def return_entry(*, entry: Entry, actor: Actor) -> Entry:
    """Draw the entry again from the next round on."""
    lock(entry.tournament)
    entry.refresh_from_db()
    return _set_withdrawn(entry, actor, "return_entry", False)


@transaction.atomic
def remove_entry(*, entry: Entry, actor: Actor) -> None:
    """Take an entry off the list as if it had never been there; only before it was drawn."""
    tournament = lock(entry.tournament)
    if entry.seats.exists():
        raise ServiceError(_("%(entry)s has been drawn already. Withdraw it instead.") % {"entry": entry})
    name, number = str(entry), entry.number
    entry.delete()
    record_change(
        actor=actor, action="remove_entry", target=name, tournament=tournament, before={"number": number, "entry": name}
    )


def _set_withdrawn(entry: Entry, actor: Actor, action: str, withdrawn: bool) -> Entry:
    if entry.withdrawn != withdrawn:
        entry.withdrawn = withdrawn
        entry.full_clean()
        entry.save(update_fields=["withdrawn"])
        record_change(
            actor=actor,
            action=action,
            target=str(entry),
            tournament=entry.tournament,
            before={"withdrawn": not withdrawn},
            after={"withdrawn": withdrawn},
        )
    return entry


def _persons(line: str, kind: str) -> list[_Person]:
    parts = re.split(r"[/+]", line)
    if kind == Tournament.Kind.PAIRS and len(parts) != 2:
        raise _LineFault(_("a pair is two names with “/” between."))
    if kind == Tournament.Kind.INDIVIDUAL and len(parts) != 1:
        raise _LineFault(_("here everybody plays alone: one name a line."))
    persons = []
    for part in parts:
        name, _comma, club = (" ".join(piece.split()) for piece in part.partition(","))
        if not name:
            raise _LineFault(_("a name is missing."))
        persons.append(_Person(name, club))
    return persons


class _NameBook:
    """The players known, by name, and those already taken in this tournament or this list."""

    def __init__(self, tournament: Tournament) -> None:
        self.created: list[Player] = []
        self.matched: list[Player] = []
        self._known: dict[str, list[Player]] = defaultdict(list)
        self._slugs = set()
        for player in Player.objects.select_related("merged_into").order_by("id"):
            self._slugs.add(player.slug)
            person = player.merged_into or player
            if person not in self._known[fold(player.name)]:
                self._known[fold(player.name)].append(person)
        self._taken = set(EntryPlayer.objects.filter(tournament=tournament).values_list("player_id", flat=True))
        self._listed: set[str] = set()

    def find(self, person: _Person) -> Player:
        """The player meant by a name, made where it is new; nobody twice."""
        key = fold(person.name)
        namesakes = self._known.get(key, [])
        if len(namesakes) > 1:
            namesakes = [player for player in namesakes if fold(player.club) == fold(person.club)]
            key = f"{key}, {fold(person.club)}"
            if len(namesakes) != 1:
                raise _LineFault(
                    _("several players are called %(name)s; write the club as it stands in their list.")
                    % {"name": person.name}
                )
        if key in self._listed:
            raise _LineFault(_("%(name)s stands on this list twice.") % {"name": person.name})
        self._listed.add(key)
        if not namesakes:
            return self._make(person)
        if namesakes[0].pk in self._taken:
            raise _LineFault(_("%(name)s takes part already.") % {"name": person.name})
        self.matched.append(namesakes[0])
        return namesakes[0]

    def _make(self, person: _Person) -> Player:
        stem = slugify(person.name, max_length=80) or "player"
        slug, number = stem, 2
        while slug in self._slugs:
            slug, number = f"{stem}-{number}", number + 1
        player = Player(name=person.name, club=person.club, slug=slug)
        try:
            player.full_clean()
        except ValidationError as error:
            raise _LineFault(" ".join(error.messages)) from error
        self._slugs.add(slug)
        self.created.append(player)
        return player


def join_stage(stage: Stage, entry: Entry) -> StageEntry:
    """Take the entry into the stage: into the group with the fewest, as its last seed."""
    count = dict(stage.members.order_by().values_list("group").annotate(Count("pk")))
    group = min(range(1, stage.groups + 1), key=lambda group: (count.get(group, 0), group))
    last = stage.members.aggregate(last=Max("seed"))["last"] or 0
    return StageEntry.objects.create(stage=stage, entry=entry, group=group, seed=last + 1)


def _enter(tournament: Tournament, lines: list[list[Player]]) -> list[Entry]:
    """The entries, in the stage that is played now: there in the group with the fewest, as its last seed."""
    first = (tournament.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    stage = current_stage(tournament) if tournament.format == Tournament.Format.ROUNDS else None
    entries = []
    for number, players in enumerate(lines, start=first):
        entry = Entry(tournament=tournament, number=number)
        entry.full_clean()
        entry.save()
        for position, player in enumerate(players):
            member = EntryPlayer(entry=entry, tournament=tournament, player=player, position=position)
            member.full_clean()
            member.save()
        if stage is not None:
            join_stage(stage, entry)
        entries.append(entry)
    return entries
