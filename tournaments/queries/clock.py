"""The clock of a round: how long it still has, and that its time is up.

A clock that runs is told by when it started and what was left then; a stopped one by what is left. A round whose clock
stands at nothing has had its time called.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.models import Round


@dataclass(frozen=True)
class Clock:
    """`left`: seconds; `ends_at` is None while it stands; `called`: the time of the round was called."""

    left: int
    ends_at: datetime | None = None
    called: bool = False

    @property
    def running(self) -> bool:
        return self.ends_at is not None

    @property
    def up(self) -> bool:
        return self.left == 0

    @property
    def text(self) -> str:
        """`12:40`, `1:05:00`.

        >>> Clock(760).text, Clock(3900).text
        ('12:40', '1:05:00')
        """
        minutes, seconds = divmod(self.left, 60)
        hours, rest = divmod(minutes, 60)
        return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def clock_of(round_: Round, now: datetime | None = None) -> Clock | None:
    """The clock of a round; None where it was never set."""
    if round_.clock_left is None:
        return None
    if round_.clock_started_at is None:
        return Clock(round_.clock_left, called=round_.clock_left == 0)
    ends_at = round_.clock_started_at + timedelta(seconds=round_.clock_left)
    left = (ends_at - (now or timezone.now())).total_seconds()
    return Clock(max(0, round(left)), ends_at)


def time_called(round_: Round) -> bool:
    """Whether no game of the round begins any more."""
    return round_.clock_left == 0 and round_.clock_started_at is None
