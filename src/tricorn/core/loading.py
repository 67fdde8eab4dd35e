"""Machine code for this machine: where it is stored, how it is built, and how it is loaded as Python functions.

This module needs llvmlite, which loads the code; `core/compile.py` works without it.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import subprocess
import sys
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm

__all__ = [
    "PARTS",
    "WEB_PARTS",
    "MachineCode",
    "build",
    "code_file",
    "is_built",
    "load_function",
    "part_for",
    "remove_outdated",
    "web_file",
    "web_module",
]

# Files of machine code, and WebAssembly modules. Each contains everything that it calls.
PARTS = ("core", "bots", "envs")
WEB_PARTS = ("play", "analysis", "score", "review")

_FASTCALL = 0x80  # METH_FASTCALL: positional arguments in an array
_PACKAGE = Path(__file__).parent.parent
# The compiled sources, and those of the constants and messages that they contain.
_VOCABULARY, _ENVS = ("bonus", "editions", "messages", "tiles"), ("layout", "observing", "rows", "stepping")
_SOURCES = (
    *(f"{name}.py" for name in _VOCABULARY),
    *("core/*.py", "bots/*.*"),
    *(f"envs/{name}.py" for name in _ENVS),
)


def _short(digest: Any, length: int) -> str:
    return str(digest.hexdigest()[:length])


@cache
def _machine() -> str:
    """The Python version and the processor that machine code is for; a folder may have builds for several."""
    features = llvm.get_host_cpu_features().flatten()
    processor = f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {features}"
    return f"{sys.implementation.cache_tag}-{_short(hashlib.sha256(processor.encode()), 8)}"


@cache
def _digest() -> str:
    """A digest of what else machine code depends on: all compiled sources, and the compiler's version."""
    digest = hashlib.sha256()
    for source in sorted(path for pattern in _SOURCES for path in _PACKAGE.glob(pattern)):
        digest.update(source.read_bytes())
    digest.update(f"numba {_numba_version()} llvmlite {llvmlite.__version__} {llvm.llvm_version_info}".encode())
    return _short(digest, 16)


def _numba_version() -> str:
    """The version of numba, without importing it, which takes a second."""
    try:
        return metadata.version("numba")
    except metadata.PackageNotFoundError:
        return "none"


def part_for(name: str) -> str:
    """The part of the machine code that contains a function of the package."""
    return name.split(".")[1]


@cache
def code_file(part: str) -> Path:
    """The path of a part of the machine code."""
    return _build_path(f"tricorn-{part}-{_machine()}-{_digest()}.o")


@cache
def web_file(part: str) -> Path:
    """The path of a WebAssembly module, which is the same for every machine."""
    return _build_path(f"tricorn-{part}-{_digest()}.wasm")


def web_module(part: str) -> bytes:
    """A WebAssembly module, built first if it is missing."""
    if not web_file(part).exists():
        build()
    return web_file(part).read_bytes()


def _build_path(name: str) -> Path:
    """The path of a build: next to the sources, or in the user's cache if that folder is not writable."""
    folder = Path(__file__).parent / "__pycache__"
    if (folder / name).exists() or os.access(folder if folder.exists() else folder.parent, os.W_OK):
        return folder / name
    import platformdirs  # here, because it is rarely needed and would slow down every start

    return platformdirs.user_cache_path("tricorn", appauthor=False) / name


def remove_outdated(path: Path) -> None:
    """Remove the builds of other sources for the same Python and processor as this one."""
    for old in path.parent.glob(f"{path.stem.rpartition('-')[0]}-*{path.suffix}"):
        if old != path:
            old.unlink(missing_ok=True)


def is_built() -> bool:
    """Whether there is machine code for these sources and this machine."""
    return all(code_file(part).exists() for part in PARTS)


def build() -> None:
    """Build the machine code in another process, which shows its progress on standard error."""
    is_terminal = sys.stderr.isatty()
    if not is_terminal:
        print("Compiling the rules, once ...", file=sys.stderr, flush=True)
    path = os.pathsep.join([str(_PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-m", "tricorn.warmup"],
        check=False,
        env={**os.environ, "PYTHONPATH": path},
        stdout=sys.stderr if is_terminal else subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    if done.returncode or not is_built():
        reason = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise ImportError(f"compilation failed: {reason}")


class _Method(ctypes.Structure):
    """Python's description of a native function (PyMethodDef)."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_new_function = ctypes.pythonapi.PyCFunction_NewEx
_new_function.restype = ctypes.py_object
_new_function.argtypes = (ctypes.POINTER(_Method), ctypes.py_object, ctypes.py_object)


# A function may be called as long as the process lives, so its code and its description are never freed.
_never_freed: list[object] = []


class MachineCode:
    """Machine code in memory; it is never freed."""

    def __init__(self, code: bytes) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        target = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(jit=True)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
        self._engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        _never_freed.append(self._engine)

    def function(self, name: str, doc: str | None = None) -> Any:
        """The function of this name, which takes positional arguments only."""
        address = self._engine.get_function_address(name)
        if not address:
            raise ImportError(f"{name} is not in the machine code; tricorn.warmup lists the modules that are compiled")
        module, _, short_name = name.rpartition(".")
        method = _Method(short_name.encode(), address, _FASTCALL, (doc or "").encode())
        _never_freed.append(method)
        return _new_function(ctypes.byref(method), None, module)


_loaded: dict[str, MachineCode] = {}


def load_function(name: str, doc: str | None) -> Any:
    """A function of the package as machine code, or None if it has not been built."""
    part = part_for(name)
    if part not in _loaded:
        try:
            _loaded[part] = MachineCode(code_file(part).read_bytes())
        except OSError:
            return None
    return _loaded[part].function(name, doc)
