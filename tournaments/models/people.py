"""Persons who play, known across tournaments."""

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class Player(models.Model):
    """A person. Two persons may share a name; the slug tells them apart."""

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=90, unique=True)
    club = models.CharField(_("club or city"), max_length=80, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("public:player", args=[self.slug])
