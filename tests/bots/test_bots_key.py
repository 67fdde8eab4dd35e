"""The key of a record's header that names the bots and their seats."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricorn.bots import BOTS
from tricorn.bots.bots_key import read_bots, write_bots
from tricorn.errors import TricornError


@given(st.dictionaries(st.integers(0, 5), st.sampled_from([*BOTS, "search:300", "search:0.5s"])))
def test_what_is_written_is_read_again(bots: dict[int, str]) -> None:
    assert read_bots(write_bots(bots), 6) == bots


@pytest.mark.parametrize(
    "value",
    [
        *(
            "",
            "B",
            "medium",
            "B medium C",
            "C medium",
            "B medium B hard",
            "B hard A easy",
            "b medium",
            "BA medium",
            "AB medium",
        ),
        *("B  medium", " medium", "B=medium", "A=easy B=medium"),
    ],
)
def test_anything_else_is_refused(value: str) -> None:
    with pytest.raises(TricornError, match=r"^the key bots is written like B medium C hard, or none, not "):
        read_bots(value, 2)
