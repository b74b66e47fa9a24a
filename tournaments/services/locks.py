"""Who waits for whom in a tournament: changes of it for each other and for all who write at its tables; these for them.

In the order in which they came: PostgreSQL keeps that for its advisory locks. Of those who share a row new ones come
in as long as one of them is there, and who wants it alone never does. SQLite has one writer at a time anyway.
"""

from django.db import connection

RYBA = 0x52796261
"""Our advisory locks among those of others in the same database."""
ALONE = "SELECT pg_advisory_xact_lock(%s, %s)"
SHARED = "SELECT pg_advisory_xact_lock_shared(%s, %s)"


def hold(*tournaments: int, alone: bool = True) -> None:
    """Hold these tournaments until the transaction ends. Read what they are afterwards: it may have been waited for.

    Not `alone`: together with others who do not change the tournament itself. Who holds one so must not hold it alone
    afterwards.
    """
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for pk in sorted(tournaments):
            cursor.execute(ALONE if alone else SHARED, [RYBA, pk])
