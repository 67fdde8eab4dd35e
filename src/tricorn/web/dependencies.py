"""What the routes of the JSON API share: their FastAPI dependencies, OpenAPI snippets, and uploaded records."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import Depends, Query, Request

from tricorn.web import responses
from tricorn.web.refusals import Refused
from tricorn.web.server import Caller, get_caller
from tricorn.web.tables.table import Table

__all__ = [
    "JSON_PROBLEMS",
    "PROBLEMS",
    "RECORD_BODY",
    "CallerDep",
    "GameNumber",
    "TableDep",
    "WaitingTableDep",
    "get_table",
    "uploaded_record",
]


async def _get_caller(request: Request) -> Caller:
    return get_caller(request)


CallerDep = Annotated[Caller, Depends(_get_caller)]


async def _get_waiting_table(code: str, caller: CallerDep) -> Table:
    return await caller.server.registry.table(code, caller.address)


async def get_table(code: str, caller: CallerDep) -> Table:
    """The table with this code; a game that waits for the caller begins."""
    table = await _get_waiting_table(code, caller)
    await table.begin_if_due(caller.key)
    return table


TableDep = Annotated[Table, Depends(get_table)]
WaitingTableDep = Annotated[Table, Depends(_get_waiting_table)]  # a game that waits for the caller does not begin
GameNumber = Annotated[int | None, Query(ge=1, lt=2**31, description="a game at this table; the latest if left out")]

# The refusals of a route: for routes that answer with JSON, and for those that answer with text but refuse with JSON.
PROBLEMS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": responses.Problem, "description": "Refused, with the reason"}
}
JSON_PROBLEMS: dict[int | str, dict[str, Any]] = {
    "4XX": {
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        "description": "Refused, with the reason",
    }
}
RECORD_BODY = {"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}, "required": True}}


@asynccontextmanager
async def uploaded_record(request: Request, caller: Caller) -> AsyncIterator[str]:
    """The text of an uploaded record; the upload counts against its limits while the context is open."""
    caller.server.limits.records.check(caller.address)
    await caller.server.uploads.acquire(caller.address)
    try:
        yield (await request.body()).decode()
    except UnicodeDecodeError:
        raise Refused("record", "A record is text in UTF-8.", 422) from None
    finally:
        caller.server.uploads.release(caller.address)
