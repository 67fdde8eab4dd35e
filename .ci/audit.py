"""Looks up the pinned packages in a database of known vulnerabilities; `make audit` runs it.

It fails if a vulnerability is found. If pip-audit gives no result, it says so and succeeds.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

# Both include the packages of requirements.txt.
PINS = [Path(__file__).parents[1] / f"requirements-{name}.txt" for name in ("build", "dev")]


def audit() -> list[dict[str, object]]:
    """The result of pip-audit for each package; empty if it gives none."""
    command = [
        sys.executable,
        "-m",
        "pip_audit",
        *(f"--requirement={pins}" for pins in PINS),
        "--no-deps",
        "--disable-pip",
    ]
    options = ["--format", "json", "--progress-spinner", "off", "--timeout", "5"]
    result = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    try:
        packages: list[dict[str, object]] = json.loads(result.stdout)["dependencies"]
    except (ValueError, KeyError):
        print(result.stderr, file=sys.stderr, end="")
        return []
    return packages


def main() -> int:
    packages = audit()
    checked = [package for package in packages if "vulns" in package]
    if not checked:
        print("No audit: pip-audit gave no result, usually because the database cannot be reached.")
        return 0
    vulnerable = [package for package in checked if package["vulns"]]
    for package in vulnerable:
        print(f"{package['name']} {package['version']}: {json.dumps(package['vulns'])}")
    print(f"{len(checked)} of {len(packages)} pinned packages looked up; {len(vulnerable)} with known vulnerabilities.")
    return 1 if vulnerable else 0


if __name__ == "__main__":
    sys.exit(main())
