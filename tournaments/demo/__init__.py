"""The demo: the worked cases of the rules, two finished tournaments and one going on.

Everything goes through the services, as if organisers and scorekeepers had done it, and every hand was dealt and
played out by the simulator. Only the two users are made directly.
"""

from tournaments.demo.build import ADMIN, ORGANISER, PASSWORD, build_demo

__all__ = ["ADMIN", "ORGANISER", "PASSWORD", "build_demo"]
