"""What a declared shape refuses, in the reader's language, each fault with what is to be done about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

TEXT, WHOLE = gettext_lazy("a text is wanted here"), gettext_lazy("a whole number is wanted here")
MOMENT = gettext_lazy("a moment with its zone is wanted here, as “2026-03-01T18:30:00+03:00”")
DAY = gettext_lazy("a day is wanted here, as “2026-03-01”")
LIST, OBJECT = gettext_lazy("a list is wanted here, in […]"), gettext_lazy("an object is wanted here, in {…}")

WORDS: Mapping[str, Promise] = {
    "missing": gettext_lazy("this is missing; it cannot be left out"),
    "extra_forbidden": gettext_lazy("there is no such field; look at its spelling, or leave it out"),
    "literal_error": gettext_lazy("it is one of these: %(expected)s"),
    "enum": gettext_lazy("it is one of these: %(expected)s"),
    "greater_than_equal": gettext_lazy("it is %(ge)s at least"),
    "greater_than": gettext_lazy("it is more than %(gt)s"),
    "less_than_equal": gettext_lazy("it is %(le)s at most"),
    "less_than": gettext_lazy("it is less than %(lt)s"),
    "string_too_long": gettext_lazy("it has %(max_length)s characters at most"),
    "string_too_short": gettext_lazy("it has %(min_length)s characters at least"),
    "string_pattern_mismatch": gettext_lazy("it does not look as it has to: %(pattern)s"),
    "too_long": gettext_lazy("there are %(max_length)s of them at most"),
    "too_short": gettext_lazy("there are %(min_length)s of them at least"),
    "bool_type": gettext_lazy("it is true or false"),
    "bool_parsing": gettext_lazy("it is true or false"),
    "uuid_parsing": gettext_lazy("a UUID is wanted here, as “7f3c1d1e-32a4-4f0e-9a57-6d3f0f7f8a10”"),
    "uuid_type": gettext_lazy("a UUID is wanted here, as “7f3c1d1e-32a4-4f0e-9a57-6d3f0f7f8a10”"),
    "none_required": gettext_lazy("nothing but null belongs here"),
    **dict.fromkeys(["string_type", "string_unicode", "string_sub_type"], TEXT),
    **dict.fromkeys(["int_type", "int_parsing", "int_from_float", "int_parsing_size"], WHOLE),
    **dict.fromkeys(
        ["float_type", "float_parsing", "finite_number", "decimal_type", "decimal_parsing", "decimal_max_digits",
         "decimal_max_places", "decimal_whole_digits"],
        gettext_lazy("a number is wanted here, not too long a one"),
    ),
    **dict.fromkeys(["list_type", "tuple_type", "set_type", "iterable_type"], LIST),
    **dict.fromkeys(["dict_type", "model_type", "model_attributes_type", "dataclass_type", "mapping_type"], OBJECT),
    **dict.fromkeys(
        ["datetime_type", "datetime_parsing", "datetime_from_date_parsing", "datetime_object_invalid",
         "timezone_aware"],
        MOMENT,
    ),
    **dict.fromkeys(["date_type", "date_parsing", "date_from_datetime_parsing", "date_from_datetime_inexact"], DAY),
}  # fmt: skip
"""By pydantic's name of the fault."""


def in_words(fault: Mapping[str, Any]) -> str:
    """One of pydantic's errors as a sentence without its end."""
    given = fault.get("ctx") or {}
    if fault["type"] == "value_error":
        return _(str(given.get("error", fault["msg"])))
    said = WORDS.get(fault["type"])
    return _("it is not as described") if said is None else str(said) % given


def way_to(place: Sequence[int | str]) -> str:
    """The way to a field: `rounds.0.seed`, lists from 0."""
    return ".".join(map(str, place))
