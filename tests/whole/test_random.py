"""Every page of tournaments as chance would have them: it answers, says all it has to, and is HTML.

It takes longer than other tests: `EXAMPLES=300` asks for so many (`make soak`), and without it none is made.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import product

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, reverse
from hypothesis import HealthCheck, Phase, given, settings

from tests.tournaments.visitors import PARAMETER, routes
from tests.whole.chance import ODD, Course, Played, courses
from tests.whole.listed import KEEPING, ORGANISING, PUBLIC
from tests.whole.reading import Page
from tests.whole.test_pages import MISSING, missing_ones_show
from tournaments.access import Actor
from tournaments.models import Game, Player

EXAMPLES = int(os.environ.get("EXAMPLES", "0"))
pytestmark = [pytest.mark.django_db, pytest.mark.skipif(not EXAMPLES, reason="asked for by make soak: EXAMPLES=300")]
ANSWERS = {200, 302, 403, 404}
UNFILLED = re.compile(r"\b(None|nan|inf|undefined|NaN)\b|%\(\w+\)|\{\{|\{%|Traceback|&(amp|lt|gt|quot|#\d+);")
LATIN = re.compile(r"[A-Za-z]{3,}")
ENGLISH_TOO = {"XLSX", "CSV", "PDF", "ICS", "Atom", "API", "English", "FIDE", "OpenSkill", "ODS"}
ENGLISH_TOO |= {"Bradley", "Terry", "Thurstone", "Mosteller", "Plackett", "Luce", "Part", "Full"}
"""What is written so in Russian too; the models' names among it."""


def pages(played: Played, organiser: bool) -> Iterator[str]:
    """The pages of the list that the tournament has."""
    listed = PUBLIC | (KEEPING | ORGANISING if organiser else {})
    games = list(
        Game.objects.filter(table__round__tournament=played.tournament).order_by("pk").values_list("pk", flat=True)
    )
    numbers = sorted({1, 2, max(1, played.tournament.rounds.count())})
    players = Player.objects.filter(memberships__tournament=played.tournament).order_by("pk")
    values = {
        "slug": [played.tournament.slug], "number": numbers, "kind": ["hand", "judge"], "code": [played.course.variant],
        **dict.fromkeys(("pk", "game_id"), sorted({*games[:1], *games[-2:]})),
    }  # fmt: skip
    for name, route in dict.fromkeys(routes(get_resolver().url_patterns)):
        if name in listed and "<token>" not in route and "<str:token>" not in route:
            told = values
            if route.startswith("p/"):
                told = values | {"slug": [player.slug for player in players[:3]]}
            elif route.startswith(("ladder/", "run/ladders/", "run/players/")):
                told = values | {"slug": [played.course.variant]}
            if set(PARAMETER.findall(route)) <= set(told):
                for args in product(*(told[one] for one in PARAMETER.findall(route))):
                    yield reverse(name, args=args)
    home = played.tournament.get_absolute_url()
    for entry in played.tournament.entries.order_by("number")[:2]:
        yield f"{home}standings/?why={entry.pk}"
    yield from (f"{home}standings/?round=1", f"{home}standings/?stage=1", f"{home}cross/?by=round")
    yield from (f"/me/{link.token}/" for link in played.tournament.player_links.all()[:1])


def faults_of(text: str, names: list[str], language: str) -> list[str]:
    """What is wrong with a page."""
    page = Page(text)
    words = page.without(names)
    found = [
        *page.faults,
        *(f"unfilled: {words[max(0, one.start() - 40) : one.end() + 20]!r}" for one in UNFILLED.finditer(words)),
    ]
    if MISSING[0] in text:
        found.append(text[text.index(MISSING[0]) :][:40])
    if "<b>Жирный" in text:
        found.append("a name is not escaped")
    if language == "ru":
        strange = {word for word in LATIN.findall(words) if word not in ENGLISH_TOO}
        found += [f"not in Russian: {sorted(strange)}"] if strange else []
    return found


def look_at(played: Played, user: object) -> dict[str, list[str]]:
    """Every page in both languages, to its organiser and to anybody; what is wrong by address."""
    names = [*ODD, *Player.objects.values_list("name", flat=True), played.tournament.name, played.tournament.slug]
    names += [str(entry) for entry in played.tournament.entries.all()] + ["organiser"]
    wrong: dict[str, list[str]] = {}
    for who, languages in ((user, ("ru",)), (None, ("en", "ru"))):
        client = Client()
        if who:
            client.force_login(who)
        for address, language in product(dict.fromkeys(pages(played, organiser=bool(who))), languages):
            with transaction.atomic():
                answer = client.get(address, headers={"accept-language": language})
                transaction.set_rollback(True)
            found = [] if answer.status_code in ANSWERS else [str(answer.status_code)]
            if answer.status_code != 302 and answer["Content-Type"].startswith("text/html"):
                found += faults_of(answer.text, names, language)
            if found:
                wrong[f"{'organiser' if who else 'anyone'} {language} {address}"] = found
    return wrong


@given(course=courses())
@settings(max_examples=EXAMPLES or 1, suppress_health_check=[HealthCheck.too_slow], phases=set(Phase) - {Phase.shrink})
def test_every_page_of_any_tournament(course: Course) -> None:
    with transaction.atomic(), missing_ones_show():
        user = get_user_model().objects.create_user("organiser")
        played = Played(course, Actor(user=user))
        wrong = look_at(played, user)
        transaction.set_rollback(True)
    assert wrong == {}, f"{course!r}: {played.taken}"
