"""A server that the site can do without: where it did not answer, nobody waits for it again for a while."""

from __future__ import annotations

import logging
import time

LEFT_ALONE = 10
"""Seconds in which a server that did not answer is not asked again."""


class Spare:
    """Such a server, as one process knows it; `what` is told to the log where it does not answer."""

    def __init__(self, log: logging.Logger, what: str) -> None:
        self.log, self.what = log, what
        self.asked_again_at = 0.0

    def may_be_asked(self) -> bool:
        return time.monotonic() >= self.asked_again_at

    def does_not_answer(self, error: Exception) -> None:
        self.asked_again_at = time.monotonic() + LEFT_ALONE
        self.log.warning("%s does not answer: %s", self.what, error)
