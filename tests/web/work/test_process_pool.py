"""Functions called in another process: the same answers, whatever becomes of the process."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from tests.helpers import played

from tricorn.errors import RecordError
from tricorn.web.record_summary import summary_as_json
from tricorn.web.refusals import Refused
from tricorn.web.work.process_pool import ProcessPool

RECORD = played("spanish", 2, seed=3, moves=60, choices=7).record()


@pytest.fixture
def pool() -> Iterator[ProcessPool]:
    pool = ProcessPool()
    yield pool
    pool.close()


def test_another_process_checks_a_record_as_this_one_does(pool: ProcessPool) -> None:
    for _ in range(2):
        answer = pool.call(summary_as_json, RECORD)
        assert answer.result == summary_as_json(RECORD)
        assert answer.seconds > 0
    assert pool._idle.qsize() == 1, "one process does one after another"


def test_a_wrong_record_is_refused_as_in_this_process(pool: ProcessPool) -> None:
    wrong = RECORD.replace("\nA ", "\nB ", 1)
    with pytest.raises(Refused) as here:
        summary_as_json(wrong)
    there = pool.call(summary_as_json, wrong).result
    assert isinstance(there, Refused)
    assert (there.code, there.status, str(there)) == (here.value.code, here.value.status, str(here.value))
    assert isinstance(there.cause, RecordError)
    assert isinstance(here.value.cause, RecordError)
    assert there.cause.line == here.value.cause.line


def test_a_signal_that_stops_the_server_does_not_end_its_processes(pool: ProcessPool) -> None:
    process = pool.call(os.getpid).result
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(process, number)
        assert pool.call(os.getpid).result == process


def test_a_process_that_has_ended_is_replaced(pool: ProcessPool) -> None:
    pool.call(summary_as_json, RECORD)
    process = pool._idle.get()
    process.kill()
    process.wait()
    pool._idle.put(process)
    assert pool.call(summary_as_json, RECORD).result == summary_as_json(RECORD)
