"""Looks the pinned packages up among the weaknesses that are known of them; `make audit` runs it.

It fails for a weakness that is found, and not for want of a network: then it says that nothing was looked up.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

PINS = Path(__file__).parents[1] / "requirements-dev.txt"  # those of the runtime are among them


def audited() -> list[dict[str, object]]:
    """What pip-audit tells of each package; nothing if it could not ask."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(PINS), "--no-deps", "--disable-pip"]
    options = ["--format", "json", "--progress-spinner", "off", "--timeout", "5"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    try:
        packages: list[dict[str, object]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        return []
    return packages


def main() -> int:
    packages = audited()
    known = [package for package in packages if "vulns" in package]
    if not known:
        print("No audit was made: no database of weaknesses can be reached from here.")
        return 0
    weak = [package for package in known if package["vulns"]]
    for package in weak:
        print(f"{package['name']} {package['version']}: {json.dumps(package['vulns'])}")
    print(f"{len(known)} of {len(packages)} pinned packages looked up; {len(weak)} with known weaknesses.")
    return 1 if weak else 0


if __name__ == "__main__":
    sys.exit(main())
