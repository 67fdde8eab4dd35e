"""The core compiled and as plain Python: the same source, the same games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from array import array
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.digest import digest
from tests.fork_server import fork_server

from tricorn.bots.winning import round_end_values
from tricorn.core.board import new_board, put
from tricorn.core.compile import highest_bit, ints, is_compiled, lowest_bit, popcount
from tricorn.core.rules import blocked_winner, rules_for
from tricorn.core.state import new_state
from tricorn.editions import EDITIONS
from tricorn.warmup import compile_module

ROOT = Path(__file__).parents[2]


def test_compiled_and_plain_python_play_the_same_games() -> None:
    other = json.loads(fork_server(compiled=not is_compiled()).output_of("tests.core.digest"))
    assert other["compiled"] is not is_compiled()
    assert other["digest"] == digest()


def test_no_function_counts_from_the_end_of_an_array() -> None:
    """Compiled code does not wrap negative indexes around (building.py); plain Python would read it from the end."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.core.indexes"],
        env={**os.environ, "TRICORN_COMPILE": "0", "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    assert run.stdout == "no index below zero\n"


_BITS = """
from tricorn.core.compile import highest_bit, jit, lowest_bit, popcount

@jit
def count(mask: int) -> int:
    return popcount(mask)

@jit
def low(mask: int) -> int:
    return lowest_bit(mask)

@jit
def high(mask: int) -> int:
    return highest_bit(mask)
"""


def test_the_bit_operations_are_those_of_plain_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    (tmp_path / "bits.py").write_text(_BITS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    code = compile_module("bits")
    count, low, high = code.count, code.low, code.high

    @given(st.integers(1, 2**62 - 1))
    def check(mask: int) -> None:
        assert (count(mask), low(mask), high(mask)) == (popcount(mask), lowest_bit(mask), highest_bit(mask))

    check()


@pytest.mark.skipif(not is_compiled(), reason="plain Python checks arguments itself")
def test_a_compiled_function_refuses_arguments_that_it_cannot_take() -> None:
    board, state = new_board(), new_state(2)
    before, calls = board[:], cast("Any", (put, blocked_winner))
    wrong: list[tuple[Any, ...]] = [(), (board, 1, 2), (None, 1, 2, 0), (b"fixed", 1, 2, 0), (board, "1", 2, 0)]
    for arguments in [*wrong, (board, 1, 2, 0, 0), (board, 1, 2.5, 0)]:
        with pytest.raises(TypeError):
            calls[0](*arguments)
    for rules in (None, (), (400, (1, 2)), (400, ("bridge",) * 6), "rules"):
        with pytest.raises((TypeError, IndexError, SystemError)):
            calls[1](rules, state, 0, 2)
    assert board == before


@pytest.mark.skipif(not is_compiled(), reason="plain Python takes any sequence")
@pytest.mark.parametrize("kind", ["d", "f", "i", "Q", "b"])
def test_an_array_of_another_type_is_refused_for_whole_numbers(kind: str) -> None:
    board = new_board()
    wrong = cast("Any", array(kind, [1] * len(board)))
    before = wrong[:]
    with pytest.raises(TypeError, match=r"core\.board\.put: expected a writable array\('q'\) of whole numbers"):
        put(wrong, 1, 2, 0)
    assert wrong == before


@pytest.mark.skipif(not is_compiled(), reason="plain Python takes any sequence")
def test_whole_numbers_are_refused_for_an_array_of_floats() -> None:
    worlds = cast("Any", ints(6))
    with pytest.raises(TypeError, match=r"round_end_values: expected a writable array\('d'\)"):
        round_end_values(new_state(2), rules_for(EDITIONS["spanish"]), worlds)


def test_playing_does_not_load_the_compiler() -> None:
    code = "import sys, tricorn.web.run, tricorn.arena.seating; print('numba' in sys.modules, 'numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout.split() == ["False", "False"]
