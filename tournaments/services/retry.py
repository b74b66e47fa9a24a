"""Two people making something of one name at once: the address that was free is taken when it comes to be stored."""

from collections.abc import Callable
from functools import wraps

from django.db import IntegrityError, transaction

TRIES = 3


def retried[**P, R](service: Callable[P, R]) -> Callable[P, R]:
    """One transaction around the service, and where it collides with another's, once more from the start."""

    @wraps(service)
    def again(*args: P.args, **kwargs: P.kwargs) -> R:
        for _ in range(TRIES - 1):
            try:
                with transaction.atomic():
                    return service(*args, **kwargs)
            except IntegrityError:
                continue
        with transaction.atomic():
            return service(*args, **kwargs)

    return again
