"""Forms that come slowly, or only half, over a bad line: nobody waits for them, and nothing of a half is stored."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fault.databases import fresh_database
from tests.fault.server import PATIENCE, ROOT, Server, environment_of, headers_of, manage

BOUNDARY = "a-boundary-of-parts"
END = f"\r\n--{BOUNDARY}--\r\n".encode()
KIND = f"multipart/form-data; boundary={BOUNDARY}"
NAMES = ["Anna", "Boris", "Vera", "Gleb", "Dina", "Egor", "Zoya", "Ilya"]
SEED = """
from django.contrib.auth import get_user_model
from django.test import Client
from tournaments.access import Actor
from tournaments.services.tournaments import create_tournament
user = get_user_model().objects.create_user("olga")
create_tournament(actor=Actor(user=user), name="Late", variant="mandavoshka")
client = Client()
client.force_login(user, "django.contrib.auth.backends.ModelBackend")
print(client.cookies["sessionid"].value)
"""
STORED = """
import json
from tournaments.models import EntryPlayer, Tournament
players = EntryPlayer.objects.filter(tournament__slug="late").order_by("entry__number")
made = Tournament.objects.order_by("slug").values_list("slug", flat=True)
print(json.dumps([list(players.values_list("player__name", flat=True)), list(made)]))
"""
ARCHIVE = (ROOT / "tests" / "data" / "archive-1.json").read_bytes()
LONG = ARCHIVE + b" " * 3_000_000
"""So long that it is kept in a file while it comes."""


def form(file: bytes, **fields: str) -> bytes:
    """A form with a file in it, as a browser sends it: the file stands last."""
    parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}'.encode() for name, value in fields.items()]
    parts.append(b'Content-Disposition: form-data; name="file"; filename="list.csv"\r\n\r\n' + file)
    start = f"--{BOUNDARY}\r\n".encode()
    return start + (b"\r\n" + start).join(parts) + END


LIST = form("\n".join(["Name", *NAMES]).encode(), csrfmiddlewaretoken="a" * 32, text="", do="add")
UPLOADS = {"/run/late/people/": LIST, "/run/new/archive/": form(LONG, csrfmiddlewaretoken="a" * 32, address="")}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server as in production."""
    with fresh_database(tmp_path) as url:
        server = Server(environment_of(url, DJANGO_SETTINGS_MODULE="tests.settings"))
        manage(server.environment, "migrate", "--verbosity", "0")
        try:
            yield server
        finally:
            server.stop()


def stored(server: Server) -> list[list[str]]:
    """The names of who takes part, and the addresses of all tournaments."""
    return json.loads(manage(server.environment, "shell", "--no-imports", "-c", STORED))


def started(server: Server, path: str, session: str, body: bytes) -> socket.socket:
    """A line on which the head of a form has been sent, and nothing of its body."""
    head = headers_of(session, KIND) | {"Host": f"localhost:{server.port}", "Content-Length": str(len(body))}
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items()), "Connection: close"]
    line = socket.create_connection(("localhost", server.port), timeout=PATIENCE)
    line.sendall("\r\n".join([*lines, "", ""]).encode())
    return line


def heard(line: socket.socket) -> bytes:
    """All that is answered, until the line is closed."""
    answer = b""
    while part := line.recv(4096):
        answer += part
    line.close()
    return answer


def test_half_a_file_is_none_and_a_slow_one_holds_up_nobody(server: Server) -> None:
    session = manage(server.environment, "shell", "--no-imports", "-c", SEED).strip()
    server.start_all()

    # Half of each, cut in the middle and before the last line of all, and half of what was typed.
    typed = form(b"", csrfmiddlewaretoken="a" * 32, text="\n".join(NAMES))
    cuts = [("/run/late/people/", typed, typed.index(b"Dina"))]
    cuts += [(path, body, at) for path, body in UPLOADS.items() for at in (len(body) // 2, len(body) - len(END))]
    for path, body, at in cuts:
        line = started(server, path, session, body)
        line.sendall(body[:at])
        line.shutdown(socket.SHUT_WR)
        assert heard(line).startswith(b"HTTP/1.1 400"), (path, at)
    assert stored(server) == [[], ["late"]]

    # Files that come byte by byte, fewer than there are threads.
    slow = [started(server, path, session, body) for path, body in UPLOADS.items()]
    for at in range(100):
        for line, body in zip(slow, UPLOADS.values(), strict=True):
            line.sendall(body[at : at + 1])
        if at % 20 == 0:
            assert server.get("/")[0] == 200
    for line, body in zip(slow, UPLOADS.values(), strict=True):
        line.sendall(body[100:])
        assert heard(line).startswith(b"HTTP/1.1 302")
    assert stored(server) == [NAMES, ["first-version", "late"]]
    assert "All that is stored" in manage(server.environment, "verify")
