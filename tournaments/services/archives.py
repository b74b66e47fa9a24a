"""A tournament is made from its document (`tournaments.archive`), whole or not at all.

The document is read strictly; every hand is scored while it is stored, and what follows from the hands is made anew.
A player is who has the address and the name here already; anybody else becomes a new one. Nobody organises the
tournament but whoever brings it in, and its log begins anew: accounts, links and the log stay where they came from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import orjson
from django.core.files import File
from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext as _, ngettext
from pydantic import ValidationError

from scoring import variants
from scoring.errors import OptionError, UnknownVariant
from scoring.notes import render
from tournaments.access import Actor
from tournaments.archive.shape import FORMAT, Archive, PersonPart, PlayerPart
from tournaments.archive.versions import UnknownFormat, brought_up
from tournaments.archive.whole import Whole
from tournaments.misfits import in_words, way_to
from tournaments.models import Absence, Ban, Entry, EntryPlayer, Player, Revision, Stage, StageEntry, Tournament
from tournaments.services.archived_rounds import Known, checked, refused, store_rounds, stored_at
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.ratings import rerate_tournament
from tournaments.services.stages import check_stage

MOST_FAULTS = 20
MOST_BYTES = 50_000_000
NUL = b"\\u0000"


def import_tournament(*, document: bytes, actor: Actor, slug: str = "") -> Tournament:
    """The tournament of a document, at its own address or at `slug`."""
    archive = _read(document)
    try:
        with transaction.atomic():
            return _stored(archive, slug or archive.tournament.slug, actor)
    except (IntegrityError, DataError) as error:
        raise ServiceError(_("The archive contradicts itself, so nothing was stored.")) from error


def document_in(file: File) -> bytes:
    """The document in a file that somebody sent; one that is too large is not read at all."""
    if (file.size or 0) > MOST_BYTES:
        raise _too_large()
    return file.read()


def _too_large() -> ServiceError:
    most = MOST_BYTES // 1_000_000
    return ServiceError(_("This file is too large for an archive: more than %(most)d MB.") % {"most": most})


def _read(document: bytes) -> Archive:
    if len(document) > MOST_BYTES:
        raise _too_large()
    if NUL in document:
        raise _refused([_("there is a NUL (\\u0000) in it, which no text may have")])
    try:
        archive = Archive.model_validate_json(orjson.dumps(brought_up(orjson.loads(document))))
    except orjson.JSONDecodeError as error:
        said = _("line %(line)d, column %(column)d: the file is damaged here, or breaks off")
        told = [said % {"line": error.lineno, "column": error.colno}]
        raise ServiceError(_("This is no archive of a tournament: it is no JSON."), told) from error
    except UnknownFormat as error:
        raise ServiceError(_told_format(error)) from error
    except ValidationError as error:
        faults = error.errors(include_url=False)
        raise _refused([f"{way_to(one['loc'])}: {in_words(one)}" for one in faults]) from error
    contradictions = [f"{one.where}: {_(one.said) % {'what': one.what}}" for one in Whole(archive).faults()]
    if contradictions:
        raise _refused(contradictions)
    return archive


def _told_format(error: UnknownFormat) -> str:
    if error.newer:
        told = _("This archive was written by a newer version of Ryba (%(format)s). Bring this site up to date first.")
        return told % {"format": error.said}
    return _("This is no archive of a tournament: its “format” is not %(format)s.") % {"format": FORMAT}


def _refused(told: Sequence[str]) -> ServiceError:
    """What is wrong, a line each, the first ones."""
    more = len(told) - MOST_FAULTS
    rest = [ngettext("and %(count)d more", "and %(count)d more", more) % {"count": more}] if more > 0 else []
    return ServiceError(_("The archive cannot be read, so nothing was stored."), [*told[:MOST_FAULTS], *rest])


def _stored(archive: Archive, slug: str, actor: Actor) -> Tournament:
    if Tournament.objects.filter(slug=slug).exists():
        raise ServiceError(
            _("There is a tournament at the address “%(slug)s” already. Give it another address.") % {"slug": slug}
        )
    tournament = _tournament(archive, slug, actor)
    players = _players(archive.players)
    entries = _entries(archive, tournament, players)
    stages = _stages(archive, tournament, entries)
    store_rounds(archive.rounds, tournament, Known(players, entries, stages))
    lost = [Revision(tournament=tournament, **part.model_dump(exclude={"at"})) for part in archive.lost]
    stored_at(lost, [part.at for part in archive.lost], "at")
    rerate_tournament(tournament=tournament)
    record_change(
        actor=actor, action="import_tournament", target=tournament.name, tournament=tournament,
        after={"entries": len(entries), "rounds": len(archive.rounds)},
    )  # fmt: skip
    return tournament


def _tournament(archive: Archive, slug: str, actor: Actor) -> Tournament:
    part = archive.tournament
    try:
        variant = variants.get(part.variant)
        variant.resolve(part.options)
    except (UnknownVariant, OptionError) as error:
        raise ServiceError(render(error.note, (), translate=_)) from error
    told = part.model_dump(exclude={"slug", "created_at"})
    tournament = Tournament(slug=slug, owner=actor.user, **told)
    if part.kind == Tournament.Kind.PAIRS and not variant.pairs:
        raise ServiceError(_("This game is not played in pairs. Choose “each for himself”."))
    checked(tournament, "tournament")
    tournament.save()
    Tournament.objects.filter(pk=tournament.pk).update(created_at=part.created_at)
    if actor.user is not None:
        tournament.organisers.add(actor.user.pk)
    return tournament


def _players(parts: Sequence[PlayerPart]) -> dict[str, Player]:
    """Everybody by the address in the document. Records merged into theirs lead to them, where the address is free."""
    slugs = {person.slug for part in parts for person in (part, *part.formerly)}
    there = {player.slug: player for player in Player.objects.filter(slug__in=slugs)}
    found: dict[str, Player] = {}
    for part in parts:
        known = there.get(part.slug)
        if known is None or known.name != part.name:
            known = _made(part, part.slug if known is None else _free(part.slug, slugs))
        while known.merged_into is not None:
            known = known.merged_into
        if known in found.values():
            raise ServiceError(_("Two players of the archive are one here: %(name)s.") % {"name": known.name})
        found[part.slug] = known
    for part in parts:
        for other in part.formerly:
            if other.slug not in there:
                _made(other, other.slug, found[part.slug])
    return found


def _free(stem: str, others: set[str]) -> str:
    """An address that neither the site nor the document has."""
    taken = others | set(Player.objects.filter(slug__startswith=f"{stem}-").values_list("slug", flat=True))
    number = 2
    while f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"


def _made(part: PersonPart, slug: str, same: Player | None = None) -> Player:
    player = Player(name=part.name, club=part.club, slug=slug, merged_into=same)
    checked(player, f"players, {part.slug}")
    player.save()
    return player


def _entries(archive: Archive, tournament: Tournament, players: Mapping[str, Player]) -> dict[int, Entry]:
    names = {"number", "withdrawn", "here_at", "team", "category", "fixed_table"}
    rows = [Entry(tournament=tournament, **part.model_dump(include=names)) for part in archive.entries]
    for row in rows:
        checked(row, f"entries, {row.number}", "tournament")
    entries = {row.number: row for row in Entry.objects.bulk_create(rows)}
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entries[part.number], tournament=tournament, player=players[slug], position=position)
        for part in archive.entries
        for position, slug in enumerate(part.players)
    )
    Absence.objects.bulk_create(
        Absence(entry=entries[part.number], number=absence.number, kind=absence.kind)
        for part in archive.entries
        for absence in part.absences
    )
    bans = [sorted((entries[one].pk, entries[other].pk)) for one, other in archive.bans]
    Ban.objects.bulk_create(Ban(tournament=tournament, one_id=one, other_id=other) for one, other in bans)
    return entries


def _stages(archive: Archive, tournament: Tournament, entries: Mapping[int, Entry]) -> dict[int, Stage]:
    rows = [Stage(tournament=tournament, **part.model_dump(exclude={"members"})) for part in archive.stages]
    for row in rows:
        try:
            check_stage(row)
        except ServiceError as error:
            raise refused(_("stage %(number)d") % {"number": row.number}, error.message) from error
    stages = {row.number: row for row in Stage.objects.bulk_create(rows)}
    StageEntry.objects.bulk_create(
        StageEntry(
            stage=stages[part.number], entry=entries[one.entry], group=one.group, seed=one.seed, carried=one.carried
        )
        for part in archive.stages
        for one in part.members
    )
    return stages
