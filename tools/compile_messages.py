"""Compiles a catalogue of translations, `compile_messages.py IN.po OUT.mo`, without GNU gettext.

Entries that are fuzzy, obsolete or not translated are left out, as msgfmt does.
"""

import sys

import polib


def main(source: str, target: str) -> None:
    polib.pofile(source, check_for_duplicates=True).save_as_mofile(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
