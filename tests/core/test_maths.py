"""Our own exponential and logarithm are those of the standard library, but for the last bits."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from tricorn.core.maths import exp, log


@given(st.floats(-700, 700))
def test_exp_is_right_to_the_last_bits(x: float) -> None:
    assert math.isclose(exp(x), math.exp(x), rel_tol=1e-15)


@given(st.integers(1, 2**53))
def test_log_is_right_to_the_last_bits(number: int) -> None:
    assert math.isclose(log(number), math.log(number), rel_tol=1e-15, abs_tol=0)


def test_beyond_its_range_exp_stays_at_the_edge() -> None:
    assert exp(-1e9) == exp(-700.0) > 0
    assert exp(1e9) == exp(700.0) < math.inf


def test_some_values_are_exact() -> None:
    assert (exp(0.0), log(1), log(2)) == (1.0, 0.0, math.log(2))
