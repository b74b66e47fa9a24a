"""The site behind the very files of `deploy/`: a real Caddy or nginx with TLS before gunicorn.

Its socket is held for it, as systemd does by `ryba-web.socket`.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.fault.house import found, nginx_before
from tests.fault.server import FACTS, PATIENCE, ROOT, environment_of, manage, seeded, stored_hands
from tests.ports import free_port

TOKEN = "a" * 32
SAVES = 10
TAKING_THE_SOCKET = 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@" 3<&0 </dev/null'
"""A command is started with the socket that is its standard input, in the way of systemd."""
ADDRESSES = "from axes.models import AccessAttempt; print(*AccessAttempt.objects.values_list('ip_address', flat=True))"


class Site:
    """The site's processes, what stands before them, and somebody outside."""

    def __init__(self, folder: Path) -> None:
        self.held = socket.create_server(("127.0.0.1", 0), backlog=4096)
        self.folder, self.inside, self.plain = folder, self.held.getsockname()[1], free_port()
        self.ports = {caddy: free_port(), nginx: free_port()}
        self.log = folder / "log"
        self.environment = environment_of(
            f"sqlite:///{folder}/site.sqlite3", DEBUG="off", HTTPS="on", BEHIND_PROXY="on", LOG_JSON="on",
            METRICS_TOKEN=TOKEN, WEB_PROCESSES="2",
        )  # fmt: skip
        self.room = seeded(self.environment, phones=1, tables=1)
        manage(self.environment, "collectstatic", "--noinput", "--verbosity", "0")
        certified(folder)
        self.trust = ssl.create_default_context(cafile=folder / "cert.pem")
        self.start_web()

    def start_web(self) -> None:
        command = [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py", "config.wsgi:application"]
        with self.log.open("a") as log:
            self.web = self.started(["sh", "-c", TAKING_THE_SOCKET, "sh", *command], stdin=self.held, stderr=log)

    def restart_web(self) -> None:
        """`systemctl restart ryba-web`."""
        self.web.terminate()
        assert self.web.wait(timeout=PATIENCE) == 0
        self.start_web()

    def started(self, command: list[str], **options: Any) -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, cwd=ROOT, env=self.environment | options.pop("env", {}), **options)

    def ask(self, port: int, path: str, body: Any = None, **headers: str) -> tuple[int, Any, str]:
        """Status, headers and text; a body that is no text is sent as JSON by the scorekeeper's phone."""
        line = http.client.HTTPSConnection("localhost", port, timeout=PATIENCE, context=self.trust)
        cookies = {"Cookie": f"sessionid={self.room['sessions'][0]}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
        if body is not None:
            headers = cookies | {"Origin": f"https://localhost:{port}"} | headers
            if not isinstance(body, str):
                headers, body = headers | {"Content-Type": "application/json"}, json.dumps(body)
        with closing(line):
            line.request("GET" if body is None else "POST", path, body, headers)
            answer = line.getresponse()
            return answer.status, answer.headers, answer.read().decode("latin-1")

    def ask_inside(self, path: str) -> tuple[int, str]:
        line = http.client.HTTPConnection("127.0.0.1", self.inside, timeout=PATIENCE)
        with closing(line):
            line.request("GET", path, headers={"Authorization": f"Bearer {TOKEN}", "Host": "localhost"})
            answer = line.getresponse()
            return answer.status, answer.read().decode()

    def save(self, port: int, version: int) -> tuple[int, Any, str]:
        body = {"facts": FACTS, "uuid": str(uuid4()), "version": version, "actor": "keeper:Phone 0"}
        return self.ask(port, f"/keep/{self.room['games'][0]}/api/save/", body)

    def wait(self, answers: Callable[[], bool]) -> None:
        began = time.monotonic()
        while True:
            try:
                if answers():
                    return
            except OSError:
                pass
            assert time.monotonic() < began + PATIENCE
            time.sleep(0.1)


def certified(folder: Path) -> None:
    """A certificate of our own for `localhost`."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tests")])
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(datetime.now(UTC) - timedelta(days=1))
    made = made.not_valid_after(datetime.now(UTC) + timedelta(days=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    (folder / "cert.pem").write_bytes(made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "key.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, *plain))


def caddy(site: Site) -> subprocess.Popen[bytes]:
    ours = {"{$SITE} {": f"{{$SITE}} {{\n\ttls {site.folder}/cert.pem {site.folder}/key.pem"}
    return caddy_before(site.inside, site.folder, f"localhost:{site.ports[caddy]}", ours, subprocess.DEVNULL)


def caddy_before(inside: int, folder: Path, site: str, ours: dict[str, str], log: Any) -> subprocess.Popen[bytes]:
    """Caddy before this port, by the file of `deploy/` in which some lines are `ours`."""
    told = (ROOT / "deploy" / "Caddyfile").read_text()
    ours |= {"\tservers {": "\tadmin off\n\tauto_https disable_redirects\n\tservers {", "port 8000": f"port {inside}"}
    for line, other in ours.items():
        assert told.count(line) == 1
        told = told.replace(line, other)
    (folder / "Caddyfile").write_text(told)
    command = [found("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    env = os.environ | {"SITE": site, "WEB_HOST": "localhost", "HOME": str(folder)}
    return subprocess.Popen(command, env=env, stderr=log)


def nginx(site: Site) -> subprocess.Popen[bytes]:
    return nginx_before([site.inside], site.folder, plain=site.plain, port=site.ports[nginx], certified=True)


@pytest.fixture
def site(tmp_path: Path, must_have: Any) -> Iterator[Site]:
    for name in ("caddy", "nginx"):
        must_have(found(name), f"{name} was not found: apt install nginx, and pip install -r requirements-dev.txt")
    site = Site(tmp_path)
    proxies = [caddy(site), nginx(site)]
    try:
        site.wait(lambda: site.ask_inside("/health/ready")[0] == 200)
        for port in site.ports.values():
            site.wait(lambda port=port: site.ask(port, "/")[0] == 200)
        yield site
    finally:
        for process in (processes := [*proxies, site.web]):
            process.terminate()
        assert [process.wait(timeout=PATIENCE) for process in processes] == [0, 0, 0]
        site.held.close()


def test_the_site_behind_its_proxies(site: Site) -> None:
    """One test, so that it is set up once."""
    for port in site.ports.values():
        pages_files_and_what_is_for_the_house_alone(site, port)
        who_follows_a_page_is_told_that_nothing_changed(site, port)
        forms_come_with_the_address_that_the_proxy_saw_and_no_more_than_they_may_hold(site, port)
    processes_loaded_anew_under_load_lose_nothing(site)
    processes_started_anew_under_load_lose_nothing(site)


def test_what_caddy_says_of_a_request_that_failed_has_no_secret(tmp_path: Path, must_have: Any) -> None:
    must_have(found("caddy"), "caddy was not found: pip install -r requirements-dev.txt")
    port, log, ours = free_port(), tmp_path / "log", {"lb_try_duration 30s": "lb_try_duration 0s"}
    with log.open("w") as told:
        process = caddy_before(free_port(), tmp_path, f"http://localhost:{port}", ours, told)
    began, line = time.monotonic(), http.client.HTTPConnection("localhost", port, timeout=PATIENCE)
    try:
        while True:
            with suppress(OSError), closing(line):
                line.request(
                    "GET", "/k/of-a-link/?of=a-query", headers={"Referer": f"http://localhost:{port}/me/mine/"}
                )
                status = line.getresponse().status
                break
            assert time.monotonic() < began + PATIENCE
            time.sleep(0.1)
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)
    assert status == 502
    (said,) = (json.loads(line) for line in log.read_text().splitlines() if '"error"' in line)
    assert said["status"] == 502
    assert not re.search("of-a-link|a-query|/me/", log.read_text())


def pages_files_and_what_is_for_the_house_alone(site: Site, port: int) -> None:
    status, headers, page = site.ask(port, "/", **{"X-Forwarded-Proto": "http", "X-Request-ID": "forged"})
    assert status == 200
    assert "max-age=31536000" in headers["Strict-Transport-Security"]
    assert f'"request_id": "{headers["X-Request-ID"]}"' in site.log.read_text()
    assert headers["X-Request-ID"] != "forged"
    style = re.findall(r'href="(/static/css/\w+\.[0-9a-f]{12}\.css)"', page)[0]
    status, headers, _text = site.ask(port, style, **{"Accept-Encoding": "gzip"})
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert "immutable" in headers["Cache-Control"]
    inside = "/metrics", "/health/ready", "/health/live"
    assert [site.ask(port, path)[0] for path in inside] == [404] * 3
    assert [site.ask_inside(path)[0] for path in inside] == [200] * 3


def who_follows_a_page_is_told_that_nothing_changed(site: Site, port: int) -> None:
    status, headers, _text = site.ask(port, "/t/cup/standings/", **{"Accept-Encoding": "gzip"})
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    again = {"Accept-Encoding": "gzip", "If-None-Match": headers["ETag"]}
    assert site.ask(port, "/t/cup/standings/", **again)[0] == 304


def forms_come_with_the_address_that_the_proxy_saw_and_no_more_than_they_may_hold(site: Site, port: int) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": "6.6.6.6"}
    form["Cookie"] = f"csrftoken={TOKEN}"
    assert site.ask(port, "/sign-in/", "username=olga&password=wrong", **form)[0] == 200
    assert set(manage(site.environment, "shell", "--no-imports", "-c", ADDRESSES).split()) == {"127.0.0.1"}
    with suppress(OSError):  # the line is closed while we still send
        assert site.ask(port, "/sign-in/", "x" * 11_000_000, **form)[0] == 413
    assert site.ask(port, "/sign-in/", "username=" + "x" * 2_000_000, **form)[0] in (400, 413)


def processes_loaded_anew_under_load_lose_nothing(site: Site) -> None:
    """SIGHUP: what comes meanwhile waits until the new ones are loaded."""
    first = set(children(site.web.pid))
    under_load(site, 0, lambda: os.kill(site.web.pid, signal.SIGHUP))
    site.wait(lambda: not first & set(children(site.web.pid)))
    counted = 'ryba_requests_total{method="POST",route="keep/<int:pk>/api/save/",status="200"} '
    assert f"{counted}{float(SAVES)}\n" in site.ask_inside("/metrics")[1]


def processes_started_anew_under_load_lose_nothing(site: Site) -> None:
    """A restart: what comes meanwhile waits at the socket."""
    under_load(site, SAVES, site.restart_web)


def under_load(site: Site, version: int, do: Callable[[], object]) -> None:
    """While a phone saves hands from this version on and others look on, through the one proxy and the other."""
    answers: list[int] = []
    done = threading.Event()

    def look(port: int) -> None:
        while not done.wait(0.05):
            answers.append(site.ask(port, "/t/cup/standings/")[0])

    ports = list(site.ports.values())
    threads = [threading.Thread(target=look, args=(port,)) for port in ports]
    for thread in threads:
        thread.start()
    doing = threading.Thread(target=do)
    try:
        for number in range(version, version + SAVES):
            if number == version + 3:
                doing.start()
            status, _headers, told = site.save(ports[number % 2], number)
            assert (status, json.loads(told)["standing"]["version"]) == (200, number + 1)
        doing.join()
    finally:
        done.set()
        for thread in threads:
            thread.join()
    assert set(answers) == {200}
    assert len(stored_hands(site.environment)) == version + SAVES


def children(pid: int) -> list[int]:
    return [int(number) for number in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
