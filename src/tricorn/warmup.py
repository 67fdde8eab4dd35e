"""Build the machine code of the core: `python -m tricorn.warmup`, at set-up or where `accelerate` misses it."""

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
    from tricorn.core.compile import Entry
    from tricorn.core.loading import MachineCode

__all__ = ["compiled", "main"]

# Everything that is compiled; what these import comes with them.
_MODULES = (
    *("tricorn.core.playout", "tricorn.core.reported", "tricorn.envs.stepping"),
    *("tricorn.bots.search", "tricorn.bots.looking", "tricorn.bots.reasons", "tricorn.bots.valuing"),
)
# Of the core's functions the one that calls most of the others; the bots call it too.
_SHARED = "tricorn.core.playout.advance"
# What is built by each of two processes, machine code and WebAssembly modules; both take about as long.
_FIRST, _SECOND = ("core", "envs", "play"), ("bots", "study")


def _entries(modules: Sequence[str]) -> list[Entry]:
    """What these modules and all that they import have to be compiled."""
    os.environ["TRICORN_COMPILE"] = "build"  # before the core is imported, which asks for it
    # Higher levels, and loops over vectors, take longer, and the code runs no faster.
    os.environ.setdefault("NUMBA_OPT", "2")
    os.environ.setdefault("NUMBA_LOOP_VECTORIZE", "0")
    from tricorn.core.building import begin
    from tricorn.core.compile import ENTRIES

    begin()
    for module in modules:
        importlib.import_module(module)
    return ENTRIES


def _build(parts: Sequence[str], entries: Sequence[Entry], say: Callable[[str], None]) -> None:
    """Make and keep these parts."""
    from tricorn.core.building import machine_code
    from tricorn.core.loading import WEB_PARTS, code_file, part_of

    for part in parts:
        if part in WEB_PARTS:
            _build_web_module(part, entries, say)
        else:
            _keep(code_file(part), machine_code([entry for entry in entries if part_of(entry.name) == part], say))


def _build_web_module(part: str, entries: Sequence[Entry], say: Callable[[str], None]) -> None:
    """Make and keep a WebAssembly module."""
    from tricorn.bots.facts import WEB_FUNCTIONS, facts
    from tricorn.core.loading import web_file
    from tricorn.core.wasm import web_module

    by_name = {entry.name: entry for entry in entries}
    wanted = [by_name[f"tricorn.{name}"] for name in WEB_FUNCTIONS[part]]
    _keep(web_file(part), web_module(wanted, facts(part), say))


def _build_all() -> None:
    """First what all parts share, then, where a process can be forked, half of the parts by another one."""
    entries = _entries(_MODULES)
    from tricorn.core.building import compile_entry

    compile_entry(next(entry for entry in entries if entry.name == _SHARED))
    helper = None
    if "fork" in multiprocessing.get_all_start_methods():
        helper = multiprocessing.get_context("fork").Process(target=_build, args=(_SECOND, entries, _say_nothing))
        helper.start()
    _build(_FIRST, entries, _say)
    if helper is not None:
        helper.join()
    if helper is None or helper.exitcode:
        _build(_SECOND, entries, _say)


def _say(text: str) -> None:
    """A line that the next one replaces, if it says what is being done and anybody is watching."""
    if not text.endswith("..."):
        print(f"{text:<60}", flush=True)
    elif sys.stdout.isatty():
        print(f"{text:<60}", end="\r", flush=True)


def _say_nothing(text: str) -> None:
    """For one of two who work at the same time."""


def _keep(path: Path, code: bytes) -> None:
    """Put machine code in its place at once, so that nobody loads half of it, and remove what it replaces."""
    from tricorn.core.loading import remove_replaced

    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix="new-", delete=False) as file:
        file.write(code)
    Path(file.name).chmod(0o644)  # everybody who may read the sources may load it
    Path(file.name).replace(path)
    remove_replaced(path)


def _alone(module: str) -> bytes:
    """Machine code of one module's own functions."""
    entries = [entry for entry in _entries([module]) if entry.function.py_func.__module__ == module]
    from tricorn.core.building import machine_code

    code: bytes = machine_code(entries, _say_nothing)
    return code


def compiled(module: str) -> MachineCode:
    """One more module, compiled separately in another process; for tests and benchmarks of compiled code."""
    from tricorn.core.loading import MachineCode

    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    made = subprocess.run(
        [sys.executable, "-m", "tricorn.warmup", module], env=environment, check=True, stdout=subprocess.PIPE
    )
    return MachineCode(made.stdout)


def main() -> int:
    if sys.argv[1:]:
        sys.stdout.buffer.write(_alone(sys.argv[1]))
        return 0
    if os.environ.get("TRICORN_COMPILE") == "0":
        _say("Compilation is switched off (TRICORN_COMPILE=0).")
        return 0
    began = time.monotonic()
    _say("Compiling the rules, which takes some ten seconds:")
    _build_all()
    _say(f"Compiled in {time.monotonic() - began:.1f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
