"""The API itself: how it reads and writes JSON, what every answer has, and the document that describes it."""

from __future__ import annotations

from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import NinjaAPI
from ninja.errors import HttpError
from ninja.openapi.schema import OpenAPISchema
from ninja.parser import Parser
from ninja.renderers import BaseRenderer

from tournaments.api import problems
from tournaments.api.guards import Rate, Token, anyone, finished
from tournaments.api.problems import KINDS, MEDIA_TYPE, Problem
from tournaments.plain import read_json

ABOUT = """Tournaments of dominoes: read by everyone what is public, written with a token.

Every address answers in JSON; game records and hands are as in `ryba-game/1`. Refusals are Problem Details in the
language of `Accept-Language`. Every answer to a GET has an `ETag`: send it back as `If-None-Match`. Lists come in
pages. Who changes a game says with `version` which one he saw; a new hand has a `uuid`, so that sending it twice is
the same as once."""


class Body(Parser):
    """JSON, strictly: nothing that a database cannot keep."""

    def parse_body(self, request: HttpRequest) -> Any:
        try:
            return read_json(request.body)
        except ValueError as error:
            raise HttpError(400, str(error)) from error


class Json(BaseRenderer):
    """JSON, quickly; texts to be translated are translated now."""

    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> Any:
        return orjson.dumps(data, default=str)


class Api(NinjaAPI):
    """The API, whose every answer has its headers and whose document says what problems look like."""

    def create_response(self, request: HttpRequest, data: Any, **more: Any) -> HttpResponse:
        return finished(request, super().create_response(request, data, **more))

    def on_exception(self, request: HttpRequest, exc: Any) -> HttpResponse:
        return finished(request, super().on_exception(request, exc))

    def get_root_path(self, path_params: Any) -> str:
        return reverse("api-1:reference")

    def get_openapi_operation_id(self, operation: Any) -> str:
        return operation.view_func.__name__

    _document: OpenAPISchema | None = None

    def get_openapi_schema(self, **more: Any) -> OpenAPISchema:
        """Made once by each process: it is the same to everybody, and takes as long as a hundred pages."""
        if self._document is None:
            self._document = self._described(**more)
        return self._document

    def _described(self, **more: Any) -> OpenAPISchema:
        document = super().get_openapi_schema(**more)
        for operations in document["paths"].values():
            for operation in operations.values():
                for status, said in operation["responses"].items():
                    if int(status) >= 400:
                        said["content"] = {MEDIA_TYPE: said["content"].pop("application/json")}
        return document


api = Api(
    title="Ryba",
    version="1",
    description=ABOUT,
    urls_namespace="api-1",
    openapi_url="openapi.json",
    docs_url=None,
    auth=[Token(), anyone],
    throttle=[Rate("read")],
    parser=Body(),
    renderer=Json(),
)
problems.handle(api)

FREE: dict[str, Any] = {"openapi_extra": {"security": [{}]}}
"""Of what anyone may read: a token may come along."""
WRONG = ("malformed", "forbidden", "not-found", "refused")
"""What every change may be refused for."""
WRITES: dict[str, Any] = {"auth": Token(), "throttle": [Rate("write")]}
"""Of what needs a token."""


def says(shape: Any, *codes: str) -> dict[int, Any]:
    """What an operation answers: its own shape, 304 where one is read, and problems of these kinds."""
    reads = "refused" not in codes
    always = ("unauthorized", "invalid", "too-many", *(() if reads else ("malformed", "too-large")))
    wrong = {KINDS[code][0]: Problem for code in (*always, *codes)}
    own = {204: None} if shape is None else {200: shape}
    return {**own, **({304: None} if reads else {}), **dict(sorted(wrong.items()))}
