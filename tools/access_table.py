"""Write the tables of docs/access.md anew, from the one of the roles and from that of the tests.

python tools/access_table.py
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

DOCUMENT = ROOT / "docs" / "access.md"


def main() -> None:
    import django

    django.setup()
    from tests.tournaments.matrix import with_tables
    from tests.tournaments.test_access import ROUTES

    DOCUMENT.write_text(with_tables(DOCUMENT.read_text(encoding="utf-8"), ROUTES), encoding="utf-8")


if __name__ == "__main__":
    main()
