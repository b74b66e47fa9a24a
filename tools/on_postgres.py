"""Runs a command with DATABASE_URL set to a PostgreSQL of its own: `on_postgres.py COMMAND [ARGUMENT…]`.

The cluster is temporary: made from the server's programs found on this machine, reached by a socket in its own folder
only, without a care for a crash, stopped and removed afterwards. Where there is no server to be found the command is
skipped, and with CI=true that is a failure.
"""

import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, unquote

ADVICE = "PostgreSQL's server was not found. Debian and Ubuntu: apt install postgresql; macOS: brew install postgresql"


def programs() -> Path | None:
    """The folder of the newest PostgreSQL server on this machine."""
    places = [Path(place) for place in os.environ.get("PATH", "").split(os.pathsep) if place]
    for pattern in ("usr/lib/postgresql/*/bin", "usr/pgsql-*/bin", "opt/homebrew/opt/postgresql*/bin"):
        places += Path("/").glob(pattern)
    # A link on PATH is followed to its folder, where the server's other programs are.
    found = {(place / "initdb").resolve().parent for place in places if (place / "initdb").exists()}
    complete = [place for place in found if (place / "pg_ctl").exists() and (place / "postgres").exists()]
    return max(complete, key=lambda place: [int(number) for number in re.findall(r"\d+", str(place))], default=None)


def server_user() -> str | None:
    """Whom to run the server as: the server refuses to run as root. None: as the caller."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def call(home: Path, *command: str | Path) -> None:
    """Run one of the server's programs in its folder, as whom it may run."""
    user = server_user()
    who = {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []} if user else {}
    done = subprocess.run(command, cwd=home, capture_output=True, text=True, stdin=subprocess.DEVNULL, **who)
    if done.returncode:
        sys.exit(f"{Path(command[0]).name} failed:\n{done.stdout}{done.stderr}")


def start(folder: Path, home: Path) -> None:
    """Start the cluster in this folder, also after it was killed."""
    careless = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    options = f"-c listen_addresses='' -c unix_socket_directories={home} {careless}"
    call(home, folder / "pg_ctl", "-D", home / "data", "-l", home / "log", "-w", "-o", options, "start")


def home_of(url: str) -> Path:
    """The folder of the cluster at this address."""
    return Path(unquote(url.partition("@")[2].partition("/")[0]))


def make(folder: Path, home: Path) -> None:
    """Make an empty cluster in its home."""
    if user := server_user():
        shutil.chown(home, user)
    locale = "en_US.UTF-8" if sys.platform == "darwin" else "C.UTF-8"
    initdb, data = folder / "initdb", home / "data"
    call(home, initdb, "-D", data, "-U", "ryba", "-A", "trust", "-E", "UTF8", f"--locale={locale}", "-N")


@contextmanager
def running(folder: Path, home: Path, *, stop: str) -> Iterator[str]:
    """The cluster while it runs; yields its DATABASE_URL. `stop`: `fast`, or `immediate` for good."""
    start(folder, home)
    try:
        yield f"postgres://ryba@{quote(str(home), safe='')}/postgres"
    finally:
        call(home, folder / "pg_ctl", "-D", home / "data", "-w", "-m", stop, "stop")


@contextmanager
def temporary_cluster(folder: Path) -> Iterator[str]:
    """A running cluster; yields its DATABASE_URL."""
    home = Path(tempfile.mkdtemp(prefix="ryba-pg-"))
    try:
        make(folder, home)
        with running(folder, home, stop="immediate") as url:
            yield url
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def streaming_copy(folder: Path, url: str) -> Iterator[str]:
    """A running read replica of the cluster at this address, which streams what changes there; yields its own."""
    home = Path(tempfile.mkdtemp(prefix="ryba-pg-copy-"))
    try:
        if user := server_user():
            shutil.chown(home, user)
        copy = ("-D", home / "data", "-h", home_of(url), "-U", "ryba", "-R", "--checkpoint=fast", "--no-sync")
        call(home, folder / "pg_basebackup", *copy)
        with running(folder, home, stop="immediate") as made:
            yield made
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def kept_cluster(folder: Path, home: Path) -> Iterator[str]:
    """A cluster that stays in a folder, made where there is none and stopped afterwards; yields its DATABASE_URL."""
    if not (home / "data").exists():
        home.mkdir(parents=True, exist_ok=True)
        make(folder, home)
    with running(folder, home, stop="fast") as url:
        yield url


def main(command: list[str]) -> int:
    folder = programs()
    if folder is None:
        print(f"Skipped on PostgreSQL: {ADVICE}", file=sys.stderr)
        return 1 if os.environ.get("CI") == "true" else 0
    print(f"Once more on PostgreSQL, from {folder}", flush=True)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # else the cluster would stay
    with temporary_cluster(folder) as url:
        return subprocess.run(command, env={**os.environ, "DATABASE_URL": url}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
