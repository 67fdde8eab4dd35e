"""The server that most tests share, and the hook that runs tests that are coroutine functions."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import pytest
from tests.web.clients import run
from tests.web.server_process import Server


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine function; the mark `time_limit` changes the time after which it fails."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    limit = pyfuncitem.get_closest_marker("time_limit")
    run(pyfuncitem.obj(**arguments), *(limit.args if limit else ()))
    return True


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server") / "tables.sqlite", compiled=True) as running:
        yield running
