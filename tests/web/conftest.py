"""The server that most tests share; those about limits, clocks and restarts start their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.web.server_process import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server") / "tables.sqlite", compiled=True) as running:
        yield running
