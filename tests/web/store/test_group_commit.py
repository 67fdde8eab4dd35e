"""When a store pauses after a commit: only while several jobs arrive together, so nobody waits in vain."""

from __future__ import annotations

from itertools import pairwise

from tricorn.web.store.group_commit import GroupCommit


def pauses(group_commit: GroupCommit, *jobs: int) -> list[bool]:
    """Whether the store pauses after each of these commits, which have so many jobs."""
    return [group_commit.pause_after(number) > 0 for number in jobs]


def test_a_store_pauses_while_jobs_arrive_together() -> None:
    assert pauses(GroupCommit(), 2, 3, 1, 1, 2, 1, 5) == [True] * 7


def test_jobs_that_arrive_one_at_a_time_are_not_delayed_except_for_a_rare_probe() -> None:
    paused = pauses(GroupCommit(), *[1] * 100)
    assert paused[2:].count(True) == 6
    assert not any(one and other for one, other in pairwise(paused[2:]))


def test_pauses_begin_again_as_soon_as_jobs_arrive_together() -> None:
    group_commit = GroupCommit()
    pauses(group_commit, *[1] * 10)
    assert pauses(group_commit, 1, 2, 1) == [False, True, True]
