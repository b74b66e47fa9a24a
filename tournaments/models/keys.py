"""Columns made of other columns of their row, so that nobody who writes a row can forget them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.db import models


class KeyField(models.CharField):
    """What `make` gives for the fields `of`, whenever the row is written: saved, or created with many others."""

    def __init__(self, *args: Any, of: tuple[str, ...] = (), make: Callable[..., str] = str, **options: Any) -> None:
        super().__init__(*args, **{"editable": False, "blank": True, "default": "", **options})
        self.of = of
        self.make = make

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = self.make(*(getattr(model_instance, name) for name in self.of))[: self.max_length]
        setattr(model_instance, self.attname, key)
        return key

    def deconstruct(self) -> tuple[str, str, Any, dict[str, Any]]:
        """To the database it is text."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.CharField", args, options


class Keyed(models.Model):
    """A row with `KeyField`s: where only some columns are saved, the keys made of them are saved too."""

    class Meta:
        abstract = True

    def save(self, *, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        if update_fields is not None:
            written = set(update_fields)
            fields = [field for field in self._meta.concrete_fields if isinstance(field, KeyField)]
            update_fields = written | {field.name for field in fields if written & set(field.of)}
        super().save(update_fields=update_fields, **options)
