"""Who takes part: entries come in, late ones too, withdraw, return, are removed.

In a tournament of fixed pairs an entry of one player has no partner yet: it stands in no stage, and is not drawn,
until `services.pairs` gives it one. Who comes late has missed the rounds of the stage that are out already; each is a
bye of the kind that the organiser says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _
from slugify import slugify

from tournaments.access import Actor
from tournaments.lists.rows import Person, read_list
from tournaments.models import Absence, Entry, EntryPlayer, Player, Round, Seat, Stage, StageEntry, Tournament
from tournaments.models.stages import WAITS
from tournaments.queries.known import REFUSED, Known, Line
from tournaments.queries.stages import current_stage
from tournaments.services.audit import record_change
from tournaments.services.drafting import draw_round, replan_rounds
from tournaments.services.errors import ServiceError
from tournaments.services.retry import retried
from tournaments.services.rounds import discard_round
from tournaments.services.tournaments import lock


class Anew(Enum):
    """Whether a draft that a change would make wrong is drawn anew: no, so the change is refused; by the change itself;
    or later, by whoever asked for it.
    """

    NO = "no"
    NOW = "now"
    LATER = "later"


@dataclass(frozen=True)
class NewEntry:
    """An entry to be made. `seed` is where it stands among those who come in with it."""

    players: tuple[Player, ...]
    team: str = ""
    category: str = ""
    seed: int | None = None


@dataclass(frozen=True)
class AddedEntries:
    """What came of a list: the entries, and which of their players are new and which were known."""

    entries: tuple[Entry, ...]
    created: tuple[Player, ...]
    matched: tuple[Player, ...]


@retried
def add_entries(*, tournament: Tournament, text: str, actor: Actor) -> AddedEntries:
    """Enter everybody on the list at once, without a question; a list with a fault is refused as a whole."""
    tournament = lock(tournament)
    check_open(tournament)
    known = Known(tournament)
    lines = known.lines(read_list(text, pairs=tournament.kind == Tournament.Kind.PAIRS).rows)
    faults = [
        _("Line %(number)d, “%(line)s”: %(fault)s")
        % {"number": line.row.number, "line": line.row.text[:80], "fault": fault}
        for line in lines
        if line.state == REFUSED
        for fault in line.faults
    ]
    if faults:
        raise ServiceError(_("Nobody was added: mend these lines and send the list again."), faults)
    if not lines:
        raise ServiceError(_("The list is empty. Write one name a line."))
    added = enter(tournament=tournament, lines=lines, slugs=known.slugs)
    record_entries(actor, tournament, added.entries)
    return added


def enter(
    *, tournament: Tournament, lines: Sequence[Line], slugs: set[str], missed: str = Absence.Kind.ZERO
) -> AddedEntries:
    """The entries of lines whose every name is known or new, in the stage that is played now."""
    created: list[Player] = []
    new: list[NewEntry] = []
    for line in lines:
        players = []
        for meant in line.meant:
            if meant.player is None:
                created.append(made_player(meant.person, slugs))
            players.append(meant.player or created[-1])
        new.append(NewEntry(tuple(players), line.row.team, line.row.category, line.row.seed))
    entries = _stored(tournament, new)
    stage = current_stage(tournament) if tournament.format == Tournament.Format.ROUNDS else None
    if stage is not None:
        given = {entry.pk: one.seed for entry, one in zip(entries, new, strict=True)}
        complete = [entry for entry, one in zip(entries, new, strict=True) if is_complete(tournament, one.players)]
        complete.sort(key=lambda entry: (given[entry.pk] is None, given[entry.pk] or 0))
        join_stage(stage, complete, missed=missed)
    matched = tuple(meant.player for line in lines for meant in line.meant if meant.player is not None)
    return AddedEntries(tuple(entries), tuple(created), matched)


def is_complete(tournament: Tournament, players: Sequence[object]) -> bool:
    """Whether an entry has all its players: a pair has two."""
    return len(players) == (2 if tournament.kind == Tournament.Kind.PAIRS else 1)


def join_stage(stage: Stage, entries: Iterable[Entry], *, missed: str = Absence.Kind.ZERO) -> None:
    """Take them into the stage: each into the group with the fewest, as its last seed; rounds missed are byes."""
    counts = Counter(stage.members.values_list("group", flat=True))
    last = stage.members.aggregate(last=Max("seed"))["last"] or 0
    out = list(stage.played.exclude(status=Round.Status.DRAFT))
    members, seats = [], []
    for seed, entry in enumerate(entries, start=last + 1):
        group = min(range(1, stage.groups + 1), key=lambda group: (counts[group], group))
        counts[group] += 1
        members.append(StageEntry(stage=stage, entry=entry, group=group, seed=seed))
        seats += [
            Seat(round=round_, player=member.player, entry=entry, bye=missed)
            for round_ in out
            for member in entry.members.all()
        ]
    StageEntry.objects.bulk_create(members)
    Seat.objects.bulk_create(seats)


@transaction.atomic
def withdraw_entry(*, entry: Entry, actor: Actor, anew: Anew = Anew.NO) -> Entry:
    """Draw the entry no more; its results stay, and a game under way is played to its end.

    `anew` is about a draft in which it sits.
    """
    tournament = lock(entry.tournament)
    entry.refresh_from_db()
    drafts = drafts_with(entry)
    if drafts and anew is Anew.NO:
        raise ServiceError(
            _("%(entry)s sits in the draft of round %(number)d. Withdraw and draw it anew, or discard the draft first.")
            % {"entry": entry, "number": drafts[0]}
        )
    _set_withdrawn(entry, actor, "withdraw_entry", True)
    if drafts and anew is Anew.NOW:
        redraw_drafts(tournament, drafts, actor)
    return entry


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
    if drawn_seats(tournament).filter(entry=entry).exists():
        raise ServiceError(_("%(entry)s has been drawn already. Withdraw it instead.") % {"entry": entry})
    name, number = str(entry), entry.number
    entry.seats.all().delete()
    entry.delete()
    record_change(
        actor=actor, action="remove_entry", target=name, tournament=tournament, before={"number": number, "entry": name}
    )


@transaction.atomic
def update_entry(
    *, entry: Entry, actor: Actor, team: str, fixed_table: int | None, category: str | None = None
) -> Entry:
    """Whom the entry plays for, its category (None: as it is), and the table it always sits at."""
    tournament = lock(entry.tournament)
    entry = tournament.entries.get(pk=entry.pk)
    names = ("team", "category", "fixed_table")
    before = {name: getattr(entry, name) for name in names}
    entry.team, entry.fixed_table = " ".join(team.split()), fixed_table
    if category is not None:
        entry.category = ", ".join(filter(None, (" ".join(part.split()) for part in category.split(","))))
    after = {name: getattr(entry, name) for name in names}
    if after != before:
        entry.full_clean()
        entry.save(update_fields=names)
        record_change(
            actor=actor, action="update_entry", target=str(entry), tournament=tournament, before=before, after=after
        )
    return entry


def check_open(tournament: Tournament) -> None:
    """Refuse a change of who takes part after the end."""
    if tournament.status == Tournament.Status.FINISHED:
        raise ServiceError(_("The tournament is finished. Resume it before adding anybody."))


def record_entries(actor: Actor, tournament: Tournament, entries: Sequence[Entry]) -> None:
    """Log who came in."""
    record_change(
        actor=actor, action="add_entries", target=tournament.name, tournament=tournament,
        after={"entries": [str(entry) for entry in entries]},
    )  # fmt: skip


def drawn_seats(tournament: Tournament) -> QuerySet[Seat]:
    """The seats that a draw gave, in contrast to byes for rounds that somebody was not there for."""
    given = Q(table__isnull=False) | Q(bye__in=["bye", WAITS])
    return Seat.objects.filter(given, round__tournament=tournament)


def drafts_with(entry: Entry) -> list[int]:
    """The drafts in which the entry has a seat, by number."""
    seats = entry.seats.filter(round__status=Round.Status.DRAFT)
    return sorted(set(seats.values_list("round__number", flat=True)))


def redraw_drafts(tournament: Tournament, numbers: Sequence[int], actor: Actor) -> None:
    """Throw drafts away and draw them anew, for those who are in now."""
    if tournament.rounds.filter(status=Round.Status.DRAFT).count() > 1:
        replan_rounds(tournament=tournament, actor=actor)
        return
    discard_round(tournament=tournament, number=numbers[0], actor=actor)
    draw_round(tournament=tournament, number=numbers[0], actor=actor)


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


def made_player(person: Person, slugs: set[str]) -> Player:
    """A new player, with an address of his own."""
    stem = slugify(person.name, max_length=80) or "player"
    slug, number = stem, 2
    while slug in slugs:
        slug, number = f"{stem}-{number}", number + 1
    slugs.add(slug)
    player = Player(name=person.name, club=person.club, slug=slug)
    player.full_clean(validate_unique=False)  # the database keeps the address free, and `retried` takes another
    player.save()
    return player


def _stored(tournament: Tournament, new: Sequence[NewEntry]) -> list[Entry]:
    first = (tournament.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    entries = []
    for number, one in enumerate(new, start=first):
        entry = Entry(tournament=tournament, number=number, team=one.team, category=one.category)
        entry.full_clean(validate_unique=False, exclude=["tournament"])
        entries.append(entry)
    entries = Entry.objects.bulk_create(entries)
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, tournament=tournament, player=player, position=position)
        for entry, one in zip(entries, new, strict=True)
        for position, player in enumerate(one.players)
    )
    found = Entry.objects.prefetch_related("members__player").in_bulk([entry.pk for entry in entries])
    return [found[entry.pk] for entry in entries]
