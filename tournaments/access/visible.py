"""What an actor sees, keeps and runs: the querysets that every list begins with."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.access.actors import Actor
from tournaments.access.policy import helped, may
from tournaments.models import EntryPlayer, Game, Player, Rating, Round, Tournament

PUBLISHED = ~Q(status=Round.Status.DRAFT) | Q(stage__shown=True)
"""Rounds that everybody sees who sees the tournament: no drafts, or those of a shown schedule."""


def visible_tournaments(actor: Actor) -> QuerySet[Tournament]:
    """All tournaments that the actor may see."""
    draft = Q(status=Tournament.Status.DRAFT)
    seen = (
        draft & helped(actor, "see_draft")
        | ~draft & Q(private=True) & helped(actor, "see_private")
        | ~draft & Q(private=False) & helped(actor, "see_public")
    )
    return Tournament.objects.filter(pk__in=Tournament.objects.filter(seen).order_by().values("pk"))


def shown_to_all(path: str = "") -> Q:
    """Tournaments that everybody sees with their results, as a condition on what `path` leads to them from.

    What is summed up over many tournaments for all to see, as ratings, records and a player's games are, is of these.
    """
    conditions = Q(**{f"{path}private": False}) & Q(**{f"{path}results_hidden": False})
    return conditions & ~Q(**{f"{path}status": Tournament.Status.DRAFT})


def visible_rounds(actor: Actor, tournament: Tournament) -> QuerySet[Round]:
    """The rounds of a tournament that the actor may see: drafts only with `see_draft_round`, or in a shown schedule."""
    rounds = tournament.rounds.select_related("stage")
    if may(actor, "see_draft_round", tournament):
        return rounds
    return rounds.filter(PUBLISHED)


def visible_games(actor: Actor) -> QuerySet[Game]:
    """The games of published rounds whose results the actor may see: of no draft, wherever they are listed."""
    shown = visible_tournaments(actor).filter(Q(results_hidden=False) | helped(actor, "see_results"))
    shown = shown.exclude(status=Tournament.Status.DRAFT).values("pk")
    return Game.objects.filter(table__round__tournament__in=shown).exclude(table__round__status=Round.Status.DRAFT)


def visible_players(actor: Actor) -> QuerySet[Player]:
    """All persons with an entry in a tournament that the actor may see, or with a rating; a site admin sees all."""
    persons = Player.objects.filter(merged_into=None)
    if actor.admin:
        return persons
    rated = Rating.objects.filter(player=OuterRef("pk"))
    entered = EntryPlayer.objects.filter(player=OuterRef("pk"), tournament__in=visible_tournaments(actor).values("pk"))
    return persons.filter(Exists(rated) | Exists(entered))


def visible_player(actor: Actor, slug: str) -> Player | None:
    """The player of this address; a record that was merged, where the actor may see whose results it is now."""
    seen = visible_players(actor)
    found = seen.filter(slug=slug).first()
    if found is None:
        merged = Player.objects.filter(slug=slug).exclude(merged_into=None).select_related("merged_into").first()
        found = merged if merged and seen.filter(pk=merged.person.pk).exists() else None
    return found


def kept_tournaments(actor: Actor) -> QuerySet[Tournament]:
    """The tournaments of which the actor keeps all scores; a site admin only those that he helps himself."""
    return Tournament.objects.filter(helped(_without_office(actor), "keep_all")).distinct()


def kept_games(actor: Actor) -> QuerySet[Game]:
    """The games whose score the actor keeps, whatever their round; of a site admin as `kept_tournaments`."""
    kept = Q(table__round__tournament__in=kept_tournaments(actor).values("pk"))
    for tournament, number in actor.tables:
        kept |= Q(table__round__tournament=tournament, table__number=number)
    return Game.objects.filter(kept)


def run_tournaments(actor: Actor) -> QuerySet[Tournament]:
    """The tournaments that the actor organises or referees; a site admin all."""
    return Tournament.objects.filter(helped(actor, "rule")).distinct()


def _without_office(actor: Actor) -> Actor:
    return Actor(user=actor.user, keeps=actor.keeps, tables=actor.tables)
