"""When a store waits before it commits: only while that gathers jobs, so that nobody waits for nothing."""

from __future__ import annotations

from itertools import pairwise

from tricorn.web.store.gathering import Gathering


def waits(gathering: Gathering, *jobs: int, apart: float = 0.003, now: float = 100.0) -> list[bool]:
    """Whether the store waits before each of these commits, which have so many jobs and come so many seconds apart."""
    found = []
    for number in jobs:
        now += apart
        found.append(gathering.seconds_to_wait(now) > 0)
        gathering.note(now, number)
    return found


def test_a_store_that_was_idle_commits_at_once() -> None:
    assert waits(Gathering(), 1, 3, 1, 3, apart=0.5) == [False] * 4


def test_a_busy_store_waits_while_jobs_come_together() -> None:
    assert waits(Gathering(), 2, 3, 1, 1, 2, 1, 5) == [False, *[True] * 6]


def test_jobs_that_come_one_at_a_time_are_not_held_up_but_for_a_rare_probe() -> None:
    found = waits(Gathering(), *[1] * 100)
    assert found[3:].count(True) == 6
    assert not any(one and other for one, other in pairwise(found[3:]))


def test_waiting_begins_again_as_soon_as_jobs_come_together() -> None:
    gathering = Gathering()
    waits(gathering, *[1] * 10)
    assert waits(gathering, 1, 2, 1, now=100.03) == [False, False, True]
