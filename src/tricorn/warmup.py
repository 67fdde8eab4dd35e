"""Make the machine code of the core before anybody waits for it: `python -m tricorn.warmup`, run at set-up."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tricorn.core.loading import MachineCode

__all__ = ["compiled", "main"]

# Everything that is compiled; what these import comes with them.
_CORE = ("tricorn.core.playout", "tricorn.bots.search")


def _build(modules: Sequence[str]) -> bytes:
    """Machine code of all that these modules have to compile, or of all there is."""
    os.environ["TRICORN_COMPILE"] = "build"  # before the core is imported, which asks for it
    # Higher levels take longer, and the code runs no faster.
    os.environ.setdefault("NUMBA_OPT", "2")
    from tricorn.core.building import machine_code
    from tricorn.core.compile import ENTRIES

    for module in modules or _CORE:
        importlib.import_module(module)
    entries = [entry for entry in ENTRIES if not modules or entry.function.py_func.__module__ in modules]
    code: bytes = machine_code(entries, _say)
    return code


def _say(text: str) -> None:
    """A line that the next one replaces, if it says what is being done and anybody is watching."""
    if not text.endswith("..."):
        print(f"{text:<60}", flush=True)
    elif sys.stdout.isatty():
        print(f"{text:<60}", end="\r", flush=True)


def _keep(path: Path, code: bytes) -> None:
    """Put machine code in its place at once, so that nobody loads half of it, and remove what it replaces."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix="new-", delete=False) as file:
        file.write(code)
    Path(file.name).replace(path)
    for old in path.parent.glob("tricorn-*.o"):
        if old != path:
            old.unlink(missing_ok=True)


def compiled(module: str) -> MachineCode:
    """One more module, compiled by itself in another process; for tests and benchmarks of compiled code as such."""
    from tricorn.core.loading import MachineCode

    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    made = subprocess.run(
        [sys.executable, "-m", "tricorn.warmup", module], env=environment, check=True, stdout=subprocess.PIPE
    )
    return MachineCode(made.stdout)


def main() -> int:
    if sys.argv[1:]:
        sys.stdout.buffer.write(_build(sys.argv[1:]))
        return 0
    if os.environ.get("TRICORN_COMPILE") == "0":
        _say("Compilation is switched off (TRICORN_COMPILE=0).")
        return 0
    began = time.monotonic()
    _say("Compiling the rules ...")
    code = _build(())
    from tricorn.core.loading import code_file

    _keep(code_file(), code)
    _say(f"Compiled in {time.monotonic() - began:.1f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
