"""Who is meant by the names of a list: players known from before, new ones, and what has to be asked.

A name is *alike* where only upper and lower case, ё and е, or blanks differ: it is that player; where several are, the
club tells them apart. A name that sounds the same in another order or script (`tournaments.naming`), has initials for
words of it, differs by slips, or is alike but of another club, is asked about; so is a new name that may be one further
up on the list. A *choice* answers: a player's id, `NEW`, or `SAME` of somebody further up. Where slips alone make the
doubt, one answer is set beforehand.
Nobody takes part twice, and nobody stands on a list twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.lists.rows import Person, Row
from tournaments.models import EntryPlayer, Player, Rating, Tournament
from tournaments.naming import INITIAL, Slips, stands_for, words
from tournaments.queries.people import fold

NEW, SAME = "new", "same"
KNOWN, ASKED, REFUSED = "known", "asked", "refused"

MOST_CANDIDATES = 20
FEWEST_LETTERS = 2
"""Names that sound alike and are no longer say nothing."""

Choices = Mapping[tuple[int, int], str]
"""Answers by the number of the line and the position in it."""


@dataclass(frozen=True)
class Candidate:
    """A player who may be meant; `rating` on the game's own ladder, `taken`: takes part already."""

    player: Player
    rating: float | None
    taken: bool


@dataclass
class Meant:
    """Whom one name means: `player` where it is somebody known. `state` is `KNOWN`, `NEW`, `ASKED` or `REFUSED`.

    `double`: the line further up that may have the same new person. `likely`: the answer that is set beforehand.
    """

    person: Person
    field: str
    state: str = NEW
    player: Player | None = None
    candidates: list[Candidate] = field(default_factory=list)
    choice: str = ""
    likely: str = ""
    fault: str = ""
    double: int | None = None

    @property
    def answer(self) -> str:
        return self.choice or self.likely

    @property
    def rating(self) -> float | None:
        return next((one.rating for one in self.candidates if self.player and one.player.pk == self.player.pk), None)


@dataclass
class Line:
    """A line of the list; `state` is the worst of its names."""

    row: Row
    meant: list[Meant]
    fault: str = ""

    @property
    def state(self) -> str:
        states = {meant.state for meant in self.meant}
        return REFUSED if self.fault else next((one for one in (REFUSED, ASKED, KNOWN) if one in states), NEW)

    @property
    def faults(self) -> list[str]:
        return [self.fault] if self.fault else [meant.fault for meant in self.meant if meant.fault]


class Known:
    """The players there are, by name, as a tournament sees them if there is one. Three queries, or one."""

    def __init__(self, tournament: Tournament | None = None) -> None:
        self.slugs: set[str] = set()
        self._alike: dict[str, list[Player]] = defaultdict(list)
        self._near: dict[str, list[Player]] = defaultdict(list)
        self._worded: dict[str, list[Player]] = defaultdict(list)
        self._persons: dict[int, Player] = {}
        self._slips: Slips[int] = Slips()
        self._new: list[tuple[int, str, str]] = []
        self._new_slips: Slips[tuple[int, str]] = Slips()
        for player in Player.objects.select_related("merged_into").order_by("id"):
            self.slugs.add(player.slug)
            person = player.person
            name, _slash, _beside = player.search.partition("/")
            for index, key in ((self._alike, fold(player.name)), (self._near, _sound(name.split()))):
                if key and person not in index[key]:
                    index[key].append(person)
            if len(name) > FEWEST_LETTERS:
                self._persons[player.pk] = person
                self._slips.add(player.pk, name.split())
            for word in name.split():
                self._worded[word].append(person)
        self._taken: set[int] = set()
        self._ratings: dict[int, float] = {}
        if tournament is not None:
            self._taken.update(EntryPlayer.objects.filter(tournament=tournament).values_list("player_id", flat=True))
            own = Rating.objects.filter(ladder__name="", ladder__variant=tournament.variant)
            self._ratings.update(own.values_list("player_id", "ordinal"))
        self._listed: set[object] = set()

    def lines(self, rows: Iterable[Row], choices: Choices | None = None) -> list[Line]:
        """Every row with whom it means. Without `choices` nobody can be asked: a doubt is settled or refused."""
        lines = []
        for row in rows:
            meant = [self._find(person, row.number, at, choices) for at, person in enumerate(row.persons)]
            lines.append(Line(row, meant, fault=_(row.fault) if row.fault else ""))
        return lines

    def nearly(self, names: Sequence[str]) -> list[tuple[str, list[str]]]:
        """Which of these names may be a player's, or an earlier one's of them, written otherwise; each with those."""
        rows = [Row(number, name, (Person(name),)) for number, name in enumerate(names, 1)]
        asked = [line.meant[0] for line in self.lines(rows, {}) if line.state == ASKED]
        return [
            (one.person.name, [found.player.name for found in one.candidates] or [names[one.double - 1]])
            for one in asked
        ]

    def meant_by(self, name: str, choice: str) -> Meant:
        """Whom one `Name` or `Name, club` means."""
        written, _comma, club = (" ".join(piece.split()) for piece in name.partition(","))
        return self._find(Person(written, club), 1, 0, {(1, 0): choice})

    def _find(self, person: Person, number: int, at: int, choices: Choices | None) -> Meant:
        alike = self._alike.get(fold(person.name), [])
        sounding = [*self._near.get(_sound(words(person.name)), []), *self._shortened(person.name)]
        near = [player for player in dict.fromkeys(sounding) if player not in alike][:MOST_CANDIDATES]
        meant = Meant(person, f"who-{number}-{at}", choice=(choices or {}).get((number, at), ""))
        if not (alike or near or choices is None):
            near = self._slipped(meant)
        meant.candidates = [
            Candidate(player, self._ratings.get(player.pk), player.pk in self._taken) for player in [*alike, *near]
        ]
        if meant.candidates and meant.choice:
            self._choose(meant)
        else:
            self._settle(meant, alike, near, asking=choices is not None)
        if meant.state == NEW and choices is not None:
            self._look_further_up(meant, number)
        self._refuse(meant)
        return meant

    def _shortened(self, name: str) -> Iterable[Player]:
        """Who may be meant by initials, or is known by initials alone."""
        short = INITIAL.search(name)
        for word in words(name):
            for player in self._worded.get(word, ()) if len(word) > 1 else ():
                if stands_for(name, player.name) if short else stands_for(player.name, name):
                    yield player

    def _slipped(self, meant: Meant) -> list[Player]:
        """Of whose names a slip may have made this one, and whether it is likely.

        A slip makes a word that is in nobody's name, or leaves out words. Not likely is another ending alone, as of a
        woman's name, another club, and somebody who takes part already.
        Who was asked about stays asked about, also where the answer to another line has made the word somebody's.
        """
        written = words(meant.person.name)
        unheard = self._unheard(written)
        doubted = bool(unheard or meant.choice)
        alike = dict.fromkeys(self._persons[player] for player in self._slips.alike(written))
        found = [player for player in alike if doubted or _is_part(written, words(player.name))][:MOST_CANDIDATES]
        if found:
            club, other = fold(meant.person.club), fold(found[0].club)
            name = words(found[0].name)
            ending = any(one.startswith(word) or word.startswith(one) for one in unheard for word in name)
            unlikely = (club and other and club != other) or ending or found[0].pk in self._taken
            meant.likely = NEW if unlikely else str(found[0].pk) if len(found) == 1 else ""
        return found

    def _unheard(self, written: list[str]) -> list[str]:
        return [word for word in written if not (self._slips.knows(word) or self._new_slips.knows(word))]

    def _look_further_up(self, meant: Meant, number: int) -> None:
        """Ask about a new name that another line may have written otherwise."""
        name, key = meant.person.name, fold(meant.person.name)
        written = words(name)
        sound = _sound(written)
        for line, other, other_sound in self._new:
            alike = len(sound) > FEWEST_LETTERS and other_sound == sound
            same = alike or stands_for(name, other) or stands_for(other, name)
            if line != number and same and fold(other) != key:
                meant.double = line
                break
        else:
            doubted = bool(self._unheard(written) or meant.choice)
            near = [one for one in self._new_slips.alike(written) if doubted or _is_part(written, words(one[1]))]
            meant.double = next((line for line, other in near if line != number and other != key), None)
            meant.likely = NEW if meant.double else ""
        if meant.double and meant.choice == SAME:
            told = _("%(name)s is on line %(line)d already, and stays out here.")
            meant.state, meant.fault = REFUSED, told % {"name": name, "line": meant.double}
        elif meant.double and meant.choice != NEW:
            meant.state = ASKED
        else:
            self._new.append((number, name, sound))
            if len(sound) > FEWEST_LETTERS:
                self._new_slips.add((number, key), written)

    def _choose(self, meant: Meant) -> None:
        meant.player = next((one.player for one in meant.candidates if str(one.player.pk) == meant.choice), None)
        meant.state = KNOWN if meant.player else NEW

    def _settle(self, meant: Meant, alike: list[Player], near: list[Player], *, asking: bool) -> None:
        club = fold(meant.person.club)
        same_club = [player for player in alike if fold(player.club) == club]
        found = same_club if len(same_club) == 1 else alike
        elsewhere = bool(club and found and found[0].club and fold(found[0].club) != club)
        if len(found) == 1 and not (elsewhere and asking):
            meant.player, meant.state = found[0], KNOWN
        elif asking and meant.candidates:
            meant.state = ASKED
        elif len(found) > 1:
            meant.state, meant.fault = REFUSED, _(
                "several players are called %(name)s; write the club as it stands in their list."
            ) % {"name": meant.person.name}  # fmt: skip

    def _refuse(self, meant: Meant) -> None:
        """Refuse who is here already, who stands on the list twice, and a name that cannot be stored."""
        if meant.state in (REFUSED, ASKED):
            return
        name = {"name": meant.person.name}
        key = meant.player.pk if meant.player else (fold(meant.person.name), fold(meant.person.club))
        if meant.player and meant.player.pk in self._taken:
            meant.fault = _("%(name)s takes part already.") % name
        elif key in self._listed and not (meant.choice == NEW and not meant.player):
            meant.fault = _("%(name)s stands on this list twice.") % name
        elif meant.player is None:
            try:
                Player(name=meant.person.name, club=meant.person.club, slug="checked").full_clean(
                    exclude=["slug"], validate_constraints=False
                )
            except ValidationError as error:
                meant.fault = " ".join(error.messages)
        self._listed.add(key)
        if meant.fault:
            meant.state = REFUSED


def _is_part(one: list[str], other: list[str]) -> bool:
    return set(one) <= set(other) or set(other) <= set(one)


def _sound(words: list[str]) -> str:
    """The words of a name in whatever order."""
    return " ".join(sorted(words))
