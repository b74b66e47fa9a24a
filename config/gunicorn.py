"""How gunicorn serves the site: `gunicorn --config config/gunicorn.py config.wsgi:application`.

WEB_BIND       `127.0.0.1:8000`; or `unix:/run/ryba/web.sock`
WEB_PROCESSES  2: about one a core
WEB_THREADS    8 a process: a thread waits for the database or a slow phone most of its time

SIGTERM lets the requests that are being answered end, for 25 seconds at most.
"""

import os
import tempfile
from pathlib import Path
from typing import Any

from prometheus_client import multiprocess

bind = os.environ.get("WEB_BIND") or "127.0.0.1:8000"
worker_class = "gthread"
workers = int(os.environ.get("WEB_PROCESSES") or 2)
threads = int(os.environ.get("WEB_THREADS") or 8)
graceful_timeout = 25
keepalive = 15
backlog = 512
# A worker's sign of life is a file: on a disk that is full or slow it would be taken for dead.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None
loglevel = "warning"

# Where each process counts: named before any of them starts, gone with the last.
counts = tempfile.TemporaryDirectory(prefix="ryba-metrics-", ignore_cleanup_errors=True)
os.environ["PROMETHEUS_MULTIPROC_DIR"] = counts.name


def on_exit(server: Any) -> None:
    """The server stops."""
    counts.cleanup()


def child_exit(server: Any, worker: Any) -> None:
    """What a process that ended had counted stays in the sum."""
    multiprocess.mark_process_dead(worker.pid)
