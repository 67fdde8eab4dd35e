"""Builds the machine code of the core: `python -m tricorn.warmup`, at set-up or when `accelerate` finds none."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tricorn.core.compile import JitFunction
    from tricorn.core.loading import MachineCode

__all__ = ["compile_module", "main"]

# These modules are compiled, with everything that they import.
_MODULES = (
    *("tricorn.core.playout", "tricorn.core.applying", "tricorn.envs.stepping"),
    *("tricorn.bots.search", "tricorn.core.observing", "tricorn.bots.reasons", "tricorn.bots.position_value"),
)
# The function that calls most of the others in both processes below; it is compiled before they start.
_SHARED = "tricorn.bots.decision.begin_decision"
# The machine code and WebAssembly modules that each of two processes builds, in about the same time.
_FIRST, _SECOND = ("core", "envs", "play", "review"), ("bots", "analysis", "score")


def _import_jit_functions(modules: Sequence[str]) -> list[JitFunction]:
    """Import these modules for a build, and return all functions to compile."""
    os.environ["TRICORN_COMPILE"] = "build"  # the core reads it when it is imported
    # Higher optimisation levels and vectorised loops take longer to compile, and the code runs no faster.
    os.environ.setdefault("NUMBA_OPT", "2")
    os.environ.setdefault("NUMBA_LOOP_VECTORIZE", "0")
    from tricorn.core.building import prepare_compiler
    from tricorn.core.compile import JIT_FUNCTIONS

    prepare_compiler()
    for module in modules:
        importlib.import_module(module)
    return JIT_FUNCTIONS


def _build(parts: Sequence[str], functions: Sequence[JitFunction], report: Callable[[str], None]) -> None:
    """Build and save these parts."""
    from tricorn.core.building import machine_code
    from tricorn.core.loading import WEB_PARTS, code_file, part_for

    for part in parts:
        if part in WEB_PARTS:
            _build_web_part(part, functions, report)
        else:
            own = [function for function in functions if part_for(function.name) == part]
            _save(code_file(part), machine_code(own, report))


def _build_web_part(part: str, functions: Sequence[JitFunction], report: Callable[[str], None]) -> None:
    """Build and save a WebAssembly module."""
    from tricorn.bots.wasm_exports import WEB_FUNCTIONS, metadata_for
    from tricorn.core.loading import web_file
    from tricorn.core.wasm import build_web_module

    by_name = {function.name: function for function in functions}
    wanted = [by_name[f"tricorn.{name}"] for name in WEB_FUNCTIONS[part]]
    _save(web_file(part), build_web_module(wanted, metadata_for(part), report))


def _build_all() -> None:
    """Compile what all parts share, then build the parts in two processes, or in one if the system cannot fork."""
    functions = _import_jit_functions(_MODULES)
    from tricorn.core.building import compile_function

    compile_function(next(function for function in functions if function.name == _SHARED))
    child = None
    if "fork" in multiprocessing.get_all_start_methods():
        child = multiprocessing.get_context("fork").Process(target=_build, args=(_SECOND, functions, _ignore))
        child.start()
    _build(_FIRST, functions, _report)
    if child is not None:
        child.join()
    if child is None or child.exitcode:
        _build(_SECOND, functions, _report)


def _report(text: str) -> None:
    """Print a line; progress, which ends in dots, is printed on terminals only, and the next line replaces it."""
    if not text.endswith("..."):
        print(f"{text:<60}", flush=True)
    elif sys.stdout.isatty():
        print(f"{text:<60}", end="\r", flush=True)


def _ignore(text: str) -> None:
    """Do not report progress; only one of two processes does."""


def _save(path: Path, code: bytes) -> None:
    """Save machine code atomically, so other processes never load half of it, and remove outdated builds."""
    from tricorn.core.loading import remove_outdated

    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix="new-", delete=False) as file:
        file.write(code)
    Path(file.name).chmod(0o644)  # every user who can read the sources can load it
    Path(file.name).replace(path)
    remove_outdated(path)


def _build_module(module: str) -> bytes:
    """The machine code of the functions that one module defines."""
    functions = _import_jit_functions([module])
    from tricorn.core.building import machine_code

    own = [function for function in functions if function.dispatcher.py_func.__module__ == module]
    code: bytes = machine_code(own, _ignore)
    return code


def compile_module(module: str) -> MachineCode:
    """Compile another module in a separate process; for tests and benchmarks of compiled code."""
    from tricorn.core.loading import MachineCode

    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    build = subprocess.run(
        [sys.executable, "-m", "tricorn.warmup", module], env=environment, check=True, stdout=subprocess.PIPE
    )
    return MachineCode(build.stdout)


def main() -> int:
    if sys.argv[1:]:
        sys.stdout.buffer.write(_build_module(sys.argv[1]))
        return 0
    if os.environ.get("TRICORN_COMPILE") == "0":
        _report("Compilation is switched off (TRICORN_COMPILE=0).")
        return 0
    started_at = time.monotonic()
    _report("Compiling the rules, which takes up to a minute:")
    _build_all()
    _report(f"Compiled in {time.monotonic() - started_at:.1f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
