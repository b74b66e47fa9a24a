"""Asks PyPI whether a pinned package has a known vulnerability: `audit_packages.py FILE…`.

Fails where one has. A network that does not answer, or an index without such reports, is said and is no failure.
"""

import json
import subprocess
import sys
from typing import Any


def ask(files: list[str]) -> list[dict[str, Any]] | None:
    """What pip-audit tells of each package; None where it could not ask."""
    named = [part for file in files for part in ("-r", file)]
    options = ["--no-deps", "--disable-pip", "--format", "json", "--progress-spinner", "off", "--timeout", "10"]
    done = subprocess.run([sys.executable, "-m", "pip_audit", *named, *options], capture_output=True, text=True)
    try:
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        return None
    return packages


def main(files: list[str]) -> int:
    packages = ask(files)
    asked = [package for package in packages or () if "skip_reason" not in package]
    if not asked:
        print("Packages: no index answered, so known vulnerabilities were not looked up.", file=sys.stderr)
        return 0
    guilty = [(package, fault) for package in asked for fault in package["vulns"]]
    for package, fault in guilty:
        mended = ", ".join(fault["fix_versions"]) or "no version yet"
        print(f"{package['name']} {package['version']}: {fault['id']}, mended in {mended}")
    print(f"Packages: {len(asked)} looked up, {len(guilty)} known vulnerabilities.")
    return 1 if guilty else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
