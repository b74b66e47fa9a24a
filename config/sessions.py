"""Sessions whose keys change while a page is open.

Opening a link and signing in give the session a new key. Django answers who still comes by the old one, as a page that
a phone had asked for in the moment before, by taking the cookie away; by then it is the new key's, and whoever has just
come in would be outside again.
"""

from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers


class Sessions(SessionMiddleware):
    """Takes the cookie away when somebody signs out, not when a key is unknown.

    A page that was made with a look at the session is its owner's: no cache on the way keeps it for others.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if request.session.accessed:
            response.headers.setdefault("Cache-Control", "private, no-cache")
        if request.session.is_empty() and not request.session.modified:
            if request.session.accessed:
                patch_vary_headers(response, ("Cookie",))
            return response
        return super().process_response(request, response)
