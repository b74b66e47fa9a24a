"""The page that shows the API to people: made from the document of it, by the server, so that it needs no script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _, gettext_noop
from django.views.decorators.http import require_GET

from tournaments.api.problems import KINDS
from tournaments.api.site import api

TAGS = {
    "tournaments": gettext_noop("Tournaments"),
    "players and ladders": gettext_noop("Players and ladders"),
    "games and statistics": gettext_noop("Games and statistics"),
    "hands and rulings": gettext_noop("Hands and rulings"),
    "settings and stages": gettext_noop("Settings and stages"),
    "helpers and links": gettext_noop("Helpers and links"),
    "people": gettext_noop("People"),
    "rounds": gettext_noop("Rounds"),
    "seasons": gettext_noop("Open seasons"),
}


@dataclass(frozen=True)
class Field:
    """A parameter, or a field of a body or an answer. `shape` leads to another shape, where it is made of one."""

    name: str
    type: str
    shape: str
    required: bool
    said: str


@dataclass(frozen=True)
class Operation:
    """One thing that can be asked: `code` is its name in the document."""

    code: str
    method: str
    path: str
    summary: str
    token: bool
    parameters: list[Field]
    body: str
    answers: list[tuple[str, str, str]]


@dataclass(frozen=True)
class Shape:
    name: str
    said: str
    fields: list[Field]


@require_GET
def reference(request: HttpRequest) -> HttpResponse:
    """Every operation, shape and problem of the API."""
    document = api.get_openapi_schema()
    groups: dict[str, list[Operation]] = {tag: [] for tag in TAGS}
    for operation, tag in _operations(document["paths"]):
        groups[tag].append(operation)
    shapes = document["components"]["schemas"]
    context = {
        "groups": [(tag, _(TAGS[tag]), found) for tag, found in groups.items()],
        "shapes": [_shape(name, shapes[name]) for name in sorted(shapes)],
        "problems": [(code, *kind) for code, kind in KINDS.items()],
        "rates": settings.API_RATES,
    }
    return render(request, "api/reference.html", context)


def _operations(paths: Mapping[str, Any]) -> Iterator[tuple[Operation, str]]:
    for path, methods in paths.items():
        for method, one in methods.items():
            body = one.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            operation = Operation(
                code=one["operationId"],
                method=method.upper(),
                path=path,
                summary=_(one["summary"]),
                token={} not in one.get("security", []),
                parameters=[_field(found["name"], found["schema"], found["required"]) for found in one["parameters"]],
                body=_name(body),
                answers=[(str(status), *_answer(said)) for status, said in one["responses"].items()],
            )
            yield operation, one["tags"][0]


def _answer(said: Mapping[str, Any]) -> tuple[str, str]:
    """The type of an answer, and the shape that it is made of."""
    schema = next(iter(said.get("content", {}).values()), {}).get("schema", {})
    return _type(schema), _name(schema)


def _shape(name: str, schema: Mapping[str, Any]) -> Shape:
    required = schema.get("required", ())
    fields = [_field(key, one, key in required) for key, one in schema.get("properties", {}).items()]
    return Shape(name, schema.get("description", ""), fields)


def _field(name: str, schema: Mapping[str, Any], required: bool) -> Field:
    return Field(name, _type(schema), _name(schema), required, schema.get("description", ""))


def _name(schema: Mapping[str, Any]) -> str:
    """The shape that a schema refers to, itself or in its items."""
    if "anyOf" in schema:
        return next(filter(None, map(_name, schema["anyOf"])), "")
    return schema.get("$ref", schema.get("items", {}).get("$ref", "")).rpartition("/")[2]


def _type(schema: Mapping[str, Any]) -> str:
    """A schema in short: `list of EntryOut`, `integer or null`, `"read" | "keep"`."""
    if "anyOf" in schema:
        return " | ".join(_type(one) for one in schema["anyOf"])
    if "$ref" in schema:
        return _name(schema)
    if "enum" in schema:
        return " | ".join(f"“{value}”" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"[{_type(schema.get('items', {}))}]"
    return schema.get("format") or schema.get("type", "")
