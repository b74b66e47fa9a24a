"""Settings for the tests: the production settings, whatever `.env` says, with what only slows tests down taken out.

The database is SQLite in a file, not in memory: a live server's threads then have connections of their own, as in
production. `DATABASE_URL` in the environment chooses another (`make test` runs all once more on PostgreSQL).
"""

import os
from pathlib import Path

BUILD = Path(__file__).resolve().parent.parent / "build"
BUILD.mkdir(exist_ok=True)

os.environ.update(DEBUG="off", HTTPS="off", SECRET_KEY="only-for-tests-" + "0" * 50, ALLOWED_HOSTS="localhost")
os.environ.setdefault("DATABASE_URL", "sqlite:///unused.sqlite3")

from config.settings import *  # noqa: E402, F403
from config.settings import CACHES, DATABASES, STORAGES  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(BUILD / "test.sqlite3")}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_AUTOREFRESH = True
# Tests that are rolled back give other rows the numbers and versions that keys are made of.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}, "limits": CACHES["limits"]}
API_RATES = {"read": 1_000_000, "write": 1_000_000}
SIGN_INS = FILES = 1_000_000
