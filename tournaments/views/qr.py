"""Addresses as codes to be read by a camera."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr(url: str) -> SafeString:
    """The address as a code, in the colours of a tile in either theme."""
    svg = segno.make(url, error="m").svg_inline(omitsize=True, border=3, svgclass="run-qr", lineclass="run-qr-line")
    return mark_safe(svg)
