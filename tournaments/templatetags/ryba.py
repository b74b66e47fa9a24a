"""Tags and filters of every page: tiles, badges, icons, numbers, the sections of the site.

`{% tile "6-4" %}` stands upright, `{% tile "6-4" lying=True %}` lies, `{% half 3 %}` is one end; they draw from the
sprite that base.html puts on the page. A seat is always told by its letters as well as its colour, an icon never
stands without words beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any

from django import template
from django.http import QueryDict
from django.template.context import RequestContext
from django.urls import NoReverseMatch, reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy as _

from tournaments import access, display, rules
from tournaments.models import Ladder, Player, Table

register = template.Library()
drawn = lru_cache(maxsize=2000, typed=True)
"""For small drawings that stand on a page a thousand times."""
WORD = re.compile(r"\S+")
UNDIVIDED = 18
"""Words shorter than that have room in most lines."""

THEMES = {"auto": _("As the device"), "light": _("Light"), "dark": _("Dark")}


@register.simple_tag
def names(players: Iterable[Player], withdrawn: bool = False) -> SafeString:
    """The players of an entry, linked."""
    links = "".join([_link(one.get_absolute_url(), one.name) for one in players])
    gone = format_html('<span class="tag">{}</span>', gettext("withdrawn")) if withdrawn else ""
    return SafeString(f'<span class="names">{links}</span>{gone}')


@drawn
def _link(address: str, name: str) -> SafeString:
    return format_html('<a href="{}">{}</a>', address, soft(name))


@register.simple_tag
@drawn
def icon(name: str, label: str = "") -> SafeString:
    """A small line drawing; decoration, unless `label` gives it the words that do not stand beside it."""
    role = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    return format_html('<svg class="ic" viewBox="0 0 16 16" {}><use href="#i-{}"/></svg>', role, name)


@register.simple_tag
@drawn
def tile(which: Any, lying: bool = False, hidden: bool = False) -> SafeString:
    """A whole tile, drawn; `which` is `"6-4"` or a tile of the scoring. `hidden` where its name stands beside it."""
    name = str(which)
    high, low = name.split("-")
    said = mark_safe('aria-hidden="true"') if hidden else format_html('role="img" aria-label="{}"', name)
    if lying:
        return format_html(
            '<svg class="tile lying" viewBox="0 0 42 22" {}>'
            '<rect class="tile-face" x=".5" y=".5" width="41" height="21" rx="4"/><path class="tile-bar" d="M21 4v14"/><use href="#h{}" x="1" y="1" width="20" height="20"'
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
@drawn
def half(pips: int) -> SafeString:
    """One end of a tile; its number stands beside it in words."""
    return format_html(
        '<svg class="tile half" viewBox="0 0 22 22" aria-hidden="true"><rect class="tile-face" x=".5" y=".5" width="21"'
        ' height="21" rx="4"/><use href="#h{}" x="1" y="1" width="20" height="20"/></svg>',
        pips,
    )


@register.simple_tag
@drawn
def seat_badge(seat: int, letters: str) -> SafeString:
    """The coloured badge of a seat, with the letters of `initials`. The name stands beside it."""
    size = " long" if len(letters) > 1 else ""
    return format_html('<span class="seat{}" data-seat="{}" aria-hidden="true">{}</span>', size, seat, letters)


@register.filter
def initials(names: list[str]) -> list[str]:
    """The letters for each of the names, as long as needed to differ."""
    return display.initials(list(names))


@register.filter
def soft(text: str) -> SafeString:
    """A name whose long words go to the next line whole, or by a hyphen in part, the longer ones at once.

    A dot between its parts ends a line and begins none.
    """
    return mark_safe(WORD.sub(_softened, conditional_escape(text)).replace(" · ", "&nbsp;· "))


def _softened(word: re.Match[str]) -> str:
    told = display.hyphenated(word[0])
    return f'<span class="long">{told}</span>' if told != word[0] and len(word[0]) < UNDIVIDED else told


@register.filter
def number(value: float | Decimal | None, digits: int | None = None) -> str:
    """A number in the language's format, with a real minus."""
    return display.number(value, digits)


@register.filter
def signed(value: float | Decimal | None, digits: int | None = None) -> str:
    """A change, with its sign."""
    return display.signed(value, digits)


@register.filter
def instant(moment: datetime) -> str:
    """A moment as machines read it: no browser's clock needs more than seconds, and HTML allows no microseconds."""
    return localtime(moment).isoformat(timespec="seconds")


@register.filter
def browser(agent: str) -> str:
    """A browser by what it says of itself."""
    return display.browser(agent)


@register.filter
def shortened(address: str) -> str:
    """A network address without the part that names one machine."""
    return access.shortened(address)


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
        # Translators: records and statistics of the club
        (_("Records"), "public:records", ()),
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


@register.simple_tag
def variant(code: str) -> str:
    """A game's name; with no code, all games."""
    return rules.variant_name(code)


@register.inclusion_tag("parts/exports.html", takes_context=True)
def exports(context: RequestContext, of: str | None = None, *, at: str = "", printed: bool = False) -> dict[str, Any]:
    """The links that give a table of the page as files: its first, or the one called `of`; `printed`: not as PDF.

    `at`: the address of the page that gives them, where it is another one.
    """
    request = context["request"]
    return {"request": request, "query": QueryDict() if at else request.GET, "of": of, "at": at, "printed": printed}


@register.simple_tag
def ladder_name(ladder: Ladder) -> str:
    """An organiser's ladder has its own name, the site's that of its game."""
    return ladder.name or rules.variant_name(ladder.variant)


@register.filter
def percent(value: float | None) -> str:
    """A chance in whole hundredths, never 0 or 100: `32%`."""
    return "" if value is None else display.percent(min(99, max(1, round(100 * value))))


@register.filter
def share(value: float) -> str:
    """A part of a whole that was counted, in whole hundredths."""
    return display.percent(round(100 * value))


@register.simple_tag
def share_of(part: int, whole: int) -> str:
    """So many of so many, in whole hundredths."""
    return share(part / whole) if whole else ""


@register.simple_tag
def where_played(table: Table) -> str:
    """Which table of which round; in a season, which game."""
    if table.round.sitting:
        return gettext("Game %(number)s") % {"number": table.round.number}
    return gettext("Table %(table)s · round %(round)s") % {"table": table.number, "round": table.round.number}


@register.simple_tag
def game_heading(code: str, options: dict[str, Any]) -> str:
    """The game and its target."""
    return rules.heading(code, options)


@register.simple_tag
def place(first: int, count: int = 1) -> str:
    """A place, shared by `count`."""
    return display.place_range(first, count)


@register.simple_tag
def band(sigma: float) -> str:
    """Half the width of the band of two sigma."""
    return display.number(2 * sigma, 1)


@register.simple_tag
def bounds(mu: float, sigma: float) -> tuple[str, str]:
    """The lower and the upper end of the band."""
    return display.number(mu - 2 * sigma, 1), display.number(mu + 2 * sigma, 1)


@register.simple_tag
def surplus(score: float, expected: float) -> str:
    """What was scored above, or below, what was expected."""
    return display.signed(score - expected, 1)


@register.simple_tag
def bar(part: float, whole: float) -> SafeString:
    """A bar of a part; its number stands beside it."""
    return format_html(
        '<svg class="share" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true"><rect class="bg" y="2"'
        ' width="100" height="8"/><rect class="fg" y="2" width="{}" height="8"/></svg>',
        f"{100 * part / whole:.1f}" if whole else "0",
    )


@register.simple_tag
def share_bar(score: float, expected: float, games: int) -> SafeString:
    """A bar of the share scored, with a stroke where the ratings expected it."""
    return format_html(
        '<svg class="share" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true"><rect class="bg" y="2"'
        ' width="100" height="8"/><rect class="fg" y="2" width="{}" height="8"/><rect class="ex" x="{}" width="2"'
        ' height="12"/></svg>',
        f"{100 * score / games:.0f}",
        f"{min(98.0, 100 * expected / games):.1f}",
    )
