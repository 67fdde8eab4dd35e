"""The one switch between compiled and plain Python, and the few operations that differ between them.

The core is written once, over flat sequences of whole numbers. Compiled, they are arrays, and its functions are machine
code that was made at set-up (building.py) and is loaded here (loading.py). With TRICORN_COMPILE=0 they are lists and
the same functions run as they stand (lists, because plain Python reads them faster than arrays).
"""

from __future__ import annotations

import os
from array import array as plain_array
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar, overload

__all__ = [
    "COMPILED",
    "ENTRIES",
    "Entry",
    "Floats",
    "Ints",
    "floats",
    "highest",
    "inline",
    "ints",
    "ints_of",
    "jit",
    "jit_unlocked",
    "lowest",
    "popcount",
    "shared",
    "variable",
]

# Besides 0 and 1 there is what the set-up says when it makes the machine code.
BUILD = "build"
_MODE = os.environ.get("TRICORN_COMPILE", "1")
COMPILED = _MODE != "0"

Function = TypeVar("Function", bound=Callable[..., Any])


class Ints(Protocol):
    """A flat, fixed-size sequence of whole numbers: an array or a list."""

    @overload
    def __getitem__(self, index: int, /) -> int: ...
    @overload
    def __getitem__(self, index: slice, /) -> Self: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Floats(Protocol):
    """A flat, fixed-size sequence of floating-point numbers."""

    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...
    def __len__(self) -> int: ...


class Entry(NamedTuple):
    """A function that is compiled so that Python can call it."""

    name: str
    function: Any
    unlocked: bool


# Where machine code is made, all functions that are to be in it.
ENTRIES: list[Entry] = []


def _name_of(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__name__}"


if TYPE_CHECKING or _MODE != BUILD:

    def inline(function: Function) -> Function:
        """A small function that is part of its compiled callers; Python runs it as it stands."""
        return function

    def popcount(mask: int) -> int:
        """How many bits of a mask are set."""
        return mask.bit_count()

    def variable(number: int) -> int:
        """A constant as any other number: numba would compile a function anew for every constant passed to it."""
        return number

    def lowest(mask: int) -> int:
        """The position of a mask's lowest set bit; the mask is not empty."""
        return (mask & -mask).bit_length() - 1

    def highest(mask: int) -> int:
        """The position of a mask's highest set bit; the mask is not empty."""
        return mask.bit_length() - 1


if TYPE_CHECKING or not COMPILED:

    def jit(function: Function) -> Function:
        """A function of the core that is compiled, and called by Python too."""
        return function

    def jit_unlocked(function: Function) -> Function:
        """The same for a function that may take long: other threads go on meanwhile."""
        return function

    def shared(function: Function) -> Function:
        """The same for a function that is also to be part of its compiled callers."""
        return function

    def ints(size: int, fill: int = 0) -> Ints:
        """A sequence of `size` equal numbers."""
        return [fill] * size

    def ints_of(numbers: Iterable[int]) -> Ints:
        """A sequence with these numbers."""
        return list(numbers)

    def floats(size: int) -> Floats:
        """A sequence of `size` floating-point noughts."""
        return [0.0] * size

elif _MODE != BUILD:
    from tricorn.core.loading import loaded

    def jit(function):
        return loaded(_name_of(function), function.__doc__)

    jit_unlocked = shared = jit

    def ints(size, fill=0):
        return plain_array("q", [fill]) * size

    def ints_of(numbers):
        return plain_array("q", numbers)

    def floats(size):
        return plain_array("d", [0.0]) * size

else:
    import numba
    import numpy
    from numba import types
    from numba.extending import intrinsic

    # The core allocates nothing, so numba's reference counting, which would cost four fifths of the time,
    # is switched off; without it a function that did allocate would not compile.
    # Python comes in by gates of our own (building.py), so none of numba's are made. Its rewrites are for whole arrays.
    _NO_GATES = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    _OPTIONS = {"error_model": "numpy", "_nrt": False, "no_rewrites": True, **_NO_GATES}

    def _entry(function, *, unlocked=False, forceinline=False):
        compiled = numba.njit(forceinline=forceinline, **_OPTIONS)(function)
        ENTRIES.append(Entry(_name_of(function), compiled, unlocked))
        return compiled

    def jit(function):
        return _entry(function)

    def jit_unlocked(function):
        return _entry(function, unlocked=True)

    def shared(function):
        return _entry(function, forceinline=True)

    def inline(function):
        return numba.njit(forceinline=True, **_OPTIONS)(function)

    def ints(size, fill=0):
        return numpy.full(size, fill, dtype="int64")

    def ints_of(numbers):
        return numpy.array(list(numbers), dtype="int64")

    def floats(size):
        return numpy.zeros(size)

    @intrinsic
    def popcount(typing_context, mask):
        def build(context, builder, signature, args):
            return builder.ctpop(args[0])

        return types.int64(types.int64), build

    @intrinsic
    def variable(typing_context, number):
        def build(context, builder, signature, args):
            return args[0]

        return types.int64(types.int64), build

    @intrinsic
    def lowest(typing_context, mask):
        def build(context, builder, signature, args):
            return builder.cttz(args[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), build

    @intrinsic
    def highest(typing_context, mask):
        def build(context, builder, signature, args):
            zeros = builder.ctlz(args[0], context.get_constant(types.boolean, True))
            return builder.sub(context.get_constant(types.int64, 63), zeros)

        return types.int64(types.int64), build
