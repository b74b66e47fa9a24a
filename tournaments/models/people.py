"""Persons who play, known across tournaments, and which of them turned out to be one."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models.keys import Keyed, KeyField
from tournaments.naming import search_key, sort_key


class Player(Keyed):
    """A person; nobody needs an account. Two persons may share a name; the slug tells them apart.

    `search` and `sort`: the name as keys to be found by and to stand in order (`tournaments.naming`).
    `merged_into`: this record turned out to be of the same person as another, which has its results now.
    """

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=90, unique=True)
    club = models.CharField(_("club or city"), max_length=80, blank=True)
    search = KeyField(max_length=400, of=("name", "club"), make=search_key)
    sort = KeyField(max_length=700, of=("name",), make=sort_key)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="merged", verbose_name=_("the same as")
    )

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["sort", "id"]
        indexes = [models.Index(fields=["sort"], name="player_in_order")]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def person(self) -> Player:
        """The record that has this person's results now; a merge may follow upon a merge."""
        return self if self.merged_into is None else self.merged_into.person

    def get_absolute_url(self) -> str:
        before, after = _around_slug()
        return f"{before}{self.slug}{after}"


@cache
def _around_slug() -> tuple[str, str]:
    """What stands before and after the slug in a player's address: hundreds of them are on a page."""
    before, _slug, after = reverse("public:player", args=["-"]).rpartition("-")
    return before, after


class Merge(models.Model):
    """Two records found to be of one person: `moved` lists the ids of the rows that went over, by their model."""

    kept = models.ForeignKey(Player, models.PROTECT, related_name="+", verbose_name=_("who stays"))
    duplicate = models.ForeignKey(Player, models.PROTECT, related_name="+", verbose_name=_("the duplicate"))
    moved = models.JSONField(_("what went over"))
    at = models.DateTimeField(_("when"), auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("user")
    )
    undone_at = models.DateTimeField(_("undone"), null=True, blank=True)

    class Meta:
        verbose_name = _("merge of players")
        verbose_name_plural = _("merges of players")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(kept=models.F("duplicate")), name="merge_of_two"),
            models.UniqueConstraint(
                fields=["duplicate"], condition=models.Q(undone_at__isnull=True), name="one_merge_a_duplicate"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.duplicate} → {self.kept}"
