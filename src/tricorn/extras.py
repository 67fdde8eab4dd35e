"""How to install the packages that only some parts of the program need."""

from __future__ import annotations

import sys
from pathlib import Path

__all__ = ["command_for"]

_ROOT = Path(__file__).parents[2]


def command_for(extra: str) -> str:
    """The command that installs an extra of pyproject.toml, for a package or for a checkout of the sources."""
    if (_ROOT / "pyproject.toml").exists():
        return f"{sys.executable} -m pip install --editable '{_ROOT}[{extra}]'"
    return f"pip install 'tricorn[{extra}]'"
