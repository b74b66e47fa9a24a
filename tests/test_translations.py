"""The catalogues of translations are whole: nothing untranslated or fuzzy, no placeholder lost."""

import gettext
import re
from collections import Counter
from pathlib import Path

import polib
import pytest

LOCALE = Path(__file__).resolve().parent.parent / "locale"
PLACEHOLDER = re.compile(r"%\((\w+)\)[sdf]|\{(\w*)\}")


def entries() -> list[polib.POEntry]:
    return [entry for path in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")) for entry in polib.pofile(path)]


@pytest.mark.parametrize("state", ["fuzzy", "untranslated"])
def test_everything_is_translated(state: str) -> None:
    wanting = [
        entry.msgid
        for entry in entries()
        if not entry.obsolete and (entry.fuzzy if state == "fuzzy" else not entry.translated() and not entry.fuzzy)
    ]
    assert wanting == []


def test_no_placeholder_is_lost() -> None:
    def placeholders(text: str) -> set[str]:
        return {name for found in PLACEHOLDER.finditer(text) for name in found.groups() if name}

    wrong = {}
    for entry in entries():
        if entry.translated():
            expected = placeholders(entry.msgid) | placeholders(entry.msgid_plural)
            texts = list(entry.msgstr_plural.values()) or [entry.msgstr]
            # One form of a plural may say the number in words; a name not in the original fails at rendering.
            lost = expected - set().union(*map(placeholders, texts))
            added = set().union(*map(placeholders, texts)) - expected
            if lost or added:
                wrong[entry.msgid] = lost | added
    assert wrong == {}


def test_no_original_stands_twice() -> None:
    counted = Counter((entry.msgctxt, entry.msgid) for entry in entries() if not entry.obsolete)
    assert [original for original, times in counted.items() if times > 1] == []


def test_every_plural_says_its_number_at_any_count() -> None:
    """Russian has one form for 1, 21 and 101, so that no form may leave the number out or say it in words."""
    form = gettext.c2py("(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)")
    assert [form(count) for count in (1, 2, 5, 11, 21, 101)] == [0, 1, 2, 2, 0, 0]
    wrong = {}
    for entry in (entry for entry in entries() if entry.msgid_plural and not entry.obsolete):
        told = set(PLACEHOLDER.findall(entry.msgid_plural))
        for count in (1, 2, 5, 11, 21, 101):
            text = entry.msgstr_plural.get(form(count), "")
            if not text or told - set(PLACEHOLDER.findall(text)):
                wrong[f"{entry.msgid} ({count})"] = text
    assert wrong == {}
