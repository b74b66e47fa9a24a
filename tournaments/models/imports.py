"""What was brought in at once, so that it can be taken back at once."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.ratings import Ladder
from tournaments.models.tournament import Tournament


class Import(models.Model):
    """A list of people brought into a tournament, or games of an earlier season brought into a ladder.

    `made` has the ids of the rows that it made, by what they are: `entries`, `players`, `games`.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, null=True, blank=True, related_name="imports", verbose_name=_("tournament")
    )
    ladder = models.ForeignKey(
        Ladder, models.CASCADE, null=True, blank=True, related_name="imports", verbose_name=_("ladder")
    )
    made = models.JSONField(_("what it made"))
    at = models.DateTimeField(_("when"), auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("user")
    )
    undone_at = models.DateTimeField(_("undone"), null=True, blank=True)

    class Meta:
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(tournament__isnull=True, ladder__isnull=False)
                | models.Q(tournament__isnull=False, ladder__isnull=True),
                name="import_into_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament or self.ladder} · {self.at:%Y-%m-%d %H:%M}"
