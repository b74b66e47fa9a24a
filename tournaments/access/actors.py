"""Who is asking: an account, and what the links opened in this browser make of its visitor."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest

from tournaments.models import Invitation, PlayerLink

LINKS_KEY = "scorekeeper_links"
GUEST_KEY = "guest_links"
PLAYER_KEY = "player_links"
NAME_KEY = "scorekeeper_name"
"""In the session: the ids of the keepers' and guests' invitations that were opened, the secrets of the players' links
by their id, and the keeper's name."""

DEVICES = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")


@dataclass(frozen=True)
class Reach:
    """How far a token of the API reaches: these actions, in one tournament or (None) in all of its account."""

    actions: frozenset[str]
    tournament: int | None = None


@dataclass(frozen=True)
class Actor:
    """Who is asking. Ids of tournaments: `keeps` all tables of these, is a `guest_of` these, `plays` in these.

    `tables`: tournament and number of the single tables that this person keeps. `origin`: from where, for the history
    of a game: the beginning of the address, and the kind of browser. `reach`: asks with a token; what is beyond it is
    asked as by anyone.
    """

    user: AbstractBaseUser | None = None
    keeper: str = ""
    keeps: frozenset[int] = frozenset()
    tables: frozenset[tuple[int, int]] = frozenset()
    guest_of: frozenset[int] = frozenset()
    plays: frozenset[int] = frozenset()
    admin: bool = False
    origin: str = ""
    reach: Reach | None = None

    @property
    def name(self) -> str:
        """The name to write into the log."""
        return (self.user.get_username() if self.user else self.keeper) or "—"

    @property
    def key(self) -> str:
        """Who this is, to a phone that keeps hands to be sent for nobody else."""
        return f"user:{self.user.pk}" if self.user else f"keeper:{self.keeper}"

    @property
    def keeps_some(self) -> frozenset[int]:
        """The tournaments in which this person keeps any table."""
        return self.keeps | {tournament for tournament, _table in self.tables}


def open_for(request: HttpRequest, key: str, opened: object) -> None:
    """Note in the session what a link opened, under a new session key: a key that somebody else gave this browser
    beforehand opens nothing.
    """
    request.session[key] = opened
    request.session.cycle_key()


def actor_of(request: HttpRequest) -> Actor:
    """The actor behind a request. At most one query for opened invitations, and one for opened players' links."""
    user = request.user if request.user.is_authenticated else None
    keeps, guest_of = set(), set()
    tables: set[tuple[int, int]] = set()
    opened = [*request.session.get(LINKS_KEY, []), *request.session.get(GUEST_KEY, [])]
    if opened:
        found = Invitation.objects.filter(id__in=opened).open().order_by()
        for tournament, role, numbers in found.values_list("tournament_id", "role", "tables"):
            if role == Invitation.Role.GUEST:
                guest_of.add(tournament)
            elif role == Invitation.Role.KEEPER and numbers:
                tables |= {(tournament, number) for number in numbers}
            elif role == Invitation.Role.KEEPER:
                keeps.add(tournament)
    return Actor(
        user=user,
        keeper=request.session.get(NAME_KEY, ""),
        keeps=frozenset(keeps),
        tables=frozenset(tables),
        guest_of=frozenset(guest_of),
        plays=_plays(request.session.get(PLAYER_KEY, {})),
        admin=bool(user and user.is_active and user.is_superuser),
        origin=origin_of(request),
    )


def _plays(opened: dict[str, str]) -> frozenset[int]:
    """The tournaments of the players' links that were opened and have not been renewed since."""
    if not opened:
        return frozenset()
    links = PlayerLink.objects.filter(pk__in=opened).order_by().values_list("pk", "token", "tournament_id")
    return frozenset(tournament for pk, token, tournament in links if opened[str(pk)] == token)


def address_of(request: HttpRequest) -> str:
    """The network address that a request comes from; behind a proxy of ours, the one that the proxy saw."""
    address = request.META.get("REMOTE_ADDR", "")
    if settings.SECURE_PROXY_SSL_HEADER:
        address = request.headers.get("X-Forwarded-For", address).rpartition(",")[2].strip()
    return address


def origin_of(request: HttpRequest) -> str:
    """From where a request comes, with no more of it than helps to tell two phones apart: `192.168.1.*, Android`."""
    agent = request.headers.get("User-Agent", "")
    device = next((name for name in DEVICES if name in agent), "")
    return ", ".join(filter(None, (shortened(address_of(request)), device)))[:80]


def network_of(request: HttpRequest) -> str:
    """What guesses and requests are counted by: the address, of IPv6 the /64, all of which one household may use."""
    return _beginning(address_of(request), 32, 64)


def without_end(address: str) -> str:
    """The address with nothing in the part that names one machine, as it is kept: `192.0.2.0`, `2001:db8:5::`."""
    return _beginning(address, 24, 48)


def shortened(address: str) -> str:
    """The same as it is shown: `192.0.2.*`, `2001:db8:5:*`."""
    if ":" in address:
        return ":".join(address.split(":")[:3]) + ":*"
    return address.rpartition(".")[0] + ".*" if "." in address else ""


def _beginning(address: str, bits: int, bits_of_six: int) -> str:
    try:
        known = ip_address(address)
    except ValueError:  # of a socket there is none
        return address
    known = getattr(known, "ipv4_mapped", None) or known
    return str(ip_network((known, bits if known.version == 4 else bits_of_six), strict=False).network_address)
