"""The JSON API of reviews (docs/protocol.md)."""

from __future__ import annotations

import gzip
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from tricorn.web.compression import accepts_gzip
from tricorn.web.dependencies import (
    JSON_PROBLEMS,
    PROBLEMS,
    RECORD_BODY,
    CallerDep,
    GameNumber,
    TableDep,
    uploaded_record,
)
from tricorn.web.review import responses
from tricorn.web.review.jobs import ReviewJob
from tricorn.web.review.worker import render_review

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=PROBLEMS)

_IN_PROGRESS: dict[int | str, dict[str, Any]] = {
    202: {"model": responses.ReviewProgress, "description": "In progress"},
    **JSON_PROBLEMS,
}


@router.post("/tables/{code}/review")
async def review_game(table: TableDep, caller: CallerDep, game: GameNumber = None) -> responses.ReviewBegun:
    """Begin the review of a finished game, unless there is one already."""
    write = await table.history.finished_record_writer(caller.address, game)
    text = await caller.server.context.workers.reads.run(caller.address, write)
    return responses.ReviewBegun(id=caller.server.reviews.begin(caller.address, text, is_over=True))


@router.post("/reviews", openapi_extra=RECORD_BODY)
async def review_record(request: Request, caller: CallerDep) -> responses.ReviewBegun:
    """Begin the review of a record, as far as it goes; an invalid one is refused when the review is requested."""
    async with uploaded_record(request, caller) as text:
        return responses.ReviewBegun(id=caller.server.reviews.begin(caller.address, text, is_over=False))


def _progress(job: ReviewJob) -> JSONResponse:
    return JSONResponse({"done": job.done, "of": job.total}, 202)


@router.get("/reviews/{id}", response_class=Response, responses=_IN_PROGRESS)
async def look_at_review(id: str, request: Request, caller: CallerDep) -> Response:
    """A review (docs/review.md), or 202 and its progress."""
    job = caller.server.reviews.find(id)
    result = job.finished()
    if result is None:
        return _progress(job)
    if not accepts_gzip(request):
        return Response(gzip.decompress(result.json), media_type="application/json")
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(result.json, headers=headers, media_type="application/json")


@router.get("/reviews/{id}/page", response_class=Response, responses=_IN_PROGRESS)
async def page_of_review(id: str, caller: CallerDep) -> Response:
    """A review as one HTML file, or 202 and its progress."""
    job = caller.server.reviews.find(id)
    result = job.finished()
    if result is None:
        return _progress(job)
    workers = caller.server.context.workers
    page = await workers.pictures.run(caller.address, render_review, result.pickled, caller.language.code)
    headers = {"Content-Disposition": 'attachment; filename="tricorn-review.html"'}
    return Response(page, headers=headers, media_type="text/html; charset=utf-8")
