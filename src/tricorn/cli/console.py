"""The console that commands print to."""

from __future__ import annotations

from rich.console import Console

__all__ = ["console"]


def console() -> Console:
    """A console that is coloured on a terminal, plain in a pipe, and takes no text as markup."""
    return Console(markup=False, highlight=False, emoji=False)
