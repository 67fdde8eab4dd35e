"""The one switch between compiled and plain Python, and the few operations that differ between them.

The core is written once, over flat arrays of numbers. Its functions are machine code where that has been built for
these sources and this machine (building.py, loading.py), and plain Python everywhere else. Both take the same arrays,
so a process can switch from plain to compiled at any time, even with games under way: see `accelerate`.
TRICORN_COMPILE=0 keeps it plain.
"""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar, overload

__all__ = [
    "ENTRIES",
    "Bytes",
    "Entry",
    "Floats",
    "Ints",
    "accelerate",
    "clear",
    "copy_over",
    "floats",
    "floats_of",
    "highest",
    "inline",
    "ints",
    "ints_of",
    "is_compiled",
    "jit",
    "jit_unlocked",
    "lowest",
    "popcount",
    "put_eight",
    "shared",
    "variable",
    "web_module_files",
]

# TRICORN_COMPILE: 0 is always plain, `build` is set by warmup.py where the machine code is made.
_MODE = os.environ.get("TRICORN_COMPILE", "1")
_PLAIN, _BUILD = "0", "build"

Function = TypeVar("Function", bound=Callable[..., Any])


class Ints(Protocol):
    """A flat, fixed-size array of whole numbers."""

    @overload
    def __getitem__(self, index: int, /) -> int: ...
    @overload
    def __getitem__(self, index: slice, /) -> Self: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Floats(Protocol):
    """A flat, fixed-size array of floating-point numbers."""

    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...
    def __len__(self) -> int: ...


class Bytes(Protocol):
    """A flat, fixed-size array of whole numbers from -128 to 127."""

    @overload
    def __getitem__(self, index: int, /) -> int: ...
    @overload
    def __getitem__(self, index: slice, /) -> Self: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
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


def _is_ours(function: Callable[..., Any]) -> bool:
    """Whether a function belongs to the package; tests and benchmarks compile theirs apart (`warmup.compiled`)."""
    return function.__module__.startswith("tricorn.")


def _loader() -> ModuleType | None:
    """The module that loads machine code; None where that is not wanted, or llvmlite is not there to do it."""
    if _MODE in (_PLAIN, _BUILD):
        return None
    try:
        from tricorn.core import loading
    except (ImportError, OSError):  # OSError: llvmlite's library does not fit this system
        return None
    return loading


_LOADER = _loader()

# The functions of the package that run as plain Python until they can be replaced.
_plain_functions: list[Callable[..., Any]] = []


def _compiled(function: Any) -> Any:
    """A function's machine code, or None if there is none."""
    if _LOADER is None or not _is_ours(function):
        return None
    return _LOADER.compiled(_name_of(function), function.__doc__)


def is_compiled() -> bool:
    """Whether the functions of the core that have been imported are machine code."""
    return _LOADER is not None and not _plain_functions


@cache
def accelerate() -> bool:
    """Switch to machine code, building it first if it is missing; whether that succeeded.

    Whoever plays thousands of rounds calls this: the server, the arena, the searching bots. Where machine code cannot
    be built it says why, once, and everything goes on as plain Python.
    """
    if _MODE == _PLAIN:
        return False
    try:
        if _LOADER is None:
            raise ImportError("llvmlite is not installed")
        if not _LOADER.is_built():
            _LOADER.build()
        _replace_plain_functions()
    except ImportError as error:
        print(f"The rules run as plain Python, some 300 times slower ({error}).", file=sys.stderr)
        return False
    return True


def web_module_files() -> dict[str, Path]:
    """Where the WebAssembly modules are, once they are built; empty where nothing is compiled."""
    if _LOADER is None or not is_compiled():
        return {}
    return {part: _LOADER.web_file(part) for part in _LOADER.WEB_PARTS}


def _replace_plain_functions() -> None:
    """Put machine code in the place of plain functions, in every module of the package that has imported them."""
    compiled = {function: _compiled(function) for function in _plain_functions}
    if None in compiled.values():
        raise ImportError("the machine code was removed while it was being loaded")
    for name, module in list(sys.modules.items()):
        if name.startswith("tricorn."):
            for key, value in list(vars(module).items()):
                if isinstance(value, FunctionType) and value in compiled:
                    setattr(module, key, compiled[value])
    _plain_functions.clear()


if TYPE_CHECKING or _MODE != _BUILD:

    def jit(function: Function) -> Function:
        """A function of the core that is compiled, and called by Python too."""
        compiled: Function | None = _compiled(function)
        if compiled is None:
            if _is_ours(function):
                _plain_functions.append(function)
            return function
        return compiled

    def jit_unlocked(function: Function) -> Function:
        """The same for a function that may take long: other threads run meanwhile."""
        return jit(function)

    def shared(function: Function) -> Function:
        """The same for a function that is also inlined into its compiled callers."""
        return jit(function)

    def inline(function: Function) -> Function:
        """A small function that is inlined into its compiled callers; Python always runs it as it stands."""
        return function

    def ints(size: int, fill: int = 0) -> Ints:
        """An array of `size` equal numbers."""
        return array("q", [fill]) * size

    def ints_of(numbers: Iterable[int]) -> Ints:
        """An array with these numbers."""
        return array("q", numbers)

    def floats(size: int) -> Floats:
        """An array of `size` floating-point zeros."""
        return array("d", [0.0]) * size

    def floats_of(numbers: Iterable[float]) -> Floats:
        """An array with these floating-point numbers."""
        return array("d", numbers)

    def popcount(mask: int) -> int:
        """How many bits of a mask are set."""
        return mask.bit_count()

    def clear(items: Bytes, first: int, number: int) -> None:
        """Set so many items, from `first` on, to 0."""
        for index in range(first, first + number):
            items[index] = 0

    def copy_over(items: Bytes, into: Bytes, first: int) -> None:
        """Copy all items into an array, from `first` on."""
        for index in range(len(items)):
            into[first + index] = items[index]

    def put_eight(items: Bytes, first: int, word: int) -> None:
        """Set eight items, from `first` on, to the bytes of a word, its lowest first."""
        for index in range(8):
            byte = word >> 8 * index & 0xFF
            items[first + index] = byte - (byte >> 7 << 8)

    def variable(number: int) -> int:
        """A constant as any other number: numba would compile a function anew for every constant passed to it."""
        return number

    def lowest(mask: int) -> int:
        """The position of a mask's lowest set bit; the mask is not empty."""
        return (mask & -mask).bit_length() - 1

    def highest(mask: int) -> int:
        """The position of a mask's highest set bit; the mask is not empty."""
        return mask.bit_length() - 1

else:
    import numba
    import numpy
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

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

    def floats_of(numbers):
        return numpy.array(list(numbers), dtype="float64")

    @intrinsic
    def popcount(typing_context, mask):
        def build(context, builder, signature, args):
            return builder.ctpop(args[0])

        return types.int64(types.int64), build

    def _address(context, builder, kind, items, first):
        """Where an item of an array stands in memory."""
        return builder.gep(make_array(kind)(context, builder, items).data, [first])

    @intrinsic
    def clear(typing_context, items, first, number):
        def build(context, builder, signature, args):
            cgutils.memset(builder, _address(context, builder, signature.args[0], *args[:2]), args[2], 0)
            return context.get_dummy_value()

        return types.void(items, types.int64, types.int64), build

    @intrinsic
    def copy_over(typing_context, items, into, first):
        def build(context, builder, signature, args):
            source = make_array(signature.args[0])(context, builder, args[0])
            target = _address(context, builder, signature.args[1], *args[1:])
            cgutils.raw_memcpy(builder, target, source.data, source.nitems, source.itemsize)
            return context.get_dummy_value()

        return types.void(items, into, types.int64), build

    @intrinsic
    def put_eight(typing_context, items, first, word):
        def build(context, builder, signature, args):
            place = _address(context, builder, signature.args[0], *args[:2])
            builder.store(args[2], builder.bitcast(place, args[2].type.as_pointer()), align=1)
            return context.get_dummy_value()

        return types.void(items, types.int64, types.int64), build

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
