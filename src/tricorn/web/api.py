"""The JSON API apart from tables, score sheets and reviews: checking records, and its own description."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from tricorn.web import responses
from tricorn.web.dependencies import PROBLEMS, RECORD_BODY, CallerDep, uploaded_record
from tricorn.web.protocol import encode
from tricorn.web.record_summary import summary_as_json
from tricorn.web.worker_response import worker_response

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.post("/records", response_model=responses.RecordSummary, openapi_extra=RECORD_BODY)
async def check_record(request: Request, caller: CallerDep) -> Response:
    """Check a record; 422 with line, expected and found if it is invalid."""
    async with uploaded_record(request, caller) as text:
        records = caller.server.context.workers.records
        return await worker_response(request, caller, records, "application/json", {}, summary_as_json, text)


@router.get("/openapi.json", include_in_schema=False)
async def description(request: Request, caller: CallerDep) -> Response:
    """The OpenAPI schema."""
    describe = request.app.openapi
    reads = caller.server.context.workers.reads
    return await worker_response(request, caller, reads, "application/json", {}, lambda: encode(describe()).encode())
