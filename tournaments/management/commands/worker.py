"""`manage.py worker [--name NAME] [--batch]`: replay ladders as their tasks come in; for sites with WORKER=on.

The worker is `db_worker` of django-tasks-db. Before it begins, it takes up what a worker of its name had in hand when
it was killed, and what failed because the database was away: a replay works from what it finds stored, so that once
more does no harm.
"""

from __future__ import annotations

import socket
from argparse import ArgumentParser
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.tasks import TaskResultStatus

AWAY = ("django.db.utils.OperationalError", "django.db.utils.InterfaceError")


class Command(BaseCommand):
    help = "Replay ladders as their tasks come in, and first those that a killed worker of this name left."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--name", default=socket.gethostname(), help="its own, the same after a restart")
        parser.add_argument("--batch", action="store_true", help="end when nothing waits")

    def handle(self, *args: Any, name: str, batch: bool, **options: Any) -> None:
        if not apps.is_installed("django_tasks_db"):
            raise CommandError("There is nothing to do for a worker: WORKER is off, so requests replay the ladders.")
        results = apps.get_model("django_tasks_database", "DBTaskResult").objects
        running = results.filter(status=TaskResultStatus.RUNNING)
        left = [task.pk for task in running if task.worker_ids[-1:] == [name]]
        left += results.filter(status=TaskResultStatus.FAILED, exception_class_path__in=AWAY).values_list(
            "pk", flat=True
        )
        results.filter(pk__in=left).update(
            status=TaskResultStatus.READY, started_at=None, finished_at=None, exception_class_path="", traceback=""
        )
        call_command("db_worker", worker_id=name, batch=batch, reload=False, startup_delay=False)
