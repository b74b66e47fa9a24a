"""Tags and filters of every page: tiles, badges, icons, numbers, the sections of the site.

`{% tile "6-4" %}` stands upright, `{% tile "6-4" lying=True %}` lies, `{% half 3 %}` is one end; they draw from the
sprite that base.html puts on the page. A seat is always told by its letters as well as its colour, an icon never
stands without words beside it.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import template
from django.template.context import RequestContext
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from tournaments import access, display

register = template.Library()

THEMES = {"auto": _("As the device"), "light": _("Light"), "dark": _("Dark")}

ICONS = {
    "flag": '<path class="solid" d="M3 1h1.800v14H3zM5.600 2h8l-2.200 3 2.200 3h-8z"/>',
    "egg": '<path d="M8 1.800c2.600 0 4.700 3.900 4.700 7a4.700 5.100 0 0 1-9.400 0c0-3.100 2.100-7 4.700-7z"/>',
    "flame": '<path d="M8.200 1.500c.6 2.600 4.300 4 4.300 7.700a4.500 5 0 0 1-9-.2c0-1.600.8-2.700 1.600-3.500.2 1.200.8 1.800 1.400 2 '
    '0-2.300.4-4.500 1.700-6z"/>',
    "star": '<path d="M8 1.800l1.900 4 4.300.6-3.100 3 .7 4.300L8 11.700l-3.800 2 .7-4.300-3.100-3 4.300-.6z"/>',
    "scales": '<path d="M8 2v11M4.500 13.500h7M2.500 4.500h11M4 4.500l-2 4.500h4zM12 4.500l-2 4.500h4z"/>',
    "below": '<path d="M8 2.500v9M4.500 8.500L8 12l3.500-3.500M3 14h10"/>',
    "check": '<path d="M3 8.500l3.500 3.500L13 4.500"/>',
    "cross": '<path d="M4 4l8 8M12 4l-8 8"/>',
    "alert": '<path d="M8 2L1.500 13.500h13zM8 6.500v3.500M8 11.900v.1"/>',
    "info": '<circle cx="8" cy="8" r="6.200"/><path d="M8 7.300v3.700M8 5v.1"/>',
    "play": '<path d="M4.500 2.800v10.400L12.500 8z"/>',
    "clock": '<circle cx="8" cy="8" r="6"/><path d="M8 4.500V8l2.500 1.800"/>',
    "fish": '<path d="M1.500 8c2-3 4.600-4 6.800-4 2 0 3.700 1.500 4.700 4-1 2.500-2.700 4-4.700 4-2.200 0-4.800-1-6.800-4zM12.600 8l2.200-2.700v5.400z'
    'M5.500 7.300v.1"/>',
    "out": '<path d="M6 2.500H3v11h3M7 8h7M11 5l3 3-3 3"/>',
    "redeal": '<path d="M13.500 8A5.500 5.500 0 1 1 11.600 3.900M13.500 1.800v3.400h-3.400"/>',
    "person": '<circle cx="8" cy="5" r="2.700"/><path d="M3 14c.4-3 2.400-4.600 5-4.600s4.600 1.600 5 4.600"/>',
    "table": '<path d="M2 5.500h12M3.500 5.500v8M12.500 5.500v8M2 5.500l1.500-3h9l1.500 3"/>',
    "lock": '<path d="M3.500 7.500h9v6h-9zM5.500 7.500V5a2.500 2.500 0 0 1 5 0v2.500"/>',
    "draft": '<path d="M3 13.200l.7-3L11 3l2.200 2.200-7.200 7.300zM9.400 4.600l2.200 2.200"/>',
    "back": '<path d="M10 3L5 8l5 5"/>',
    "next": '<path d="M6 3l5 5-5 5"/>',
    "plus": '<path d="M8 3v10M3 8h10"/>',
    "undo": '<path d="M3 6h6.500a3.700 3.700 0 0 1 0 7.500H6M6 3L3 6l3 3"/>',
    "menu": '<path d="M2 4h12M2 8h12M2 12h12"/>',
    "print": '<path d="M4.500 6V2h7v4M4.500 11.500H2V6h12v5.500h-2.500M4.500 9.500h7V14h-7z"/>',
    "globe": '<circle cx="8" cy="8" r="6.200"/><path d="M1.800 8h12.400M8 1.800c-4 4-4 8.400 0 12.400 4-4 4-8.400 0-12.400z"/>',
    "auto": '<circle cx="8" cy="8" r="6"/><path class="solid" d="M8 2a6 6 0 0 1 0 12z"/>',
    "light": '<circle cx="8" cy="8" r="3"/><path d="M8 1v1.600M8 13.400V15M1 8h1.600M13.400 8H15M3 3l1.200 1.200M11.800 11.800L13 13'
    'M3 13l1.200-1.200M11.800 4.200L13 3"/>',
    "dark": '<path d="M13.500 9.800A6 6 0 0 1 6.200 2.500a6 6 0 1 0 7.300 7.300z"/>',
}


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """A small line drawing; decoration, unless `label` gives it the words that do not stand beside it."""
    role = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    return format_html('<svg class="ic" viewBox="0 0 16 16" {}>{}</svg>', role, mark_safe(ICONS[name]))


@register.simple_tag
def tile(which: Any, lying: bool = False, hidden: bool = False) -> SafeString:
    """A whole tile, drawn; `which` is `"6-4"` or a tile of the scoring. `hidden` where its name stands beside it."""
    name = str(which)
    high, low = name.split("-")
    said = mark_safe('aria-hidden="true"') if hidden else format_html('role="img" aria-label="{}"', name)
    if lying:
        return format_html(
            '<svg class="tile lying" viewBox="0 0 42 22" {}><rect class="tile-face" x=".5" y=".5" width="41" height="21"'
            ' rx="4"/><path class="tile-bar" d="M21 4v14"/><use href="#h{}" x="1" y="1" width="20" height="20"'
            ' transform="rotate(90 11 11)"/><use href="#h{}" x="21" y="1" width="20" height="20"'
            ' transform="rotate(90 31 11)"/></svg>',
            said,
            high,
            low,
        )
    return format_html(
        '<svg class="tile" viewBox="0 0 22 42" {}><rect class="tile-face" x=".5" y=".5" width="21" height="41" rx="4"/>'
        '<path class="tile-bar" d="M4 21h14"/><use href="#h{}" x="1" y="1" width="20" height="20"/>'
        '<use href="#h{}" x="1" y="21" width="20" height="20"/></svg>',
        said,
        high,
        low,
    )


@register.simple_tag
def half(pips: int) -> SafeString:
    """One end of a tile; its number stands beside it in words."""
    return format_html(
        '<svg class="tile half" viewBox="0 0 22 22" aria-hidden="true"><rect class="tile-face" x=".5" y=".5" width="21"'
        ' height="21" rx="4"/><use href="#h{}" x="1" y="1" width="20" height="20"/></svg>',
        pips,
    )


@register.simple_tag
def seat_badge(seat: int, letters: str) -> SafeString:
    """The coloured badge of a seat, with the letters of `initials`. The name stands beside it."""
    size = " long" if len(letters) > 1 else ""
    return format_html('<span class="seat{}" data-seat="{}" aria-hidden="true">{}</span>', size, seat, letters)


@register.filter
def initials(names: list[str]) -> list[str]:
    """The letters for each of the names, as long as needed to differ."""
    return display.initials(list(names))


@register.filter
def number(value: float | Decimal | None, digits: int | None = None) -> str:
    """A number in the language's format, with a real minus."""
    return display.number(value, digits)


@register.filter
def signed(value: float | Decimal | None, digits: int | None = None) -> str:
    """A change, with its sign."""
    return display.signed(value, digits)


@register.filter
def at(values: Any, index: Any) -> Any:
    """The value at an index or under a key."""
    return values[index]


@register.simple_tag(takes_context=True)
def theme(context: RequestContext) -> str:
    """The theme that this browser has chosen: `light`, `dark`, or `auto` for the device's own."""
    request = context.get("request")
    chosen = request.COOKIES.get("theme", "auto") if request else "auto"
    return chosen if chosen in THEMES else "auto"


@register.simple_tag
def themes() -> list[tuple[str, Any]]:
    """The themes to choose from, each with its name."""
    return list(THEMES.items())


@register.simple_tag(takes_context=True)
def here(context: RequestContext) -> str:
    """The address of this page, to come back to after a switch."""
    request = context.get("request")
    return request.get_full_path() if request else "/"


@register.simple_tag(takes_context=True)
def sections(context: RequestContext) -> list[dict[str, Any]]:
    """The sections of the site that this visitor can use, the present one marked."""
    request = context.get("request")
    path = request.path if request else ""
    found = [
        # Translators: the home page, what is being played now
        (_("Now"), "public:home", ()),
        (_("Tournaments"), "public:tournaments", ("/t/",)),
        # Translators: ladders and players
        (_("Ratings"), "public:ladders", ("/ladder/", "/p/")),
        # Translators: the rules of the games
        (_("Rules"), "public:variants", ("/variants/",)),
    ]
    if request is not None and hasattr(request, "user"):
        if request.session.get(access.LINKS_KEY):
            found.append((_("Keep score"), "keep:home", ("/keep/",)))
        if request.user.is_authenticated:
            found.append((_("Organise"), "organiser:home", ("/run/",)))
    links = []
    for label, name, starts in found:
        try:
            url = reverse(name)
        except NoReverseMatch:
            continue
        current = "page" if path == url else "true" if path.startswith(starts or ("\0",)) else ""
        links.append({"label": label, "url": url, "current": current})
    return links
