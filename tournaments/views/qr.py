"""Addresses as codes to be read by a camera."""

import segno
from django.utils.safestring import SafeString, mark_safe

MASK = 4
"""One of the eight patterns that a code is laid over; a camera reads each. To try all of them takes five times as long,
and a page may have hundreds of codes."""


def qr(url: str) -> SafeString:
    """The address as a code, in the colours of a tile in either theme."""
    svg = segno.make(url, error="m", mask=MASK).svg_inline(
        omitsize=True, border=3, svgclass="run-qr", lineclass="run-qr-line"
    )
    return mark_safe(svg)
