"""Checks records from the command line: `python -m tests.oracle FILE...` prints OK or the line refused for each."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.oracle.errors import InvalidRecord
from tests.oracle.game import check


def main(names: list[str]) -> int:
    """Check these files; return how many were refused, at most 1 as an exit status."""
    refused = 0
    for name in names:
        try:
            check(Path(name).read_bytes().decode())
        except UnicodeDecodeError as error:
            refused += 1
            print(f"{name}: not UTF-8: {error}")
        except InvalidRecord as error:
            refused += 1
            print(f"{name}:{error.line}: {error.message}")
        else:
            print(f"{name}: OK")
    print(f"{len(names)} checked, {refused} refused")
    return min(refused, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
