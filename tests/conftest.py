"""Shared by all tests: a PostgreSQL server, and the profiles of the property tests.

`default` is repeatable and quick, `soak` searches longer for new examples: `make soak` (`-m soak`) runs every property
test with it, in addition to the tests marked `soak`.
"""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from tests.postgres import Postgres, postgres_running
from xdist.scheduler.loadfile import LoadFileScheduling

from tricorn.core.compile import ensure_compiled

settings.register_profile(
    "default",
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("soak", settings.get_profile("default"), max_examples=500, derandomize=False)


# Garbage collection would take a quarter of the time in which tests are collected.
_GC_THRESHOLDS = (50_000, 20, 50)
_BROWSER_TESTS, _SERVER_TESTS = "tests/browser/", "tests/web/"
_BROWSERS = 2


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The PostgreSQL server that tests share."""
    with postgres_running() as running:
        yield running


def _is_soak(config: pytest.Config) -> bool:
    return bool(config.option.markexpr == "soak")


def pytest_configure(config: pytest.Config) -> None:
    # A shell makes background processes, and so their children, ignore Ctrl-C; some tests need it.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.set_threshold(*_GC_THRESHOLDS)
    settings.load_profile("soak" if _is_soak(config) else "default")
    if not hasattr(config, "workerinput"):  # once, before xdist starts its workers
        ensure_compiled()


def pytest_collection_finish() -> None:
    gc.freeze()  # tests and modules stay until the end


class FileScheduling(LoadFileScheduling):
    """Has one process run all tests of a file, and two begin with the browser tests, so that only two browsers start.

    Meanwhile the others run tests that often wait. A process that has no file of its kind left takes any other.
    """

    def _assign_work_unit(self, node: Any) -> None:
        is_for_browser = self.nodes.index(node) < _BROWSERS
        for file in self.workqueue:
            if file.startswith(_BROWSER_TESTS) == is_for_browser:
                self.workqueue.move_to_end(file, last=False)
                break
        super()._assign_work_unit(node)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> FileScheduling | None:
    return FileScheduling(config, log) if config.option.dist == "loadfile" else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # Browser tests take longest, so they come first. Then come those of the server: some wait for other processes, and
    # meanwhile the processors can run tests that do not.
    items.sort(key=lambda item: (not item.nodeid.startswith(_BROWSER_TESTS), not item.nodeid.startswith(_SERVER_TESTS)))
    if not _is_soak(config):
        return
    for item in items:
        is_property = isinstance(item, pytest.Function) and getattr(item.obj, "is_hypothesis_test", False)
        if is_property or item.get_closest_marker("fuzz") is not None:
            item.add_marker("soak")
