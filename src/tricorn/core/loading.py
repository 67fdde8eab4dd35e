"""Machine code for this machine: found on disk, made first where it is missing, and loaded as Python functions."""

from __future__ import annotations

import ctypes
import hashlib
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

__all__ = ["MachineCode", "code_file", "loaded", "part_of"]

_FASTCALL = 0x80  # METH_FASTCALL: positional arguments in a row


@cache
def _digest() -> str:
    """What the machine code depends on: all sources that are compiled, the compiler and the processor."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for source in sorted([package / "tiles.py", *package.glob("core/*.py"), *package.glob("bots/*.*")]):
        digest.update(source.read_bytes())
    features = llvm.get_host_cpu_features().flatten()
    for word in (sys.implementation.cache_tag, llvm.get_process_triple(), llvm.get_host_cpu_name(), features):
        digest.update(str(word).encode())
    digest.update(repr(llvm.llvm_version_info).encode())
    return digest.hexdigest()[:16]


def part_of(name: str) -> str:
    """The part of the machine code that a function is in: `core`, or `bots` with its own copy of what it calls."""
    return name.split(".")[1]


def code_file(part: str) -> Path:
    """Where machine code is kept: beside the sources, or if that may not be written, in the user's own cache."""
    name = f"tricorn-{part}-{_digest()}.o"
    beside = Path(__file__).parent / "__pycache__"
    if (beside / name).exists() or os.access(beside if beside.exists() else beside.parent, os.W_OK):
        return beside / name
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tricorn" / name


def _code(part: str) -> bytes:
    path = code_file(part)
    if not path.exists():
        print("Compiling the rules, once ...", file=sys.stderr)
        done = subprocess.run(
            [sys.executable, "-m", "tricorn.warmup"], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        if done.returncode or not path.exists():
            reason = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
            raise ImportError(f"the rules could not be compiled ({reason}); TRICORN_COMPILE=0 runs them without that")
    return path.read_bytes()


class _Method(ctypes.Structure):
    """Python's description of a function that is not written in Python (PyMethodDef)."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_new_function = ctypes.pythonapi.PyCFunction_NewEx
_new_function.restype = ctypes.py_object
_new_function.argtypes = (ctypes.POINTER(_Method), ctypes.py_object, ctypes.py_object)


# A function may be called as long as the process lives, so code and descriptions are kept as long.
_kept: list[object] = []


class MachineCode:
    """Machine code in memory, to stay there."""

    def __init__(self, code: bytes) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        target = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(jit=True)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
        self._engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        _kept.append(self._engine)

    def function(self, name: str, doc: str | None = None) -> Any:
        """The function of this name, to be called with as many arguments as it has, in their order."""
        address = self._engine.get_function_address(name)
        if not address:
            raise ImportError(f"{name} is not among the compiled functions; tricorn.warmup names the modules that are")
        module, _, last = name.rpartition(".")
        method = _Method(last.encode(), address, _FASTCALL, (doc or "").encode())
        _kept.append(method)
        return _new_function(ctypes.byref(method), None, module)


@cache
def _machine_code(part: str) -> MachineCode:
    return MachineCode(_code(part))


def loaded(name: str, doc: str | None) -> Any:
    """A compiled function of the package."""
    return _machine_code(part_of(name)).function(name, doc)
