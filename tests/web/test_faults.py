"""One of two nodes stops, is cut off, or cannot commit: a short version of tests/soak/test_faults.py."""

from __future__ import annotations

from typing import Any

import pytest
from tests.postgres import Postgres
from tests.web import clients
from tests.web.fault_trials import SILENCE, Trial, in_a_process, trials
from tests.web.faults import cannot_cut

TABLES, BEFORE, DISTURBED = 4, 0.5, 1.0


def check(result: Trial) -> None:
    """Check a result; there is one only if all bots went on and nothing was lost."""
    assert (result.stale, result.twice, result.lapses) == (0, 0, 1)


@pytest.mark.parametrize("kind", ["stopped", "stalled"])
async def test_another_node_takes_the_tables_of_one_that_hangs_and_it_writes_nothing_afterwards(
    kind: str, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clients, "SECONDS", SILENCE)
    async with trials(postgres, kind, TABLES, compiled=False) as two_nodes:
        check(await two_nodes.trial(BEFORE, DISTURBED))


@pytest.mark.skipif(bool(cannot_cut()), reason=cannot_cut())
def test_another_node_takes_the_tables_of_one_that_is_cut_off_and_it_writes_nothing_afterwards() -> None:
    words = ("--plain", "--trials", 1, "--tables", TABLES, "--before", BEFORE, "--disturbed", DISTURBED)
    (result,) = in_a_process("cut", *map(str, words))
    check(Trial(**without_rate(result)))


def without_rate(result: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in result.items() if name != "rate_kept"}
