"""What stands around the site's processes in production: nginx before them, a shared cache, a read replica."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import redis
from psycopg import connect

from tests.fault.server import PATIENCE, ROOT
from tests.ports import free_port
from tools import on_postgres

NGINX = """
user root; daemon off; pid {folder}/nginx.pid; error_log stderr; events {{}}
http {{
    include /etc/nginx/mime.types; access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;
    uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    {site}
}}
"""


class Redis:
    """A server of the test's own."""

    def __init__(self, folder: Path) -> None:
        self.port, self.folder = free_port(), folder
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
        began = time.monotonic()
        while True:
            try:
                redis.Redis.from_url(self.url).ping()
                return
            except redis.ConnectionError:
                assert time.monotonic() < began + PATIENCE
                time.sleep(0.02)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def keys(self) -> list[bytes]:
        return sorted(redis.Redis.from_url(self.url).keys())

    def found(self) -> int:
        """How often something that was asked for was there, since the server started."""
        return int(redis.Redis.from_url(self.url).info("stats")["keyspace_hits"])


def found(name: str) -> str | None:
    """A program on the path, beside this Python, where pip puts Caddy, or where Debian puts nginx."""
    folders = os.environ["PATH"], str(Path(sys.executable).parent), "/usr/sbin"
    return shutil.which(name, path=os.pathsep.join(folders))


def nginx_before(
    inside: list[int], folder: Path, *, plain: int, port: int, certified: bool = False
) -> subprocess.Popen[bytes]:
    """nginx with `deploy/nginx.conf`, on ports of the test's own; without a certificate it takes no TLS."""
    told = (ROOT / "deploy" / "nginx.conf").read_text()
    told = re.sub(r"listen \[::\].*", "", told).replace("ryba.example;", "localhost;")
    told = told.replace("listen 80;", f"listen 127.0.0.1:{plain};")
    told = told.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port}{' ssl http2' if certified else ''};")
    several = " fail_timeout=1s" if len(inside) > 1 else ""
    servers = " ".join(f"server 127.0.0.1:{number}{several};" for number in inside)
    told = told.replace("server 127.0.0.1:8000;", servers)
    if certified:
        told = re.sub(r"/etc/letsencrypt/\S+/fullchain", f"{folder}/cert", told)
        told = re.sub(r"/etc/letsencrypt/\S+/privkey", f"{folder}/key", told)
    else:
        told = re.sub(r"ssl_certificate.*", "", told)
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, site=told))
    command = [found("nginx"), "-c", str(folder / "nginx.conf")]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL)


@dataclass
class House:
    """`settings`: what the site's processes are told of it; `port`: where nginx listens for the processes `inside`."""

    settings: dict[str, str]
    port: int
    inside: list[int]
    redis: Redis
    replica: str
    turns: int = 0

    def disturb(self) -> None:
        """Kill the shared cache, or the replica, in turn, and start it again."""
        self.turns += 1
        if self.turns % 2:
            self.redis.stop()
            self.redis.start()
            return
        folder, home = on_postgres.programs(), on_postgres.home_of(self.replica)
        assert folder
        on_postgres.call(home, folder / "pg_ctl", "-D", home / "data", "-m", "immediate", "stop")
        on_postgres.start(folder, home)

    def read(self) -> int:
        """Rows that the replica was asked for, since it was started."""
        with connect(self.replica, autocommit=True) as copy:
            rows = copy.execute("SELECT tup_returned FROM pg_stat_database WHERE datname = current_database()")
            return int((rows.fetchone() or [0])[0])


@contextmanager
def furnished(url: str, folder: Path, processes: int) -> Iterator[House]:
    """All three, for so many processes on the database of this address."""
    programs = on_postgres.programs()
    assert programs
    with ExitStack() as stack:
        copy = stack.enter_context(on_postgres.streaming_copy(programs, url))
        replica = urlunsplit(urlsplit(copy)._replace(path=urlsplit(url).path))
        cache = Redis(folder)
        stack.callback(cache.stop)
        inside, port = [free_port() for _number in range(processes)], free_port()
        proxy = nginx_before(inside, folder, plain=free_port(), port=port)
        stack.callback(proxy.wait)
        stack.callback(proxy.terminate)
        yield House({"REPLICA_URL": replica, "CACHE_URL": cache.url}, port, inside, cache, replica)
