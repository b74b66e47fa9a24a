"""People as an administrator finds them: players by name, namesakes, merges that were made; and the accounts."""

from __future__ import annotations

from collections import defaultdict

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Count, QuerySet

from tournaments.models import Merge, Player


def fold(name: str) -> str:
    """Names that are written alike: upper and lower case, ё and е, blanks."""
    return " ".join(name.split()).casefold().replace("ё", "е")


def namesakes(limit: int = 50) -> list[list[Player]]:
    """Groups of players who have one name, whatever its letters: perhaps one person. One query."""
    groups: dict[str, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(merged_into=None).annotate(seat_count=Count("seats")).order_by("id"):
        groups[fold(player.name)].append(player)
    return [group for _name, group in sorted(groups.items()) if len(group) > 1][:limit]


def players_named(text: str, limit: int = 30) -> list[Player]:
    """Those whose name, club or address has the text in it. One query."""
    wanted = fold(text)
    found = Player.objects.filter(merged_into=None).annotate(seat_count=Count("seats")).order_by("name", "id")
    return [player for player in found if wanted in fold(f"{player.name} {player.club} {player.slug}")][:limit]


def merges() -> QuerySet[Merge]:
    """The merges in force, the latest first."""
    return Merge.objects.filter(undone_at=None).select_related("kept", "duplicate", "user")


def accounts() -> QuerySet[AbstractBaseUser]:
    """All accounts by name, each with its number of `factors` beside the password. One query."""
    users = get_user_model().objects
    return users.annotate(factors=Count("authenticator")).order_by("username")
