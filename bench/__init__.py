"""What must stay fast, as ratios measured in one run, never bare seconds; and proofs that take minutes.

Each module has `main()`, which prints what it found. Those of `LONG` are run by name alone.
"""

LONG = ("doubts", "federation")
