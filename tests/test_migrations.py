"""The migrations match the models, and lead there and back on an empty database."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_migrations_lead_there_and_back(tmp_path: Path) -> None:
    environment = {**os.environ, "DEBUG": "on", "DATABASE_URL": f"sqlite:///{tmp_path / 'db.sqlite3'}"}
    for arguments in (["migrate"], ["migrate", "tournaments", "zero"], ["migrate"]):
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
