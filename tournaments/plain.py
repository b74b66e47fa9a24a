"""Text as it may be stored: without characters that are not seen but change what stands round them."""

import unicodedata

BLANKS = dict.fromkeys(map(ord, "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"), " ")
"""Characters of other kinds that draw nothing."""


def plain(text: str) -> str:
    """The text composed (NFC), without invisible and direction-changing characters; lines stay lines.

    >>> plain("\\u202eAnna\\u200b\\u3164")
    'Anna'
    """
    seen = "".join(letter for letter in unicodedata.normalize("NFC", text) if unicodedata.category(letter) != "Cf")
    return "\n".join(line.rstrip() for line in seen.translate(BLANKS).splitlines())
