"""The cells of the cross table, drawn fast: there are as many as entries and rounds, or entries squared."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import cache

from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, pgettext

from tournaments.display import number
from tournaments.models import Tournament
from tournaments.queries.cross import BY_ROUND, CrossGroup, CrossRow, Mark


def drawn(group: CrossGroup, tournament: Tournament, by: str) -> Iterator[tuple[CrossRow, SafeString]]:
    """Each line of a group, and its cells; by round the rivals stand below the points."""
    game = reverse("public:game", args=[tournament.slug, 0]).removesuffix("0/")
    bye, forfeit = _more(_("bye")), _more(pgettext("in a narrow cell", "forfeit"))
    colours = {
        True: pgettext("white, in a narrow cell", "w"),
        False: pgettext("black, in a narrow cell", "b"),
        None: "",
    }

    @cache
    def points(value: Decimal, lost: bool) -> str:
        return f"<b{' class="st-lost"' if lost else ''}>{number(value)}</b>"

    def draw(mark: Mark) -> str:
        if mark.bye:
            return f'<span class="cx-mark">{points(mark.points, False)}{bye}</span>'
        rivals = " ".join(map(str, mark.rivals)) if by == BY_ROUND else ""
        below = f"{rivals} {colours[mark.white]}".strip()
        notes = f"{forfeit if mark.forfeit else ''}{_more(below) if below else ''}"
        return f'<a class="cx-mark" href="{game}{mark.game}/">{points(mark.points, mark.lost)}{notes}</a>'

    for line in group.rows:
        cells = (
            f'<td class="cx-cell{" cx-own" if at == line.own else ""}">{"".join(map(draw, marks))}</td>'
            for at, marks in enumerate(line.cells)
        )
        yield line, SafeString("\n".join(cells))


def _more(text: str) -> str:
    return f'<span class="cx-more">{conditional_escape(text)}</span>'
