"""How often Python looks for objects in circles that nobody holds any more.

A page over thousands of rows makes many objects at once, nearly none in circles, and a look through all that a process
has loaded takes longer than the page. So what is loaded when the process starts is left out of it, and it is looked
less often.
"""

from __future__ import annotations

import gc

from django.urls import get_resolver

NEW_OBJECTS, YOUNG, OLD = 10_000, 20, 20
"""It is looked among the newest after so many more were made than thrown away (Python's own: 2,000 or fewer), and so
often before one looks among the older ones."""


def settle() -> None:
    """Call it when everything is loaded, in each process that answers requests; loads the pages' code if it isn't."""
    get_resolver().url_patterns  # noqa: B018
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, YOUNG, OLD)
