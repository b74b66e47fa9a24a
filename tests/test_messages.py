"""Nothing that a visitor reads is missing from the Russian catalogue: no text of a template, a module or a rule.

The texts are found in the sources themselves, so that a new one fails here until `make messages` has collected it and
somebody has translated it.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import polib
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
CALLS = {"_": 0, "gettext": 0, "gettext_lazy": 0, "gettext_noop": 0, "ngettext": 0, "ngettext_lazy": 0}
CALLS |= {"pgettext": 1, "pgettext_lazy": 1, "npgettext": 1, "npgettext_lazy": 1}
QUOTED = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
IN_TEMPLATE = re.compile(rf"(?<!\w)(_|n?p?gettext)\(u?({QUOTED})(?:,\s*u?({QUOTED}))?")


def texts_of_module(source: str) -> Iterator[tuple[str | None, str]]:
    """The context and the text of every call that marks a text for translation."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            position = CALLS[node.func.id]
            words = [arg.value for arg in node.args[: position + 1] if isinstance(arg, ast.Constant)]
            if len(words) == position + 1:
                yield (words[0] if position else None), words[-1]


def texts_of_template(source: str) -> Iterator[tuple[str | None, str]]:
    for name, first, second in IN_TEMPLATE.findall(templatize(source)):
        has_context = name in ("pgettext", "npgettext")
        text = ast.literal_eval(second if has_context else first)
        yield (ast.literal_eval(first) if has_context else None), text


def texts() -> set[tuple[str | None, str]]:
    found: set[tuple[str | None, str]] = set()
    for room in ("config", "scoring", "tournaments"):
        for path in (ROOT / room).rglob("*.py"):
            found.update(texts_of_module(path.read_text(encoding="utf-8")))
    for path in (ROOT / "templates").rglob("*.html"):
        found.update(texts_of_template(path.read_text(encoding="utf-8")))
    return found


def test_every_text_has_its_translation() -> None:
    catalogue = polib.pofile(ROOT / "locale/ru/LC_MESSAGES/django.po")
    known = {(entry.msgctxt, entry.msgid) for entry in catalogue if entry.translated()}
    assert texts() - known == set()


def test_texts_are_found() -> None:
    found = texts()
    assert {(None, "Rules in force"), ("a tournament", "Finished"), (None, "Burns at")} <= found
    assert (None, "%(count)s hand") in found
