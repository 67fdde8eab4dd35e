"""Where commands print."""

from __future__ import annotations

from rich.console import Console

__all__ = ["console"]


def console() -> Console:
    """Coloured on a terminal, plain in a pipe, and no text is taken for markup."""
    return Console(markup=False, highlight=False, emoji=False)
