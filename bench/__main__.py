"""Runs the measurements named on the command line, or all of them: `python -m bench [NAME…]`."""

import importlib
import pkgutil
import sys

import bench


def main(names: list[str]) -> None:
    for name in names or [module.name for module in pkgutil.iter_modules(bench.__path__) if module.name != "__main__"]:
        print(f"— {name}", flush=True)
        importlib.import_module(f"bench.{name}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
