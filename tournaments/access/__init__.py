"""Who may do what, and what is visible to whom: decided in this room and nowhere else.

`actor_of` says who is asking, `may` whether this person may do something, and the `visible_*` and `kept_*` querysets
hold what this person sees and keeps. Views and queries ask; none of them decides. The whole of it in a table, role by
role and address by address: docs/access.md.
"""

from tournaments.access.actors import (
    GUEST_KEY,
    LINKS_KEY,
    NAME_KEY,
    PLAYER_KEY,
    Actor,
    Reach,
    actor_of,
    network_of,
    open_for,
    origin_of,
    shortened,
    without_end,
)
from tournaments.access.policy import ALLOWED, SCOPES, Action, Role, helped, is_one, may, owns_ladder, powers
from tournaments.access.rates import seconds_left, within_rate
from tournaments.access.tokens import actor_with, digest_of, token_of
from tournaments.access.visible import (
    kept_games,
    kept_tournaments,
    run_tournaments,
    shown_to_all,
    visible_games,
    visible_player,
    visible_players,
    visible_rounds,
    visible_tournaments,
)

__all__ = [
    "ALLOWED",
    "GUEST_KEY",
    "LINKS_KEY",
    "NAME_KEY",
    "PLAYER_KEY",
    "SCOPES",
    "Action",
    "Actor",
    "Reach",
    "Role",
    "actor_of",
    "actor_with",
    "digest_of",
    "helped",
    "is_one",
    "kept_games",
    "kept_tournaments",
    "may",
    "network_of",
    "open_for",
    "origin_of",
    "owns_ladder",
    "powers",
    "run_tournaments",
    "seconds_left",
    "shortened",
    "shown_to_all",
    "token_of",
    "visible_games",
    "visible_player",
    "visible_players",
    "visible_rounds",
    "visible_tournaments",
    "within_rate",
    "without_end",
]
