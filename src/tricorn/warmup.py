"""Builds the machine code of the core: `python -m tricorn.warmup`, at set-up or when `accelerate` finds none."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tricorn.core.compile import JitFunction

__all__ = ["compile_module", "main", "packaged_files"]

# These modules are compiled, with everything that they import.
_MODULES = (
    *("tricorn.core.playout", "tricorn.core.applying", "tricorn.envs.stepping"),
    *("tricorn.bots.search", "tricorn.core.observing", "tricorn.bots.reasons", "tricorn.bots.position_value"),
)
# How much of the time is over when the functions are compiled, and when they are linked; then they are optimised.
_FUNCTIONS_PERCENT, _LINKED_PERCENT = 50, 60


def _import_jit_functions(modules: Sequence[str]) -> list[JitFunction]:
    """Import these modules for a build, and return all functions to compile."""
    os.environ["TRICORN_COMPILE"] = "build"  # the core reads it when it is imported
    from tricorn.core.building import prepare_compiler
    from tricorn.core.compile import JIT_FUNCTIONS

    prepare_compiler()
    for module in modules:
        importlib.import_module(module)
    return JIT_FUNCTIONS


def _compile(modules: Sequence[str]) -> Sequence[JitFunction]:
    """Import these modules for a build, and compile all functions that Python or JavaScript calls."""
    functions = _import_jit_functions(modules)
    from tricorn.core.building import compile_function

    for index, function in enumerate(functions):
        _report(_FUNCTIONS_PERCENT * index // len(functions))
        compile_function(function)
    return functions


def _build_native(functions: Sequence[JitFunction]) -> None:
    """Build and save the extension module for this system."""
    from tricorn.core.extension import build_extension, extension_code
    from tricorn.core.loading import native_file, system

    code = extension_code(functions)
    _report(_LINKED_PERCENT)
    _save(native_file(), build_extension(code, system()))


def _build_web(functions: Sequence[JitFunction]) -> None:
    """Build and save the WebAssembly modules."""
    from tricorn.core.loading import web_file

    for part, module in _web_modules(functions):
        _save(web_file(part), module)


def _web_modules(functions: Sequence[JitFunction]) -> Iterator[tuple[str, bytes]]:
    """The WebAssembly modules, by part."""
    from tricorn.bots.wasm_exports import WEB_FUNCTIONS, metadata_for
    from tricorn.core.wasm import build_web_module

    by_name = {function.name: function for function in functions}
    for part, names in WEB_FUNCTIONS.items():
        yield part, build_web_module([by_name[f"tricorn.{name}"] for name in names], metadata_for(part))


def packaged_files() -> tuple[dict[str, bytes], dict[str, bytes]]:
    """For a release: the WebAssembly modules by their file names, and the extension modules by system."""
    functions = _compile(_MODULES)
    from tricorn.core.extension import build_extension, extension_code
    from tricorn.core.linking import SYSTEMS
    from tricorn.core.loading import web_file

    code = extension_code(functions)
    web = {web_file(part).name: module for part, module in _web_modules(functions)}
    return web, {system: build_extension(code, system) for system in SYSTEMS}


def _build_all() -> None:
    """Compile the functions, then build the modules in two processes, or in one if the system cannot fork."""
    functions = _compile(_MODULES)
    _report(_FUNCTIONS_PERCENT)
    child = None
    if "fork" in multiprocessing.get_all_start_methods():
        child = multiprocessing.get_context("fork").Process(target=_build_web, args=(functions,))
        child.start()
    _build_native(functions)
    if child is not None:
        child.join()
    if child is None or child.exitcode:
        _build_web(functions)


@cache
def _report(percent: int) -> None:  # cached, so that nothing is printed twice
    """Print how much is done: on a terminal in one line, elsewhere in steps of 10 %."""
    from tricorn.core.loading import PROGRESS

    is_terminal = sys.stdout.isatty()
    if is_terminal or percent % 10 == 0:
        print(PROGRESS.format(percent=percent), end="\r" if is_terminal and percent < 100 else "\n", flush=True)


def _save(path: Path, code: bytes) -> None:
    """Save machine code atomically, so other processes never load half of it, and remove outdated builds."""
    from tricorn.core.loading import remove_outdated

    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix="new-", delete=False) as file:
        file.write(code)
    Path(file.name).chmod(0o644)  # every user who can read the sources can load it
    Path(file.name).replace(path)
    remove_outdated(path)


def _build_module(module: str, path: Path) -> None:
    """Build an extension module with the functions that one module defines."""
    functions = _import_jit_functions([module])
    from tricorn.core.extension import build_extension, extension_code
    from tricorn.core.loading import system

    own = [function for function in functions if function.dispatcher.py_func.__module__ == module]
    path.write_bytes(build_extension(extension_code(own), system()))


def compile_module(module: str) -> ModuleType:
    """Compile another module in a separate process; for tests and benchmarks of compiled code."""
    from tricorn.core.loading import load_extension

    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{module}.abi3.so"
        subprocess.run([sys.executable, "-m", "tricorn.warmup", module, str(path)], env=environment, check=True)
        return load_extension(path)


def main() -> int:
    if sys.argv[1:]:
        _build_module(sys.argv[1], Path(sys.argv[2]))
        return 0
    if os.environ.get("TRICORN_COMPILE") == "0":
        print("Compilation is switched off (TRICORN_COMPILE=0).")
        return 0
    _build_all()
    _report(100)
    return 0


if __name__ == "__main__":
    sys.exit(main())
