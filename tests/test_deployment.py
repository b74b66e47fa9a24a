"""What a public site is run from names what there is: image, compose file, units, proxies, settings, documents."""

from __future__ import annotations

import re
import subprocess
import sys
from configparser import RawConfigParser
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parent.parent
WEB = "python -m gunicorn --config config/gunicorn.py config.wsgi:application"
WORKER = "python manage.py worker"
BY_HAND = {"DEBUG", "HTTPS", "CSRF_TRUSTED_ORIGINS"}
"""Settings that a site of the compose file has no use for: it is behind its own Caddy, with TLS."""


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def read() -> set[str]:
    """The settings that the program reads."""
    found = re.findall(r'_(?:text|switch|names)\("(\w+)"', text("config/settings.py"))
    return {*found, *re.findall(r'os\.environ\.get\("(WEB_\w+)"', text("config/gunicorn.py"))}


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load(text("compose.yaml"))


def unit(name: str, kind: str = "service") -> dict[str, str]:
    """What stands in the sections of a unit."""
    parser = RawConfigParser(strict=False)
    parser.optionxform = str
    parser.read_string(text(f"deploy/{name}.{kind}"))
    return {key: value for section in parser.sections() for key, value in parser[section].items()}


def tables(name: str) -> set[str]:
    """The settings in the first column of a document's tables."""
    rows = re.findall(r"^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|", text(name), re.MULTILINE)
    return {setting for row in rows for setting in re.findall(r"[A-Z_]+", row)}


def test_every_setting_is_read_and_documented_and_no_other(read: set[str]) -> None:
    assert tables("README.md") | tables("docs/operations.md") == read | {"PORT"}  # which `make run` reads
    head = text("config/settings.py").split('"""')[1] + text("config/gunicorn.py").split('"""')[1]
    assert set(re.findall(r"^([A-Z_]{4,}) {2,}", head, re.MULTILINE)) == read


def test_the_compose_file_gives_the_site_all_its_settings(read: set[str], compose: Any) -> None:
    given = compose["services"]["web"]["environment"]
    assert set(given) == read - BY_HAND
    asked = set(re.findall(r"\$\{(\w+)", text("compose.yaml")))
    assert asked - set(given) == {"SITE", "POSTGRES_PASSWORD"}
    assert {"SITE", "POSTGRES_PASSWORD", "SECRET_KEY"} <= set(
        re.findall(r"^    (\w+)=", text("docs/operations.md"), re.M)
    )


def test_all_services_of_the_site_are_one_image_that_waits_for_the_migration(compose: Any) -> None:
    services, dockerfile = compose["services"], text("Dockerfile")
    command = re.findall(r'"([^"]+)"', re.findall(r"^CMD (.*)", dockerfile, re.MULTILINE)[0])
    assert " ".join(command) == WEB
    assert " ".join(services["worker"]["command"]) == WORKER
    assert " ".join(services["migrate"]["command"]) == "python manage.py migrate --noinput"
    for name in ("web", "worker"):
        assert services[name]["depends_on"] == {"migrate": {"condition": "service_completed_successfully"}}
        assert services[name]["image"] == services["migrate"]["image"]
    assert services["migrate"]["restart"] == "no"
    assert [name for name, service in services.items() if "build" in service] == ["web"]
    assert "depends_on" not in services["caddy"]  # it would be made anew with each new web, and all lines cut
    wanted = {name.partition(":")[0] for service in services.values() for name in service.get("volumes", ())}
    assert {name for name in wanted if not name.startswith(".")} == set(compose["volumes"])
    assert all((ROOT / name).exists() for name in wanted if name.startswith("."))
    assert all(service["logging"] == {"driver": "local"} for service in services.values())


def test_the_database_is_up_when_it_answers_by_the_network(compose: Any) -> None:
    """While the image makes the database it runs a server on the socket alone, and stops it again."""
    assert "--host=localhost" in compose["services"]["db"]["healthcheck"]["test"]


@pytest.mark.parametrize("fails", [False, True])
def test_a_nightly_copy_of_the_containers_replaces_the_one_before_only_when_it_came_whole(
    tmp_path: Path, fails: bool
) -> None:
    (line,) = [line for line in text("deploy/ryba-backup.cron").splitlines() if not line.startswith("#")]
    command = line.split(" root ", 1)[1].replace("\\%", "%").replace("/srv/ryba", str(ROOT))
    command = command.replace("/var/backups/ryba", str(tmp_path)).replace("date +%u", "echo 3")
    (tmp_path / "bin").mkdir()
    docker = tmp_path / "bin" / "docker"
    docker.write_text(f'#!/bin/sh\necho "$@"\nexit {int(fails)}\n')
    docker.chmod(0o755)
    (tmp_path / "3.copy").write_text("of a week ago")
    done = subprocess.run(["sh", "-c", command], env={"PATH": f"{docker.parent}:/usr/bin:/bin"})
    assert (done.returncode != 0) == fails
    kept = (tmp_path / "3.copy").read_text()
    assert "manage.py clearsessions" in command
    assert unit("ryba-backup")["ExecStartPre"].endswith("manage.py clearsessions")
    assert kept == "of a week ago" if fails else kept.startswith("compose exec -T db pg_dump")
    assert fails or (tmp_path / "3.copy").stat().st_mode & 0o077 == 0


def test_the_image_holds_what_it_runs_and_no_secrets() -> None:
    dockerfile, left_out = text("Dockerfile"), text(".dockerignore").split()
    assert dockerfile.index("\nUSER ryba") < dockerfile.index("\nCMD")
    assert dockerfile.index("compile_messages") < dockerfile.index("collectstatic") < dockerfile.index("\nUSER")
    copied = re.findall(r"^COPY (.*) \./$", dockerfile, re.MULTILINE)[0].split()
    assert copied == ["requirements.txt", "requirements-worker.txt"]
    needed = [*copied, "manage.py", "config/gunicorn.py", "config/wsgi.py", *re.findall(r"tools/\w+\.py", dockerfile)]
    for name in needed:
        assert (ROOT / name).exists(), name
        assert not any(fnmatch(part, pattern) for part in (name, *Path(name).parts) for pattern in left_out), name
    assert {".env", ".git", "db.sqlite3*"} <= set(left_out)


@pytest.mark.parametrize(("name", "command"), [("ryba-web", WEB), ("ryba-worker", WORKER)])
def test_the_units_run_what_the_image_runs(name: str, command: str) -> None:
    told = unit(name)
    assert told["ExecStart"] == f"/srv/ryba/.venv/bin/{command}"
    assert (told["User"], told["WorkingDirectory"], told["EnvironmentFile"]) == ("ryba", "/srv/ryba", "/srv/ryba/.env")
    assert told["Restart"] == "always"
    assert "ryba-web.service" in unit("ryba-worker")["After"]  # which migrates before it is started
    assert unit("ryba-web")["ExecStartPre"].endswith("manage.py migrate --noinput")


def test_the_socket_is_there_as_long_as_the_machine_whatever_the_web_processes_do() -> None:
    socket, web = unit("ryba-web", "socket"), unit("ryba-web")
    assert web["Requires"] == web["Also"] == "ryba-web.socket"  # enabled and started along with it
    assert "BindsTo" not in socket
    assert f"server {socket['ListenStream']};" in text("deploy/nginx.conf")
    assert f"\nbacklog = {socket['Backlog']} " in text("config/gunicorn.py")
    kinds = {path.suffix for path in (ROOT / "deploy").glob("ryba-*")} - {".cron"}
    assert set(re.findall(r"deploy/\*(\.\w+)", text("docs/operations.md"))) == kinds


def test_the_units_are_shut_in_alike() -> None:
    def walls(name: str) -> dict[str, str]:
        asked = r"NoNew|Private|Protect|Restrict|Lock|Capability|SystemCall|UMask"
        return {key: value for key, value in unit(name).items() if re.match(asked, key)}

    assert len(walls("ryba-web")) == 15
    assert walls("ryba-web") == walls("ryba-worker") == walls("ryba-backup")


def test_who_waits_for_whom_when_the_site_stops(compose: Any) -> None:
    """A process is given longer to end than it gives its requests."""
    grace = int(re.findall(r"^graceful_timeout = (\d+)", text("config/gunicorn.py"), re.MULTILINE)[0])
    for told in (unit("ryba-web")["TimeoutStopSec"], compose["services"]["web"]["stop_grace_period"].rstrip("s")):
        assert int(told) > grace


def test_the_proxies_ask_where_the_site_listens(read: set[str], compose: Any) -> None:
    bind = compose["services"]["web"]["environment"]["WEB_BIND"]
    (port,) = re.findall(r"port (\d+)", text("deploy/Caddyfile"))
    assert f"0.0.0.0:{port}" == bind
    (default,) = re.findall(r'"WEB_BIND"\) or "(\S+)"', text("config/gunicorn.py"))
    assert f"server {default};" in text("deploy/nginx.conf")
    assert text("deploy/nginx.conf").count("access_log off;") == 2, "addresses carry the secrets of links"
    asked = dict(re.findall(r"\{\$(\w+):?([^}]*)\}", text("deploy/Caddyfile")))
    assert set(asked) - set(compose["services"]["caddy"]["environment"]) == {"WEB_HOST"}
    assert asked["WEB_HOST"] in compose["services"]


def test_every_command_that_the_documents_name_exists() -> None:
    known = {*get_commands(), "worker", "db_worker"}
    for path in (
        ROOT / "README.md",
        *(ROOT / "docs").glob("*.md"),
        ROOT / "compose.yaml",
        *(ROOT / "deploy").iterdir(),
    ):
        told = path.read_text(encoding="utf-8")
        named = set(re.findall(r"manage\.py ([a-z_]+)", told))
        assert named <= known, (path.name, named - known)
        targets = set(re.findall(r"`make ([a-z]+)", told))
        assert targets <= set(re.findall(r"^([a-z]+):", text("Makefile"), re.MULTILINE)), (path.name, targets)


def test_what_a_process_has_loaded_is_left_out_when_memory_is_looked_through() -> None:
    pages = "'tournaments.urls.public' in sys.modules"
    told = f"import gc, sys, config.wsgi; print(gc.get_freeze_count(), len(gc.get_objects()), {pages})"
    run = [sys.executable, "-c", told]
    frozen, others, loaded = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert int(frozen) > 10 * int(others)
    assert loaded == "True"
