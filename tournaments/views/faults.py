"""What a visitor sees when an answer could not be made: that it is being waited for, or that something broke.

Both pages stand by themselves, without the database. The scorekeeper's script takes any answer from 500 on for no
answer, and keeps its hands to be sent again.
"""

from __future__ import annotations

import errno
import sys

from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import UnreadablePostError
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

READ_ONLY = "25006"
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
AGAIN_AFTER = 5


def server_error(request: HttpRequest) -> HttpResponse:
    """The handler of errors: 503 where the database is away, full, locked or read-only, or where a file that comes
    finds no room; 500 for all else.
    """
    error = sys.exception()
    if isinstance(error, UnreadablePostError):
        return HttpResponse(status=400)  # whoever sent half of it hears nothing any more
    if _is_away(error):
        return _said(request, 503, _("The site cannot store anything right now. Nothing is lost: try again soon."))
    return _said(request, 500, _("Something broke."))


def _is_away(error: BaseException | None) -> bool:
    if isinstance(error, OperationalError | InterfaceError):
        return True
    if isinstance(error, OSError):
        return error.errno in NO_ROOM
    return isinstance(error, InternalError) and getattr(error.__cause__, "sqlstate", None) == READ_ONLY


def _said(request: HttpRequest, status: int, message: str) -> HttpResponse:
    if request.content_type == "application/json":
        response: HttpResponse = JsonResponse({"code": "unavailable", "message": message}, status=status)
    else:
        response = HttpResponse(render_to_string(f"{status}.html"), status=status)
    if status == 503:
        response.headers["Retry-After"] = str(AGAIN_AFTER)
    response.headers["Cache-Control"] = "no-store"
    return response
