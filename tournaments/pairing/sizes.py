"""How many tables there are, and how many sit at each."""

from __future__ import annotations


def table_sizes(count: int, low: int, high: int) -> tuple[int, ...]:
    """How many sit at each table where `low` to `high` may; who is left over has a bye.

    As few tables as hold everybody, some of them one short; where that cannot be, full tables and byes.

    >>> table_sizes(12, 2, 4), table_sizes(11, 2, 4), table_sizes(10, 2, 4), table_sizes(9, 2, 4)
    ((4, 4, 4), (4, 4, 3), (4, 3, 3), (3, 3, 3))
    >>> table_sizes(5, 2, 4), table_sizes(2, 2, 4), table_sizes(11, 4, 4), table_sizes(7, 2, 2)
    ((4,), (2,), (4, 4), (2, 2, 2))
    """
    tables = -(-count // high)
    short = tables * high - count
    if short <= tables and (short == 0 or low < high):
        return (high,) * (tables - short) + (high - 1,) * short
    if count < high:
        return (count,) if count >= low else ()
    return (high,) * (count // high)
