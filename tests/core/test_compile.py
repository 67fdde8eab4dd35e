"""The core compiled and as plain Python: the same source, the same games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.digest import digest

from tricorn.core.compile import COMPILED, highest, jit, lowest, popcount

ROOT = Path(__file__).parents[2]


def test_compiled_and_plain_python_play_the_same_games() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.core.digest"],
        env={
            **os.environ,
            "TRICORN_COMPILE": "0" if COMPILED else "1",
            "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}",
        },
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    other = json.loads(run.stdout)
    assert other["compiled"] is not COMPILED
    assert other["digest"] == digest()


@jit
def _bits(mask: int) -> tuple[int, int, int]:
    return popcount(mask), lowest(mask), highest(mask)


@pytest.mark.skipif(not COMPILED, reason="plain Python has them from the standard library")
@given(st.integers(1, 2**62 - 1))
def test_the_bit_operations_are_those_of_plain_python(mask: int) -> None:
    assert _bits(mask) == (mask.bit_count(), (mask & -mask).bit_length() - 1, mask.bit_length() - 1)
