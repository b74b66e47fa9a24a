"""A Python that has this folder on its path goes by a wrong clock: by how many days, the file `WRONG_CLOCK` says.

What measures how long something takes goes on right, as it does where a machine's clock is set.
"""

import os
import time
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

FILE = Path(os.environ["WRONG_CLOCK"])
right = time.time, timezone.now


def days() -> timedelta:
    return timedelta(days=int(FILE.read_text()))


def seconds() -> float:
    return right[0]() + days().total_seconds()


def now() -> datetime:
    return right[1]() + days()


time.time, timezone.now = seconds, now
