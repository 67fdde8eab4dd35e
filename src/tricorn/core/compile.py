"""The one switch between compiled and plain Python, and the few operations that differ between them.

The core is written once, over flat arrays of numbers. Its functions are machine code if that has been built for these
sources and this machine (building.py, loading.py), and plain Python otherwise. Both take the same arrays, so a process
can switch from plain to compiled at any time, even with games under way: see `accelerate`. TRICORN_COMPILE=0 keeps it
plain.
"""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Thread
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar, cast, overload

from tricorn.core import loading

__all__ = [
    "JIT_FUNCTIONS",
    "Bytes",
    "Floats",
    "Ints",
    "JitFunction",
    "accelerate",
    "compile_in_background",
    "copy_into",
    "ensure_compiled",
    "fill_zeros",
    "floats",
    "floats_from",
    "highest_bit",
    "inline",
    "ints",
    "ints_from",
    "is_compiled",
    "jit",
    "jit_inline",
    "jit_internal",
    "jit_nogil",
    "lengthened",
    "lowest_bit",
    "not_literal",
    "percent_built",
    "popcount",
    "store_word",
]

# TRICORN_COMPILE: 0 means always plain; warmup.py sets `build` in the process that builds the machine code.
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


class Bytes(Ints, Protocol):
    """A flat, fixed-size array of whole numbers from -128 to 127."""


class JitFunction(NamedTuple):
    """A compiled function that Python can call."""

    name: str
    dispatcher: Any  # what numba makes of the function
    nogil: bool  # whether it runs without the GIL


# In a build, all functions of the machine code.
JIT_FUNCTIONS: list[JitFunction] = []


def _name_of(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__name__}"


def _is_ours(function: Callable[..., Any]) -> bool:
    """Whether a function belongs to the package; tests and benchmarks compile theirs with `warmup.compile_module`."""
    return function.__module__.startswith("tricorn.")


# The functions of the package that run as plain Python until `accelerate` replaces them.
_plain_functions: list[Callable[..., Any]] = []


def is_compiled() -> bool:
    """Whether the functions of the core that have been imported are machine code."""
    return _MODE != _PLAIN and not _plain_functions


def accelerate() -> bool:
    """Switch to machine code if there is any for these sources and this system, and return whether it is used.

    Whatever plays thousands of rounds calls this, so that a process that has begun as plain Python goes on compiled.
    """
    if _plain_functions and _MODE != _PLAIN:
        with suppress(ImportError):
            _replace_plain_functions()
    return is_compiled()


def ensure_compiled() -> bool:
    """Like `accelerate`, but build the machine code first if there is none, or print why that is not possible."""
    if _MODE == _PLAIN:
        return False
    try:
        if not loading.is_built():
            _build.run()
        _replace_plain_functions()
    except ImportError as error:
        print(f"The rules run as plain Python, more than 200 times slower ({error}).", file=sys.stderr)
    finally:
        _build.percent = None
    return is_compiled()


def compile_in_background() -> None:
    """Do the same in a thread. The rules run as plain Python until it is done."""
    if _MODE != _PLAIN:
        _build.percent = 0
        Thread(target=ensure_compiled, daemon=True).start()


def percent_built() -> int | None:
    """How much of the machine code has been built; None if nothing is being built."""
    return _build.percent


class _Build:
    """The build of machine code, with its progress."""

    def __init__(self) -> None:
        self.percent: int | None = None
        self._is_terminal = sys.stderr is not None and sys.stderr.isatty()

    def run(self) -> None:
        if not self._is_terminal:
            print("Compiling the rules, once ...", file=sys.stderr, flush=True)
        loading.build(self._report)

    def _report(self, percent: int) -> None:
        self.percent = percent
        if self._is_terminal:
            end = "\r" if percent < 100 else "\n"
            print(loading.PROGRESS.format(percent=percent), end=end, file=sys.stderr, flush=True)


_build = _Build()


def _replace_plain_functions() -> None:
    """Replace plain functions by machine code in every module of the package that has imported them."""
    compiled = {function: loading.load_function(_name_of(function)) for function in _plain_functions}
    for name, module in list(sys.modules.items()):
        if name.startswith("tricorn."):
            for key, value in list(vars(module).items()):
                if isinstance(value, FunctionType) and value in compiled:
                    setattr(module, key, compiled[value])
    _plain_functions.clear()


if TYPE_CHECKING or _MODE != _BUILD:

    def jit(function: Function) -> Function:
        """Decorate a function that is compiled and also called by Python."""
        if not _is_ours(function):
            return function
        if _MODE != _PLAIN:
            with suppress(ImportError):
                return cast("Function", loading.load_function(_name_of(function)))
        _plain_functions.append(function)
        return function

    def jit_nogil(function: Function) -> Function:
        """Decorate a compiled function that may take long: it releases the GIL."""
        return jit(function)

    def jit_inline(function: Function) -> Function:
        """Decorate a compiled function that is also inlined into its compiled callers."""
        return jit(function)

    def jit_internal(function: Function) -> Function:
        """Decorate a function that only compiled code calls; in Python it stays plain."""
        return function

    def inline(function: Function) -> Function:
        """Decorate a small function that is only inlined into its compiled callers; in Python it stays plain."""
        return function

    def ints(size: int, fill: int = 0) -> Ints:
        """An array of `size` whole numbers, all equal to `fill`."""
        return array("q", [fill]) * size

    def ints_from(numbers: Iterable[int]) -> Ints:
        """An array with these whole numbers."""
        return array("q", numbers)

    def floats(size: int) -> Floats:
        """An array of `size` floating-point zeros."""
        return array("d", [0.0]) * size

    def floats_from(numbers: Iterable[float]) -> Floats:
        """An array with these floating-point numbers."""
        return array("d", numbers)

    def popcount(mask: int) -> int:
        """How many bits of a mask are set."""
        return mask.bit_count()

    def fill_zeros(items: Bytes, first: int, count: int) -> None:
        """Set `count` items, from `first` on, to 0."""
        for index in range(first, first + count):
            items[index] = 0

    def copy_into(items: Bytes, into: Bytes, first: int) -> None:
        """Copy all items into an array, from `first` on."""
        for index in range(len(items)):
            into[first + index] = items[index]

    def store_word(items: Bytes, first: int, word: int) -> None:
        """Set eight items, from `first` on, to the bytes of a word, its lowest first."""
        for index in range(8):
            byte = word >> 8 * index & 0xFF
            items[first + index] = byte - (byte >> 7 << 8)

    def not_literal(number: int) -> int:
        """The same number, but not a literal to numba, which would compile the callee again for every literal."""
        return number

    def lowest_bit(mask: int) -> int:
        """The position of a mask's lowest set bit; the mask is not empty."""
        return (mask & -mask).bit_length() - 1

    def highest_bit(mask: int) -> int:
        """The position of a mask's highest set bit; the mask is not empty."""
        return mask.bit_length() - 1

else:
    import numba
    import numpy
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    # The core allocates nothing, so numba's reference counting is switched off; it would cost four fifths of the time.
    # Without it, a function that allocated would not compile. Python calls our own wrappers (building.py), so numba
    # makes none. Its rewrites are only useful for expressions of whole arrays.
    _NO_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    _OPTIONS = {"error_model": "numpy", "_nrt": False, "no_rewrites": True, **_NO_WRAPPERS}

    def _add_jit_function(function, *, nogil=False, forceinline=False):
        compiled = numba.njit(forceinline=forceinline, **_OPTIONS)(function)
        JIT_FUNCTIONS.append(JitFunction(_name_of(function), compiled, nogil))
        return compiled

    def jit(function):
        return _add_jit_function(function)

    def jit_nogil(function):
        return _add_jit_function(function, nogil=True)

    def jit_inline(function):
        return _add_jit_function(function, forceinline=True)

    def jit_internal(function):
        return numba.njit(forceinline=False, **_OPTIONS)(function)

    def inline(function):
        return numba.njit(forceinline=True, **_OPTIONS)(function)

    def ints(size, fill=0):
        return numpy.full(size, fill, dtype="int64")

    def ints_from(numbers):
        return numpy.array(list(numbers), dtype="int64")

    def floats(size):
        return numpy.zeros(size)

    def floats_from(numbers):
        return numpy.array(list(numbers), dtype="float64")

    @intrinsic
    def popcount(typing_context, mask):
        def build(context, builder, signature, args):
            return builder.ctpop(args[0])

        return types.int64(types.int64), build

    def _address(context, builder, kind, items, first):
        """The address of an item of an array."""
        return builder.gep(make_array(kind)(context, builder, items).data, [first])

    @intrinsic
    def fill_zeros(typing_context, items, first, count):
        def build(context, builder, signature, args):
            cgutils.memset(builder, _address(context, builder, signature.args[0], *args[:2]), args[2], 0)
            return context.get_dummy_value()

        return types.void(items, types.int64, types.int64), build

    @intrinsic
    def copy_into(typing_context, items, into, first):
        def build(context, builder, signature, args):
            source = make_array(signature.args[0])(context, builder, args[0])
            target = _address(context, builder, signature.args[1], *args[1:])
            cgutils.raw_memcpy(builder, target, source.data, source.nitems, source.itemsize)
            return context.get_dummy_value()

        return types.void(items, into, types.int64), build

    @intrinsic
    def store_word(typing_context, items, first, word):
        def build(context, builder, signature, args):
            address = _address(context, builder, signature.args[0], *args[:2])
            builder.store(args[2], builder.bitcast(address, args[2].type.as_pointer()), align=1)
            return context.get_dummy_value()

        return types.void(items, types.int64, types.int64), build

    @intrinsic
    def not_literal(typing_context, number):
        def build(context, builder, signature, args):
            return args[0]

        return types.int64(types.int64), build

    @intrinsic
    def lowest_bit(typing_context, mask):
        def build(context, builder, signature, args):
            return builder.cttz(args[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), build

    @intrinsic
    def highest_bit(typing_context, mask):
        def build(context, builder, signature, args):
            zeros = builder.ctlz(args[0], context.get_constant(types.boolean, True))
            return builder.sub(context.get_constant(types.int64, 63), zeros)

        return types.int64(types.int64), build


def lengthened(items: Ints, more: int) -> Ints:
    """A copy of an array that goes on with `more` zeros."""
    longer: Any = ints(len(items) + more)
    longer[: len(items)] = items
    return cast("Ints", longer)
