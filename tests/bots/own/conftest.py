"""What the tests of own bots share: the command line, and time limits that hold on a busy machine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.cli.conftest import tricorn

from tricorn.bots.own import bot, names
from tricorn.bots.own.process import _RUN, _marked

__all__ = ["no_bots_left", "patience", "tricorn"]

PATIENCE = 600.0


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots are late only where a test gives them a limit."""
    monkeypatch.setattr(bot, "_START_SECONDS", PATIENCE)
    monkeypatch.setattr(names, "MOVE_SECONDS", PATIENCE)


@pytest.fixture(autouse=True)
def no_bots_left() -> Iterator[None]:
    """Bots end with the test that started them, and nothing that they started is left."""
    yield
    bot._processes.end_all()
    bot._processes._failures.clear()
    assert _marked(_RUN) == []
