"""When a store waits before it commits: only while several jobs arrive together, so nobody waits in vain."""

from __future__ import annotations

from itertools import pairwise

from tricorn.web.store.group_commit import GroupCommit


def waits(group_commit: GroupCommit, *jobs: int, apart: float = 0.003, now: float = 100.0) -> list[bool]:
    """Whether the store waits before each of these commits, which have so many jobs and are so many seconds apart."""
    waited = []
    for number in jobs:
        now += apart
        waited.append(group_commit.seconds_to_wait(now) > 0)
        group_commit.record(now, number)
    return waited


def test_a_store_that_was_idle_commits_at_once() -> None:
    assert waits(GroupCommit(), 1, 3, 1, 3, apart=0.5) == [False] * 4


def test_a_busy_store_waits_while_jobs_come_together() -> None:
    assert waits(GroupCommit(), 2, 3, 1, 1, 2, 1, 5) == [False, *[True] * 6]


def test_jobs_that_come_one_at_a_time_are_not_delayed_except_by_a_rare_probe() -> None:
    waited = waits(GroupCommit(), *[1] * 100)
    assert waited[3:].count(True) == 6
    assert not any(one and other for one, other in pairwise(waited[3:]))


def test_waiting_begins_again_as_soon_as_jobs_come_together() -> None:
    group_commit = GroupCommit()
    waits(group_commit, *[1] * 10)
    assert waits(group_commit, 1, 2, 1, now=100.03) == [False, False, True]
