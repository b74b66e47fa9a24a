"""Runs what is named on the command line, or all but the long ones: `python -m bench [NAME…] [OPTION…]`."""

import importlib
import pkgutil
import sys
from itertools import takewhile

import bench


def main(arguments: list[str]) -> None:
    names = list(takewhile(lambda each: not each.startswith("-"), arguments))
    options = arguments[len(names) :]
    known = [module.name for module in pkgutil.iter_modules(bench.__path__) if module.name != "__main__"]
    for name in names or [name for name in known if name not in bench.LONG]:
        print(f"— {name}", flush=True)
        importlib.import_module(f"bench.{name}").main(*([options] if options else []))


if __name__ == "__main__":
    main(sys.argv[1:])
