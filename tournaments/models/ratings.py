"""Ladders, the players' ratings on them, and each game's change of a rating. All derived from finished games."""

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Player
from tournaments.models.play import Game


class Ladder(models.Model):
    """A list of ratings over the games of one variant, or, with no variant, over all rated games."""

    slug = models.SlugField(_("address"), unique=True)
    variant = models.CharField(_("game"), max_length=40, blank=True, unique=True)

    class Meta:
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")
        ordering = ["id"]

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return reverse("public:ladder", args=[self.slug])


class Rating(models.Model):
    """Where a player stands on a ladder now: mu and sigma of the model, nothing else."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="ratings", verbose_name=_("ladder"))
    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings", verbose_name=_("player"))
    mu = models.FloatField()
    sigma = models.FloatField()
    ordinal = models.FloatField(_("ordinal"))
    games = models.PositiveIntegerField(_("games"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        ordering = ["ladder", "-ordinal", "player"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "player"], name="one_rating_a_player_on_a_ladder"),
            models.CheckConstraint(condition=models.Q(sigma__gt=0), name="rating_sigma_positive"),
        ]


class RatingChange(models.Model):
    """What one game did to one player's rating on a ladder. The order of play is (`finished_at`, game)."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="changes", verbose_name=_("ladder"))
    game = models.ForeignKey(Game, models.CASCADE, related_name="rating_changes", verbose_name=_("game"))
    player = models.ForeignKey(Player, models.CASCADE, related_name="rating_changes", verbose_name=_("player"))
    finished_at = models.DateTimeField(_("finished"))
    place = models.PositiveSmallIntegerField(_("place"))
    mu_before = models.FloatField(_("mu before"))
    sigma_before = models.FloatField(_("sigma before"))
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        ordering = ["ladder", "finished_at", "game", "player"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "game", "player"], name="one_change_a_player_in_a_game"),
        ]
        indexes = [
            models.Index(fields=["ladder", "player", "finished_at", "game"], name="change_by_player"),
            models.Index(fields=["ladder", "finished_at", "game"], name="change_by_time"),
        ]
