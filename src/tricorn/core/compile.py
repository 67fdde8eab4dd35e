"""The one switch between compiled and plain Python, and the few operations that differ between them.

The core is written once, over flat sequences of whole numbers. Compiled, they are numpy arrays and numba
turns the functions into machine code; with TRICORN_COMPILE=0 they are lists and the same functions run as
they stand (lists, because plain Python reads them several times faster than arrays).
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

__all__ = [
    "COMPILED",
    "Floats",
    "Ints",
    "array",
    "array_of",
    "compiled_folder",
    "floats",
    "highest",
    "inline",
    "jit",
    "lowest",
    "popcount",
    "shared",
    "variable",
]

COMPILED = os.environ.get("TRICORN_COMPILE", "1") != "0"

Function = TypeVar("Function", bound=Callable[..., Any])


class Ints(Protocol):
    """A flat, fixed-size sequence of whole numbers: a numpy array or a list."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...
    def copy(self) -> Ints: ...


class Floats(Protocol):
    """A flat, fixed-size sequence of floating-point numbers."""

    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...
    def __len__(self) -> int: ...


def compiled_folder() -> Path:
    """Where machine code is kept: a folder named after all sources that are compiled.

    numba looks only at a function's own file; a changed callee in another file would go unnoticed.
    """
    package = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for source in sorted([package / "tiles.py", *package.glob("core/*.py"), *package.glob("bots/*.*")]):
        digest.update(source.read_bytes())
    name = f"compiled-{digest.hexdigest()[:16]}"
    beside = Path(__file__).parent / "__pycache__"
    if os.access(beside if beside.exists() else beside.parent, os.W_OK):
        return beside / name
    return Path(tempfile.gettempdir()) / f"tricorn-{os.getuid() if hasattr(os, 'getuid') else 0}" / name


if TYPE_CHECKING or not COMPILED:

    def jit(function: Function) -> Function:
        """A function of the core that is called as such."""
        return function

    def shared(function: Function) -> Function:
        """A small function that is part of its compiled callers, and that Python calls too."""
        return function

    def inline(function: Function) -> Function:
        """A small function that is part of its compiled callers and that nobody else calls."""
        return function

    def array(size: int, kind: str, fill: int = 0) -> Ints:
        """A sequence of `size` numbers of a numpy kind such as "uint8"."""
        return [fill] * size

    def array_of(numbers: Iterable[int], kind: str) -> Ints:
        """A sequence with these numbers."""
        return list(numbers)

    def floats(size: int) -> Floats:
        """A sequence of `size` floating-point noughts."""
        return [0.0] * size

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

else:
    import numba
    import numpy
    from numba import types
    from numba.extending import intrinsic

    numba.config.CACHE_DIR = str(compiled_folder())

    # The core allocates nothing, so numba's reference counting, which would cost four fifths of the time,
    # is switched off; without it a function that did allocate would not compile.
    # Nothing is handed on as a C function, so none is made.
    _OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}

    def jit(function):
        return numba.njit(cache=True, **_OPTIONS)(function)

    def shared(function):
        return numba.njit(cache=True, forceinline=True, **_OPTIONS)(function)

    def inline(function):
        # Its machine code is kept as part of its callers'; to keep it by itself as well would take time for nothing.
        return numba.njit(forceinline=True, **_OPTIONS)(function)

    def array(size, kind, fill=0):
        return numpy.full(size, fill, dtype=kind)

    def array_of(numbers, kind):
        return numpy.array(list(numbers), dtype=kind)

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
