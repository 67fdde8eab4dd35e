"""Reviews of games: made one after another in a process of low priority, and cached.

A review takes seconds, so a client requests one, gets its id, and polls until it is finished. Addresses take turns, and
each review has a budget of processor time, so long games of one address do not hold up the reviews of others.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import dataclass

from tricorn.web.refusals import Refused
from tricorn.web.review.worker import FinishedReview, make_review
from tricorn.web.security.limits import RateLimiter
from tricorn.web.setting_kinds import Rate
from tricorn.web.work.background import TaskSet
from tricorn.web.work.lane import Lane

__all__ = ["ReviewJob", "Reviews"]

_MAX_CACHED = 200  # reviews in memory, some 50 KB each and at most half a megabyte


@dataclass
class ReviewJob:
    """A review that is waiting, in progress or finished: how many of its events are done, and the result."""

    done: int = 0
    total: int = 0
    result: FinishedReview | Exception | None = None

    def finished(self) -> FinishedReview | None:
        """The result, or None if it is not finished; raises the error if the review failed."""
        if isinstance(self.result, Exception):
            raise self.result.copy() if isinstance(self.result, Refused) else self.result
        return self.result


class Reviews:
    """The reviews of a server, made in a lane of the workers.

    `rate` limits how often an address may request a new one; `seconds` is the processor time that each may use.
    """

    def __init__(self, rate: Rate, seconds: float, lane: Lane) -> None:
        self._limiter = RateLimiter(rate)
        self._seconds = seconds
        self._lane = lane
        self._jobs: OrderedDict[str, ReviewJob] = OrderedDict()
        self._tasks = TaskSet()

    def begin(self, address: str, text: str, is_over: bool) -> str:
        """Begin the review of a record, unless it is finished or in progress already; returns its id."""
        id = hashlib.sha256(f"{is_over} {text}".encode()).hexdigest()[:32]
        job = self._jobs.get(id)
        if job is None or isinstance(job.result, Exception):
            self._limiter.take_or_refuse(address)
            job = self._jobs[id] = ReviewJob()
            self._evict()
            self._tasks.start(self._make(address, job, text, is_over))
        self._jobs.move_to_end(id)
        return id

    def _evict(self) -> None:
        finished = [id for id, job in self._jobs.items() if job.result is not None]
        for id in finished[: len(self._jobs) - _MAX_CACHED]:
            del self._jobs[id]

    def find(self, id: str) -> ReviewJob:
        """The review with this id; raises `Refused` if it is not, or no longer, in memory."""
        job = self._jobs.get(id)
        if job is None:
            raise Refused("no-review", "There is no such review; ask for it again.", 404)
        return job

    async def _make(self, address: str, job: ReviewJob, text: str, is_over: bool) -> None:
        def report(done: int, total: int) -> None:
            job.done, job.total = done, total

        try:
            job.result = await self._lane.run(address, make_review, text, is_over, self._seconds, on_progress=report)
        except Exception as error:
            job.result = error

    def close(self) -> None:
        self._tasks.cancel()
