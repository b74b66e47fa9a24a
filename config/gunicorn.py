"""How gunicorn serves the site: `python -m gunicorn --config config/gunicorn.py config.wsgi:application`.

WEB_BIND       `127.0.0.1:8000`; or `unix:/run/ryba/web.sock`; not asked where systemd hands a socket over
WEB_PROCESSES  2: about one a core
WEB_THREADS    8 a process: a thread waits for the database or a slow phone most of its time

SIGTERM lets the requests that are being answered end, for 25 seconds at most. SIGHUP starts the processes anew and
loses no request: what comes before they are loaded waits.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from config.logs import logging_settings

bind = os.environ.get("WEB_BIND") or "127.0.0.1:8000"
worker_class = "gthread"
workers = int(os.environ.get("WEB_PROCESSES") or 2)
threads = int(os.environ.get("WEB_THREADS") or 8)
graceful_timeout = 25
keepalive = 15
backlog = 4096  # as in deploy/ryba-web.socket
control_socket_disable = True  # nobody asks it, and it would want to write into a home
# What is not to depend on a disk that may be full or slow lies in memory: systemd's folder of the unit, or this one.
in_memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
worker_tmp_dir = in_memory  # a worker's sign of life is a file: without it it would be taken for dead
as_json = os.environ.get("LOG_JSON", "").lower() in ("1", "on", "true", "yes")
logconfig_dict = logging_settings(as_json=as_json) | {"root": {"level": "WARNING"}}

# Where each process counts what it answers, and all together how often somebody asks (tournaments/access/rates.py):
# named before any of them starts, kept when this file is read anew (SIGHUP), gone with the last. The
# files are mapped: on a full disk a process that counts would be ended (SIGBUS).
counts = os.environ.get("PROMETHEUS_MULTIPROC_DIR") or tempfile.mkdtemp(
    prefix="ryba-metrics-", dir=os.environ.get("RUNTIME_DIRECTORY") or in_memory
)
os.environ["PROMETHEUS_MULTIPROC_DIR"] = counts


def post_fork(server: Any, worker: Any) -> None:
    """A thread that computes lets the others on after half a millisecond, not Python's five.

    One that asks the database waits for its turn after every answer: a hand is saved by 15 questions, and would wait
    as long as the standings that another thread makes.
    """
    sys.setswitchinterval(0.0005)


def on_exit(server: Any) -> None:
    """The server stops."""
    shutil.rmtree(counts, ignore_errors=True)


def child_exit(server: Any, worker: Any) -> None:
    """What a process that ended had counted stays in the sum."""
    from prometheus_client import multiprocess  # which asks when it is imported where to count

    multiprocess.mark_process_dead(worker.pid)
