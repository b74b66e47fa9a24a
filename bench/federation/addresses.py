"""The addresses of every kind of page, by kind: of the site, of tournaments, of people, of organisers and keepers."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from django.contrib.auth.models import User
from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils import timezone

from tournaments.access import Actor
from tournaments.models import Entry, Game, Player, PlayerLink, Round, Tournament
from tournaments.services.confirming import make_player_links

VIEWS = 20
"""So many views of a kind of page, of as many objects where there are as many."""
API = "/api/v1"
OF_TOURNAMENT = {
    "tournament": "", "standings": "standings/", "cross table": "cross/", "statistics of a tournament": "stats/",
    "hall screen": "screen/", "calendar of a tournament": "calendar.ics", "feed of results": "results.atom",
    "picture of a tournament": "card.png", "standings as CSV": "standings/?export=csv",
    "standings as PDF": "standings/?export=pdf", "cross table as XLSX": "cross/?export=xlsx",
}  # fmt: skip
OF_API = ("", "/entries", "/rounds", "/standings", "/cross", "/statistics")
OF_DESK = {
    "desk": "", "people": "people/", "seeds": "people/seeds/",
    "check-in": "people/here/", "forbidden pairs": "people/bans/", "personal links": "people/links/",
    "stages": "stages/", "a stage": "stages/1/", "settings": "settings/", "another game": "settings/game/",
    "rules": "rules/", "helpers": "links/", "log": "log/", "prints": "print/", "copy": "copy/",
}  # fmt: skip


def of_site(dice: Random) -> dict[str, list[str]]:
    last = (Tournament.objects.count() - 1) // 20
    month, year = (f"{timezone.localdate() - timedelta(days=days)}" for days in (30, 330))
    club = Player.objects.exclude(club="").order_by("?")[0].club
    texts = ("а", "anna", "соколовский", "zhd", "кубок", "никто", "Анна Соколова")
    return {
        "home": ["/"],
        "tournaments": ["/t/"],
        "tournaments, any page": [f"/t/?page={dice.randint(1, max(1, last // 2))}" for _ in range(VIEWS)],
        "search": [f"/search/?q={text}" for text in texts],
        "search while typing": [f"/search/?typing=1&q={text}" for text in texts],
        "ladders": ["/ladder/"],
        "ladder": ["/ladder/overall/", "/ladder/kozel/", "/ladder/mandavoshka/"],
        "ladder, any page": [f"/ladder/overall/?page={dice.randint(2, 90)}" for _ in range(VIEWS)],
        "ladder, by name, a club's": ["/ladder/overall/?sort=player", f"/ladder/overall/?club={club}&active=on"],
        "ladder, movement in a month": [f"/ladder/overall/?since={month}", f"/ladder/mandavoshka/?since={month}"],
        "ladder, movement in a year": [f"/ladder/overall/?since={year}"],
        "ladder, how it works": ["/ladder/overall/how/"],
        "ladder, calibration": ["/ladder/overall/calibration/", "/ladder/mandavoshka/calibration/"],
        "records": ["/records/"],
        "games": ["/variants/"],
        "rules of a game": ["/variants/mandavoshka/", "/variants/kozel/"],
        "statistics of a game": ["/variants/mandavoshka/stats/", "/variants/kozel/stats/"],
        "calendar": ["/calendar.ics"],
        "sign in": ["/sign-in/"],
        "API: reference": [f"{API}/", f"{API}/openapi.json"],
        "API: tournaments": [f"{API}/tournaments", f"{API}/tournaments?page=3"],
        "API: players": [f"{API}/players", f"{API}/players?page=3"],
        "API: players by name": [f"{API}/players?q={text}" for text in texts],
        "API: ladders": [f"{API}/ladders", f"{API}/ladders/overall"],
        "API: ratings of a ladder": [f"{API}/ladders/overall/ratings", f"{API}/ladders/overall/ratings?page=3"],
        "API: movement in a month": [f"{API}/ladders/overall/ratings?since={month}"],
        "API: games": [f"{API}/variants", f"{API}/variants/kozel", f"{API}/variants/kozel/presets"],
        "API: statistics": [f"{API}/statistics", f"{API}/statistics?variant=kozel"],
    }


def of_tournaments(dice: Random) -> dict[str, list[str]]:
    """Of tournaments in rounds at random, and beside them of the largest."""
    held = list(Tournament.objects.filter(format="rounds").values_list("slug", flat=True))
    some = dice.sample(held, min(VIEWS, len(held)))
    sizes = Tournament.objects.filter(format="rounds").annotate(n=Count("entries")).order_by("-n")
    large = sizes.values_list("slug", flat=True)[0]
    seasons = _seasons()
    rounds = dice.sample(list(Round.objects.filter(tournament__slug__in=some).select_related("tournament")), VIEWS)
    games = _finished(some)
    entries = Entry.objects.filter(tournament__slug__in=some, members__position=0).order_by("?")
    entries = list(entries.select_related("tournament")[:VIEWS])
    pages = {kind: [f"/t/{slug}/{page}" for slug in some] for kind, page in OF_TOURNAMENT.items()}
    pages |= {f"{kind}, the largest": [f"/t/{large}/{page}"] for kind, page in list(OF_TOURNAMENT.items())[:5]}
    for name in OF_API:
        pages[f"API: {name[1:] or 'tournament'}"] = [f"{API}/tournaments/{slug}{name}" for slug in some]
        pages[f"API: {name[1:] or 'tournament'}, the largest"] = [f"{API}/tournaments/{large}{name}"]
    documents = ("pairings", "names", "results")
    return pages | {
        "round": [round_.get_absolute_url() for round_ in rounds],
        "round, the largest": [f"/t/{large}/round/7/"],
        "round as PDF": [
            f"{round_.get_absolute_url()}{name}.pdf" for round_, name in zip(rounds, documents * VIEWS, strict=False)
        ],
        "game": [game.get_absolute_url() for game in games],
        "why a place": [f"/t/{entry.tournament.slug}/standings/why/{entry.pk}/" for entry in entries],
        "season": [f"/t/{slug}/" for slug in seasons],
        "season, statistics": [f"/t/{slug}/stats/" for slug in seasons],
        "API: a round": [f"{API}/tournaments/{round_.tournament.slug}/rounds/{round_.number}" for round_ in rounds],
        "API: a game": [f"{API}/tournaments/{game.table.round.tournament.slug}/games/{game.pk}" for game in games],
        "API: why a place": [f"{API}/tournaments/{one.tournament.slug}/standings/{one.number}" for one in entries],
        "API: season": [f"{API}/tournaments/{slug}/season" for slug in seasons],
    }


def of_people(dice: Random) -> dict[str, list[str]]:
    people = list(Player.objects.filter(seats__isnull=False).distinct().values_list("slug", flat=True))
    some = dice.sample(people, VIEWS)
    busiest = Player.objects.annotate(n=Count("seats")).order_by("-n")[0]
    rival = Player.objects.filter(seats__table__seats__player=busiest).exclude(pk=busiest.pk).first()
    return {
        "player": [f"/p/{slug}/" for slug in some],
        "the busiest player": [f"/p/{busiest.slug}/"],
        "the busiest, over all games": [f"/p/{busiest.slug}/?ladder=overall"],
        "the busiest, his games": [f"/p/{busiest.slug}/?page=2"],
        "the busiest against one": [f"/p/{busiest.slug}/?with={rival.slug}"],
        "API: player": [f"{API}/players/{slug}" for slug in some],
        "API: player's games": [f"{API}/players/{slug}/games" for slug in some],
        "API: the busiest player's games": [f"{API}/players/{busiest.slug}/games?ladder=overall"],
        "a player's own page": _personal_pages(),
    }


def of_organisers(dice: Random) -> dict[str, list[str]]:
    """Of the tournaments that are going on, and of a finished one its diplomas."""
    on = list(Tournament.objects.filter(status="published", format="rounds").values_list("slug", flat=True))
    over = Tournament.objects.filter(status="finished", format="rounds").values_list("slug", flat=True)[:VIEWS]
    seasons = _seasons()
    open_games = list(Game.objects.filter(finished_at=None, table__round__tournament__slug__in=on)[:VIEWS])
    keys = [game.pk for game in open_games]
    done = _finished(on)
    one, other = Player.objects.order_by("id").values_list("slug", flat=True)[:2]
    return {
        "organiser: home": ["/run/"],
        "organiser: players": ["/run/players/", "/run/players/?q=анна", "/run/players/?q=а"],
        "organiser: a player": [f"/run/players/{one}/"],
        "organiser: a merge": [f"/run/players/{one}/merge/{other}/"],
        "organiser: ladders": ["/run/ladders/"],
        "organiser: a ladder": ["/run/ladders/overall/"],
        "organiser: a ladder's history": ["/run/ladders/overall/history/"],
        "organiser: new tournament": ["/run/new/", "/run/new/kozel/"],
        "organiser: accounts, tokens": ["/run/accounts/", "/run/tokens/"],
        **{f"organiser: {kind}": [f"/run/{slug}/{page}" for slug in on] for kind, page in OF_DESK.items()},
        "organiser: desk of a finished one": [f"/run/{slug}/" for slug in over],
        "organiser: an entry": [f"/run/{slug}/people/{number}/" for slug in on for number in (1, 2, 3)],
        "organiser: cards": [f"/run/{slug}/print/cards-12.pdf" for slug in on],
        "organiser: sheets": [f"/run/{slug}/sheets/12/" for slug in on],
        "organiser: diplomas": [f"/run/{slug}/print/diplomas.pdf" for slug in over],
        "organiser: archive": [f"/run/{slug}/archive/" for slug in over],
        "organiser: game": [f"/run/{game.table.round.tournament.slug}/game/{game.pk}/" for game in done],
        "scorekeeper: tables": ["/keep/"],
        "scorekeeper: game": [f"/keep/{pk}/" for pk in keys],
        "scorekeeper: how it stands": [reverse("keep:standing", args=[pk]) for pk in keys],
        "scorekeeper: history": [f"/keep/{game.pk}/history/" for game in done],
        "scorekeeper: a hand": [f"/keep/{game.pk}/hand/1/" for game in done],
        "scorekeeper: sheet to print": [f"/keep/{game.pk}/print/" for game in done],
        "scorekeeper: season": [f"/keep/season/{slug}/" for slug in seasons],
    }  # fmt: skip


def _seasons() -> list[str]:
    """The seasons but the last ones, whose games all fall on the present evening."""
    return list(Tournament.objects.filter(format="season").order_by("id").values_list("slug", flat=True)[:VIEWS])


def _finished(tournaments: list[str]) -> QuerySet[Game]:
    """Some finished games of these tournaments."""
    games = Game.objects.filter(table__round__tournament__slug__in=tournaments, finished_at__isnull=False)
    return games.order_by("?").select_related("table__round__tournament")[:VIEWS]


def _personal_pages() -> list[str]:
    tournament = Tournament.objects.filter(status="published", format="rounds")[0]
    make_player_links(tournament=tournament, actor=Actor(user=User.objects.get(username="nina"), admin=True))
    return [reverse("me:home", args=[link.token]) for link in PlayerLink.objects.filter(tournament=tournament)[:VIEWS]]
