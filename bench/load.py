"""At which rate the p95 of a save passes 200 ms, while 1,000 phones follow the standings; two minutes, on SQLite.

PostgreSQL where DATABASE_URL names it. The long run, with everything that it counts, is `tests.fault.load`.
"""

from tests.fault.load import run


def main() -> None:
    run(minutes=0.25, tables=100, phones=1000, processes=2, step=6)


if __name__ == "__main__":
    main()
