"""What a service refuses."""

from __future__ import annotations

from collections.abc import Sequence


class ServiceError(Exception):
    """A refusal: `message` says in the reader's language what is wrong and what to do, `details` line by line."""

    def __init__(self, message: str, details: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.details = tuple(details)
