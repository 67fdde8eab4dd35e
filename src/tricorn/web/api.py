"""The JSON API apart from tables, score sheets and reviews: checking records, transfers, progress, its description."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse, Response

from tricorn.core.compile import percent_built
from tricorn.web import responses
from tricorn.web.dependencies import JSON_PROBLEMS, PROBLEMS, RECORD_BODY, CallerDep, uploaded_record
from tricorn.web.links import root_of
from tricorn.web.protocol import encode
from tricorn.web.record_summary import summary_as_json
from tricorn.web.refusals import malformed_refusal
from tricorn.web.worker_response import worker_response

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=PROBLEMS)

TransferId = Annotated[str, Query(pattern="^[0-9a-f]{32}$", description="128 random bits, chosen by the first device")]
_ENCRYPTED = re.compile(rb"[\w-]+", re.ASCII)


@router.post("/records", response_model=responses.RecordSummary, openapi_extra=RECORD_BODY)
async def check_record(request: Request, caller: CallerDep) -> Response:
    """Check a record; 422 with line, expected and found if it is invalid."""
    async with uploaded_record(request, caller) as text:
        records = caller.server.context.workers.records
        return await worker_response(request, caller, records, "application/json", {}, summary_as_json, text)


@router.post("/transfers", openapi_extra=RECORD_BODY)
async def leave_transfer(id: TransferId, request: Request, caller: CallerDep) -> responses.Done:
    """Leave an encrypted text, in base64url, for another device."""
    body = await request.body()
    if not _ENCRYPTED.fullmatch(body):
        raise malformed_refusal(422)
    caller.server.transfers.hold(caller.address, id, body.decode())
    return responses.Done()


@router.get("/transfers", response_class=PlainTextResponse, responses=JSON_PROBLEMS)
async def take_transfer(id: TransferId, caller: CallerDep) -> Response:
    """The text that another device has left."""
    return PlainTextResponse(caller.server.transfers.find(id))


@router.delete("/transfers")
async def discard_transfer(id: TransferId, caller: CallerDep) -> responses.Done:
    """Delete the text, because this device has it."""
    caller.server.transfers.discard(id)
    return responses.Done()


@router.get("/compiling")
async def compiling(caller: CallerDep) -> responses.Compiling:
    """How much of the rules the server has compiled. Until it has, they run as plain Python."""
    return responses.Compiling(percent=percent_built())


@router.get("/openapi.json", include_in_schema=False)
async def description(request: Request, caller: CallerDep) -> Response:
    """The OpenAPI schema."""

    def describe() -> bytes:
        return encode({**request.app.openapi(), "servers": [{"url": root_of(request).rstrip("/") or "/"}]}).encode()

    reads = caller.server.context.workers.reads
    return await worker_response(request, caller, reads, "application/json", {}, describe)
