"""The console that commands print to."""

from __future__ import annotations

from rich.console import Console

__all__ = ["console"]


def console() -> Console:
    """A console: coloured on a terminal, plain in a pipe, without markup in texts."""
    return Console(markup=False, highlight=False, emoji=False)
