"""One of two nodes stops, is cut off, or cannot commit, twenty times each; the cost is printed."""

from __future__ import annotations

import pytest
from tests.web.fault_trials import in_a_process
from tests.web.faults import cannot_cut

TRIALS = 20


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["stopped", "cut", "stalled"])
def test_a_node_that_fails_costs_its_own_tables_seconds_and_the_others_nothing(kind: str) -> None:
    if kind == "cut" and cannot_cut():
        pytest.skip(cannot_cut())
    results = in_a_process(kind, "--trials", str(TRIALS))
    assert len(results) == TRIALS
    kept, waits = [trial["rate_kept"] for trial in results], [wait for trial in results for wait in trial["waits"]]
    lines = sum(trial["lines"] for trial in results)
    print(f"\n{kind}: others kept {min(kept):.0%} to {max(kept):.0%}, bots waited up to {max(waits)} s, {lines} lines")
    assert min(kept) >= 0.8
    assert max(waits) <= 10.0
    for trial in results:
        assert (trial["stale"], trial["twice"], trial["others_lapses"], trial["other_stayed_healthy"]) == (
            0,
            0,
            0,
            True,
        )
