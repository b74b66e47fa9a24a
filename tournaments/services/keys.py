"""The keys that names are found and sorted by, held against the names they are made of, and made anew."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction

from tournaments.models import Player, Tournament
from tournaments.models.keys import Keyed, KeyField

KEYED: tuple[type[Keyed], ...] = (Player, Tournament)


def wrong_keys() -> Iterator[tuple[Keyed, list[str]]]:
    """Every row with keys that are not those of its names, with the names of these keys."""
    for model in KEYED:
        fields = [field for field in model._meta.concrete_fields if isinstance(field, KeyField)]
        for row in model._base_manager.order_by("pk").iterator(chunk_size=2000):
            stored = {field.name: getattr(row, field.name) for field in fields}
            wrong = [field.name for field in fields if stored[field.name] != field.pre_save(row, False)]
            if wrong:
                yield row, wrong


@transaction.atomic
def rebuild_keys() -> int:
    """Store the keys that follow from the names; how many rows had others."""
    found = list(wrong_keys())
    for row, names in found:
        row.save(update_fields=names)
    return len(found)
