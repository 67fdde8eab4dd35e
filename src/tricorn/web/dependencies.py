"""What the routes of the JSON API share: their FastAPI dependencies, OpenAPI snippets, and uploaded records."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import Depends, Query, Request

from tricorn.web import responses
from tricorn.web.record_checks import check_length
from tricorn.web.refusals import Refused, too_fast_refusal
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

_SECONDS_TO_WAIT = 15.0  # for the other uploads of an address


async def _get_caller(request: Request) -> Caller:
    return get_caller(request)


CallerDep = Annotated[Caller, Depends(_get_caller)]


async def _get_waiting_table(code: str, caller: CallerDep) -> Table:
    return await caller.server.registry.table(code, caller.address, caller.key)


async def get_table(code: str, caller: CallerDep) -> Table:
    """The table with this code. If its game waits for the caller, it begins now."""
    table = await _get_waiting_table(code, caller)
    await table.begin_if_due(caller.key)
    return table


TableDep = Annotated[Table, Depends(get_table)]
WaitingTableDep = Annotated[Table, Depends(_get_waiting_table)]  # without beginning its game
GameNumber = Annotated[int | None, Query(ge=1, lt=2**31, description="a game at this table; the latest if left out")]

# How OpenAPI describes the refusals of a route, which are always JSON: the first is for routes that answer with JSON,
# the second for routes that answer with something else.
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
    caller.server.limits.records.take_or_refuse(caller.address)
    caller.server.context.workers.records.check_budget(caller.address)
    try:
        async with asyncio.timeout(_SECONDS_TO_WAIT):
            await caller.server.uploads.acquire(caller.address)
    except TimeoutError:
        raise too_fast_refusal() from None
    try:
        text = (await request.body()).decode()
        check_length(text, caller.server.settings.lines_per_game)
        yield text
    except UnicodeDecodeError:
        raise Refused("record", "A record is text in UTF-8.", 422) from None
    finally:
        caller.server.uploads.release(caller.address)
