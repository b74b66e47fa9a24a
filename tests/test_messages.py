"""Nothing that a visitor reads is missing from the Russian catalogue: no text of a template, a module or a rule.

The texts are found in the sources themselves, so that a new one fails here until `make messages` has collected it and
somebody has translated it.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import polib
from django.utils import translation
from django.utils.translation import gettext, gettext_noop
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
CALLS = {"_": 0, "gettext": 0, "gettext_lazy": 0, "gettext_noop": 0, "ngettext": 0, "ngettext_lazy": 0}
CALLS |= {"pgettext": 1, "pgettext_lazy": 1, "npgettext": 1, "npgettext_lazy": 1}
OF_ALLAUTH = (
    gettext_noop("Two-Factor Authentication"),
    gettext_noop("Confirm Access"),
    gettext_noop("Please reauthenticate to safeguard your account."),
    gettext_noop("Enter an authenticator code:"),
    gettext_noop("Enter your password:"),
    gettext_noop("Authenticator code"),
    gettext_noop("Alternative options"),
    gettext_noop("Use a security key"),
    gettext_noop("Use your password"),
    gettext_noop("Use authenticator app or code"),
    gettext_noop("Your account is protected by two-factor authentication. Please enter an authenticator code:"),
    gettext_noop("Deactivate Authenticator App"),
    gettext_noop("You are about to deactivate authenticator app based authentication. Are you sure?"),
    gettext_noop("Deactivate"),
    gettext_noop("You are about to generate a new set of recovery codes for your account."),
    gettext_noop("This action will invalidate your existing codes."),
    gettext_noop("Are you sure?"),
    gettext_noop("Generate"),
    gettext_noop("Generate new codes"),
    gettext_noop("Unused codes"),
    gettext_noop("Passwordless"),
    gettext_noop(
        "Enabling passwordless operation allows you to sign in using just this key, but imposes additional "
        "requirements such as biometrics or PIN protection."
    ),
    gettext_noop("Key nr. {number}"),
    gettext_noop("Add Security Key"),
    gettext_noop("Edit Security Key"),
    gettext_noop("Remove Security Key"),
    gettext_noop("Are you sure you want to remove this security key?"),
    gettext_noop("Authenticator app activated."),
    gettext_noop("Authenticator app deactivated."),
    gettext_noop("A new set of recovery codes has been generated."),
    gettext_noop("Security key added."),
    gettext_noop("Security key removed."),
    gettext_noop("Signed out of all other sessions."),
    gettext_noop("You cannot deactivate two-factor authentication."),
    gettext_noop("You cannot generate recovery codes without having two-factor authentication enabled."),
    gettext_noop("I have saved my recovery codes"),
)
"""What allauth says on its pages, told in our words: its own Russian reads as if it were translated word by word."""
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


def test_the_pages_of_allauth_speak_our_words() -> None:
    catalogue = {entry.msgid: entry.msgstr for entry in polib.pofile(ROOT / "locale/ru/LC_MESSAGES/django.po")}
    with translation.override("ru"):
        assert {text: gettext(text) for text in OF_ALLAUTH} == {text: catalogue.get(text) for text in OF_ALLAUTH}
