"""The headers and cookies of every kind of answer, with TLS as in production.

Asked on one database: the settings and middleware that they come from know none.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client, override_settings
from django.urls import path, reverse

from tests.once import once
from tests.tournaments.world import World, build_world

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ROOT = Path(__file__).resolve().parent.parent
SECURE = {
    "SECURE_SSL_REDIRECT": True,
    "SECURE_HSTS_SECONDS": 31_536_000,
    "SECURE_HSTS_INCLUDE_SUBDOMAINS": True,
    "SECURE_HSTS_PRELOAD": True,
    "SESSION_COOKIE_SECURE": True,
    "CSRF_COOKIE_SECURE": True,
    "LANGUAGE_COOKIE_SECURE": True,
}


built = once(build_world)


@pytest.mark.parametrize(
    "where",
    [
        "/",
        "/sign-in/",
        "/run/",
        "/admin/login/",
        "/nowhere/",
        "/t/open/standings/",
        "/keep/",
        "/keep/app.webmanifest",
        "/health/live",
        "/admin/",
        "/run/open/log/",
    ],
)
@pytest.mark.parametrize("who", ["anyone", "admin"])
def test_every_answer_says_what_it_allows(world: World, where: str, who: str) -> None:
    with override_settings(**SECURE):
        answer = world.client(who).get(where, secure=True)
    assert answer.status_code in (200, 302, 404)
    headers = answer.headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert not re.search(r"unsafe|https?:|\*|data:|nonce", headers["Content-Security-Policy"])
    assert headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"
    assert headers["X-Frame-Options"] == "DENY"
    if "Cookie" in headers.get("Vary", ""):
        assert "private" in headers["Cache-Control"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    assert re.fullmatch(r"[0-9a-f]{32}", headers["X-Request-ID"])


def test_cookies_are_for_tls_and_this_site_alone(world: World) -> None:
    world.users["organiser"].set_password("domino-olga")
    world.users["organiser"].save()
    client = Client()
    with override_settings(**SECURE):
        client.get("/sign-in/", secure=True)
        client.post("/sign-in/", {"username": "organiser", "password": "domino-olga"}, secure=True)
        client.post("/language/", {"language": "ru"}, secure=True)
    assert {"sessionid", "csrftoken", "django_language"} <= set(client.cookies)
    for cookie in client.cookies.values():
        assert cookie["secure"], cookie.key
        assert cookie["samesite"] == "Lax", cookie.key
    assert client.cookies["sessionid"]["httponly"]


def test_plain_http_is_sent_to_tls_but_for_the_houses_own_machines(client: Client) -> None:
    with override_settings(**SECURE):
        assert client.get("/").headers["Location"] == "https://testserver/"
        assert client.get("/health/live").status_code == 200


def test_an_id_from_the_proxy_is_kept_and_nonsense_is_not(client: Client) -> None:
    assert client.get("/", headers={"x-request-id": "req-1.a_B"}).headers["X-Request-ID"] == "req-1.a_B"
    for wrong in ("a b", "x" * 65, "<script>", "a\u0301"):
        assert client.get("/", headers={"x-request-id": wrong}).headers["X-Request-ID"] != wrong


def broken(request: object) -> None:
    raise ValueError("the secret of the house")


urlpatterns = [path("broken", broken)]
handler500 = "tournaments.views.faults.server_error"


@override_settings(ROOT_URLCONF=__name__)
def test_an_error_tells_nothing_of_the_inside() -> None:
    answer = Client(raise_request_exception=False).get("/broken")
    assert answer.status_code == 500
    for language, words in (("ru", "Что-то сломалось"), ("en", "Something broke")):
        assert words in answer.text, language
    for inside in ("secret", "ValueError", "Traceback", "/tests/", "django"):
        assert inside not in answer.text
    answer = Client(raise_request_exception=False).post("/broken", "{}", content_type="application/json")
    assert answer.json() == {"code": "unavailable", "message": "Something broke."}


@pytest.mark.parametrize(("language", "words"), [("en", "There is no such page"), ("ru", "Такой страницы нет")])
def test_what_is_not_there_is_said_in_the_readers_language(client: Client, language: str, words: str) -> None:
    answer = client.get("/nowhere/", headers={"accept-language": language})
    assert answer.status_code == 404
    assert words in answer.text


def test_nothing_is_marked_as_safe_by_hand() -> None:
    """Whatever somebody wrote is escaped: no template and no module switches that off."""
    places = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "tournaments").rglob("*.py")]
    found = re.compile(
        r"\|\s*safe\b|autoescape\s+off|csrf_exempt|RawSQL|\.raw\(|\.extra\(|pickle|yaml\.load|eval\(|exec\("
    )
    guilty = {str(place.relative_to(ROOT)) for place in places if found.search(place.read_text(encoding="utf-8"))}
    drawn = "templates/mfa/totp/activate_form.html"  # the code to photograph, made by the server
    assert guilty == {drawn}


def test_the_site_asks_no_address_that_somebody_may_have_given_it() -> None:
    asking = re.compile(r"urlopen|http\.client|httpx|aiohttp|^import requests\b|^from requests\b", re.MULTILINE)
    places = [path for room in ("config", "scoring", "tournaments") for path in (ROOT / room).rglob("*.py")]
    assert {str(path) for path in places if asking.search(path.read_text(encoding="utf-8"))} == set()


def test_every_test_that_the_security_page_names_is_there() -> None:
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/.]+|test_\w+\.py)`", page)
    assert len(named) > 15
    homes = (ROOT, ROOT / "tests" / "tournaments")
    assert [name for name in named if not any((home / name).exists() for home in homes)] == []
    risks = [row for row in page.splitlines() if re.match(r"\| (A\d\d [^|]+)?\| (within )?A\d\d", row)]
    assert len(risks) == 11
    assert [row for row in risks if not re.search(r"`tests/[^|]+ \|$", row)] == []
    functions = re.findall(r"`(test_\w+?)(?:_…)?`", page)
    assert len(functions) > 8
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "tournaments").rglob("test_*.py"))
    assert [name for name in functions if f"def {name}" not in tests] == []


def test_no_search_engine_lists_an_address_with_a_secret(world: World) -> None:
    client, link = Client(), world.links["played"]
    secret = [reverse("keep:enter", args=[link.token]), reverse("me:home", args=[world.personal["played"].token])]
    for page in [*secret, reverse("join:invitation", args=["x"]), reverse("new-password", args=["x", "x"])]:
        assert client.get(page).headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "X-Robots-Tag" not in client.get("/t/played/").headers
