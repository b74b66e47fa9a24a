"""The players of a table confirm or dispute its result by their personal links; the organiser may confirm himself."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import Confirmation, Game, Player, PlayerLink, Tournament
from tournaments.queries.table import TableState
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.revisions import title_of
from tournaments.services.tables import check_version, lock_table
from tournaments.services.tournaments import lock


@transaction.atomic
def confirm_game(*, game: Game, player: Player, version: int, actor: Actor) -> Confirmation:
    """The player agrees with the result as it stands in this version of the game."""
    return _say(game, player, version, actor, Confirmation.Says.CONFIRMED, "")


@transaction.atomic
def dispute_game(*, game: Game, player: Player, version: int, actor: Actor, words: str) -> Confirmation:
    """The player does not agree, and says why."""
    words = words.strip()[:300]
    if not words:
        raise ServiceError(_("Say what is wrong, so that the organiser knows where to look."))
    return _say(game, player, version, actor, Confirmation.Says.DISPUTED, words)


@transaction.atomic
def settle_game(*, game: Game, version: int, actor: Actor) -> Confirmation:
    """The organiser confirms the result, whatever the players have said or not said."""
    return _say(game, None, version, actor, Confirmation.Says.CONFIRMED, "")


@transaction.atomic
def make_player_links(*, tournament: Tournament, actor: Actor) -> list[PlayerLink]:
    """A personal link for everybody who takes part and has none yet. The secrets stay out of the log."""
    tournament = lock(tournament)
    players = Player.objects.filter(memberships__tournament=tournament).exclude(links__tournament=tournament)
    made = [PlayerLink(tournament=tournament, player=player, token=_token()) for player in players]
    if made:
        PlayerLink.objects.bulk_create(made)
        record_change(
            actor=actor,
            action="make_player_links",
            target=tournament.name,
            tournament=tournament,
            after={"players": [str(link.player) for link in made]},
        )
    return made


@transaction.atomic
def renew_player_link(*, link: PlayerLink, actor: Actor) -> PlayerLink:
    """Give a link another secret: the old address opens nothing any more."""
    tournament = lock(link.tournament)
    link.refresh_from_db()
    link.token = _token()
    link.full_clean()
    link.save(update_fields=["token"])
    record_change(actor=actor, action="renew_player_link", target=str(link.player), tournament=tournament)
    return link


def _token() -> str:
    return secrets.token_urlsafe(24)


def _say(
    game: Game, player: Player | None, version: int, actor: Actor, says: Confirmation.Says, words: str
) -> Confirmation:
    state = lock_table(game)
    _check(state, player, version)
    said, _created = Confirmation.objects.update_or_create(
        game=state.game,
        player=player,
        defaults={
            "version": version,
            "says": says,
            "words": words,
            "actor": actor.name[:80],
            "origin": actor.origin,
        },
    )
    action = "dispute_game" if words else "confirm_game" if player else "settle_game"
    record_change(
        actor=actor,
        action=action,
        target=title_of(state.game),
        tournament=state.tournament,
        after={"game": state.game.pk, "version": version} | ({"words": words} if words else {}),
    )
    return said


def _check(state: TableState, player: Player | None, version: int) -> None:
    if player is not None and all(seat.player_id != player.pk for seat in state.seats):
        raise ServiceError(_("Only those who sat at the table confirm its result."))
    check_version(state, version)
    if state.game.finished_at is None or state.game.ruling == Game.Ruling.ANNULLED:
        raise ServiceError(_("The game has no result to confirm."))
