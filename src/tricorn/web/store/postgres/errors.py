"""The errors of PostgreSQL as errors of a store."""

from __future__ import annotations

import logging

import asyncpg

from tricorn.web.store.interface import Conflict, StoreError

__all__ = ["lapsed_error", "to_store_error"]

_log = logging.getLogger(__name__)


def lapsed_error() -> StoreError:
    return StoreError("this node has lapsed")


def to_store_error(error: Exception) -> StoreError:
    """The error to raise if PostgreSQL has refused a statement."""
    if isinstance(error, asyncpg.UniqueViolationError):
        return Conflict(str(error))
    # The error's text is not logged because it may quote the row.
    _log.error("The database refused (%s, %s).", type(error).__name__, getattr(error, "sqlstate", None))
    return StoreError("the store could not be written")
