"""The settings are safe by default: what they refuse, and what Django's own deployment check says of them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
KEY = "r4nd0m" * 12


def ask(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `code` with the settings imported as `s`, in an environment of these variables alone.

    Every variable is given, empty where it is not set, so that no `.env` of this checkout speaks.
    """
    names = (
        "SECRET_KEY DEBUG ALLOWED_HOSTS CSRF_TRUSTED_ORIGINS HTTPS DATABASE_URL LANGUAGE_CODE TIME_ZONE BEHIND_PROXY "
        "EMAIL_URL EMAIL_FROM"
    )
    given = {**dict.fromkeys(names.split(), ""), "PATH": os.environ["PATH"], **environment}
    return subprocess.run(
        [sys.executable, "-c", f"import config.settings as s; {code}"],
        cwd=ROOT,
        env=given,
        capture_output=True,
        text=True,
    )


def test_refuses_to_start_without_a_key_and_says_why() -> None:
    done = ask("print('started')")
    assert done.returncode != 0
    assert "started" not in done.stdout
    assert "ImproperlyConfigured: SECRET_KEY is not set" in done.stderr
    assert "`make run` makes one" in done.stderr


def test_debugging_needs_no_key() -> None:
    assert ask("print(s.DEBUG, len(s.SECRET_KEY) >= 50)", DEBUG="1").stdout == "True True\n"


def test_safe_by_default() -> None:
    done = ask(
        "print(s.DEBUG, s.SECURE_SSL_REDIRECT, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.ALLOWED_HOSTS)",
        SECRET_KEY=KEY,
    )
    assert done.stdout == "False True True True ['localhost', '127.0.0.1', '[::1]']\n"


def test_a_proxy_is_trusted_only_when_told() -> None:
    assert ask("print(hasattr(s, 'SECURE_PROXY_SSL_HEADER'))", SECRET_KEY=KEY).stdout == "False\n"
    assert ask("print(s.SECURE_PROXY_SSL_HEADER[1])", SECRET_KEY=KEY, BEHIND_PROXY="on").stdout == "https\n"


def test_a_switch_that_is_neither_on_nor_off_is_refused() -> None:
    done = ask("pass", SECRET_KEY=KEY, DEBUG="maybe")
    assert "DEBUG is 'maybe': say on or off." in done.stderr


@pytest.mark.parametrize(
    ("url", "engine"),
    [
        ("", "django.db.backends.sqlite3"),
        ("sqlite:////tmp/ryba.sqlite3", "django.db.backends.sqlite3"),
        ("postgres://ryba:secret@db.example/ryba", "django.db.backends.postgresql"),
    ],
)
def test_the_database_comes_from_its_address(url: str, engine: str) -> None:
    assert ask("print(s.DATABASES['default']['ENGINE'])", SECRET_KEY=KEY, DATABASE_URL=url).stdout == f"{engine}\n"


def test_sqlite_writes_ahead_and_waits() -> None:
    options = ask("print(s.DATABASES['default']['OPTIONS'])", SECRET_KEY=KEY).stdout
    assert "journal_mode=WAL" in options
    assert "'IMMEDIATE'" in options
    assert "'timeout': 20" in options


def test_nothing_inline_is_allowed() -> None:
    done = ask("print(*[f'{name} {value}' for name, value in s.SECURE_CSP.items()])", SECRET_KEY=KEY)
    assert "default-src" in done.stdout
    assert "UNSAFE" not in done.stdout


def test_deployment_check_is_clean() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "SECRET_KEY": KEY + "abcdefghijk", "DEBUG": "off", "HTTPS": "on"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("more", [{}, {"EMAIL_FROM": "ryba@club.example", "ALLOWED_HOSTS": "*"}])
def test_letters_need_a_sender_and_a_site_that_knows_its_name(more: dict[str, str]) -> None:
    done = ask("pass", SECRET_KEY=KEY, EMAIL_URL="smtp://mail.example", **more)
    assert "EMAIL_URL is set" in done.stderr


@pytest.mark.parametrize("debug", ["on", "off"])
def test_errors_are_said_on_the_console_and_pages_not_found_are_not(debug: str) -> None:
    code = (
        "import django, logging; django.setup(); log = logging.getLogger('django.request'); "
        "log.warning('Not Found'); log.error('Broken', exc_info=ValueError('why'))"
    )
    done = ask(code, SECRET_KEY=KEY, DEBUG=debug, DJANGO_SETTINGS_MODULE="config.settings")
    assert "ERROR django.request: Broken\nValueError: why" in done.stderr
    assert "Not Found" not in done.stderr
