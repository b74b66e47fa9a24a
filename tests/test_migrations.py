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


def test_migrations_lead_there_and_back() -> None:
    """In a process and a database of its own, so that the tests' database stays as it is."""
    code = """
import django
from django.core.management import call_command
django.setup()
call_command("migrate", verbosity=0)
call_command("migrate", "tournaments", "zero", verbosity=0)
call_command("migrate", verbosity=0)
"""
    environment = {**os.environ, "DEBUG": "on", "DATABASE_URL": "sqlite://:memory:"}
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
