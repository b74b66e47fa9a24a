"""A player's name and club; two records of one person made one, and apart again.

A merge moves everything that is known of the duplicate over to the player who stays: seats, entries, past games, what
was said of results. It remembers the rows, so that it can be undone. Ratings are replayed from the first game moved.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import (
    Confirmation,
    EntryPlayer,
    Game,
    Ladder,
    Merge,
    PastSeat,
    Player,
    PlayerLink,
    Seat,
    Tournament,
)
from tournaments.services.audit import raise_versions, record_change
from tournaments.services.errors import ServiceError
from tournaments.services.locks import hold
from tournaments.services.ratings import queue_rebuild, rerate_games

MOVED: dict[str, type[Model]] = {
    "seats": Seat,
    "entries": EntryPlayer,
    "past_seats": PastSeat,
    "confirmations": Confirmation,
    "links": PlayerLink,
}


@dataclass(frozen=True)
class MergePreview:
    """What a merge would move, and what stands against it."""

    kept: Player
    duplicate: Player
    tournaments: list[str]
    games: int
    past_games: int
    obstacles: list[str]


@transaction.atomic
def rename_player(*, player: Player, actor: Actor, name: str, club: str) -> Player:
    """Another name or club. Results, ratings and the address stay as they are."""
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    before = {"name": player.name, "club": player.club}
    player.name, player.club = name.strip(), club.strip()
    after = {"name": player.name, "club": player.club}
    if after != before:
        player.full_clean()
        player.save(update_fields=["name", "club"])
        raise_versions(Tournament.objects.filter(pk__in=_tournaments(player)))
        record_change(actor=actor, action="rename_player", target=before["name"], before=before, after=after)
    return player


def preview_merge(*, kept: Player, duplicate: Player) -> MergePreview:
    """Look at a merge before it is made. Changes nothing."""
    obstacles = []
    if kept.pk == duplicate.pk:
        obstacles.append(_("These are one record already."))
    obstacles += [
        _("%(name)s has been merged already.") % {"name": player.name}
        for player in (kept, duplicate)
        if player.merged_into_id
    ]
    both = Tournament.objects.filter(pk__in=_tournaments(kept)).filter(pk__in=_tournaments(duplicate))
    obstacles += [
        _("Both take part in “%(tournament)s”.") % {"tournament": name} for name in both.values_list("name", flat=True)
    ]
    if PastSeat.objects.filter(player=kept, game__in=PastSeat.objects.filter(player=duplicate).values("game")).exists():
        obstacles.append(_("Both sat at one table in a game that was brought in."))
    return MergePreview(
        kept=kept,
        duplicate=duplicate,
        tournaments=list(Tournament.objects.filter(pk__in=_tournaments(duplicate)).values_list("name", flat=True)),
        games=Game.objects.filter(table__seats__player=duplicate, finished_at__isnull=False).count(),
        past_games=PastSeat.objects.filter(player=duplicate).count(),
        obstacles=obstacles,
    )


@transaction.atomic
def merge_players(*, kept: Player, duplicate: Player, actor: Actor) -> Merge:
    """Make the duplicate's results those of the player who stays; its address leads there from now on."""
    _hold_tournaments(kept, duplicate)
    locked = Player.objects.select_for_update(no_key=True).filter(pk__in=[kept.pk, duplicate.pk])
    people = {player.pk: player for player in locked}
    kept, duplicate = people[kept.pk], people[duplicate.pk]
    obstacles = preview_merge(kept=kept, duplicate=duplicate).obstacles
    if obstacles:
        raise ServiceError(_("These two cannot be one person."), obstacles)
    moved = {
        name: list(model.objects.filter(player=duplicate).order_by("pk").values_list("pk", flat=True))
        for name, model in MOVED.items()
    }
    merge = Merge(kept=kept, duplicate=duplicate, moved=moved, user=actor.user)
    merge.full_clean()
    merge.save()
    _move(moved, duplicate, kept)
    duplicate.merged_into = kept
    duplicate.save(update_fields=["merged_into"])
    raise_versions(Tournament.objects.filter(pk__in=_tournaments(kept)))
    _rerate(moved)
    record_change(
        actor=actor, action="merge_players", target=kept.name, before={"players": [kept.name, duplicate.name]},
        after={"players": [kept.name]},
    )  # fmt: skip
    return merge


@transaction.atomic
def undo_merge(*, merge: Merge, actor: Actor) -> Merge:
    """Give the duplicate back all that was its own. What was played since stays with the player who stayed."""
    merge = Merge.objects.select_for_update().get(pk=merge.pk)
    if merge.undone_at:
        return merge
    if merge.kept.merged_into_id:
        raise ServiceError(_("%(name)s was merged later on. Undo that first.") % {"name": merge.kept.name})
    _hold_tournaments(merge.kept, merge.duplicate)
    _move(merge.moved, merge.kept, merge.duplicate)
    raise_versions(Tournament.objects.filter(pk__in=[*_tournaments(merge.kept), *_tournaments(merge.duplicate)]))
    Player.objects.filter(pk=merge.duplicate_id).update(merged_into=None)
    merge.undone_at = timezone.now()
    merge.save(update_fields=["undone_at"])
    _rerate(merge.moved)
    record_change(
        actor=actor, action="undo_merge", target=merge.kept.name, before={"players": [merge.kept.name]},
        after={"players": [merge.kept.name, merge.duplicate.name]},
    )  # fmt: skip
    return merge


def _hold_tournaments(*players: Player) -> None:
    """Nobody writes a hand in their tournaments until the transaction ends, as one of those who are made one."""
    hold(*{pk for player in players for pk in _tournaments(player)})


def _tournaments(player: Player) -> list[int]:
    return list(EntryPlayer.objects.filter(player=player).values_list("tournament", flat=True))


def _move(rows: dict[str, list[int]], source: Player, target: Player) -> None:
    for name, ids in rows.items():
        MOVED[name].objects.filter(pk__in=ids, player=source).update(player=target)


def _rerate(moved: dict[str, list[int]]) -> None:
    games = Game.objects.filter(table__seats__in=moved["seats"], finished_at__isnull=False)
    rerate_games(games=list(games.values_list("pk", flat=True)))
    for ladder in Ladder.objects.filter(past_games__seats__in=moved["past_seats"]).distinct():
        queue_rebuild(ladder=ladder)
