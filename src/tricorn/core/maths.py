"""Exponential and logarithm by sums and products alone.

The libraries of C and JavaScript differ in the last bit, which is enough for a searching bot to choose another move.
Sums, products and quotients of floating-point numbers are the same everywhere.
"""

from __future__ import annotations

from math import factorial

from tricorn.core.compile import Floats, floats_from, highest_bit, inline

__all__ = ["exp", "log"]

# ln 2 in two parts: the first has so few bits that its product with a small whole number is exact.
_LN2_HIGH, _LN2_LOW = float.fromhex("0x1.62e42feep-1"), float.fromhex("0x1.a39ef35793c76p-33")
_LN2, _ROOT2 = _LN2_HIGH + _LN2_LOW, 2.0**0.5
_MIN_EXPONENT, _MAX_EXPONENT = -700.0, 700.0  # beyond these, results leave the range of normal numbers

# More terms would change nothing: arguments are at most ln 2 / 2, and the square of (√2 - 1) / (√2 + 1).
_EXP_TERMS, _LOG_TERMS = 15, 12
_EXP = floats_from(1 / factorial(n) for n in range(_EXP_TERMS))
_LOG = floats_from(2 / (2 * n + 1) for n in range(_LOG_TERMS))


@inline
def _evaluate(coefficients: Floats, terms: int, x: float) -> float:
    """The value of a power series at x."""
    total = 0.0
    for index in range(terms):
        total = total * x + coefficients[terms - 1 - index]
    return total


@inline
def exp(x: float) -> float:
    """e to the power of x, where x is limited to -700 to 700.

    >>> round(exp(1.0), 9)
    2.718281828
    """
    x = min(max(x, _MIN_EXPONENT), _MAX_EXPONENT)
    twos = int(x / _LN2 + (0.5 if x >= 0.0 else -0.5))
    value = _evaluate(_EXP, _EXP_TERMS, x - twos * _LN2_HIGH - twos * _LN2_LOW)
    step = 2.0 if twos > 0 else 0.5
    for _ in range(abs(twos)):
        value *= step
    return value


@inline
def log(number: int) -> float:
    """The natural logarithm of a whole number, at least 1.

    >>> round(log(10), 9)
    2.302585093
    """
    twos = highest_bit(number)
    rest = number / (1 << twos)
    if rest > _ROOT2:
        rest *= 0.5
        twos += 1
    ratio = (rest - 1.0) / (rest + 1.0)
    return twos * _LN2_HIGH + (ratio * _evaluate(_LOG, _LOG_TERMS, ratio * ratio) + twos * _LN2_LOW)
