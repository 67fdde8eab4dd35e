"""Reads the description of a table or a score sheet that was stored as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tricorn.web.store import Damaged

__all__ = ["check_field", "reading_stored_info"]


@contextmanager
def reading_stored_info() -> Iterator[None]:
    """A context that turns any error while a stored description is read into `Damaged`."""
    try:
        yield
    except Damaged:
        raise
    except Exception as error:
        raise Damaged(f"its description cannot be read ({type(error).__name__})") from None


def check_field(name: str, is_valid: bool) -> None:
    if not is_valid:
        raise Damaged(f"its description cannot be read ({name})")
