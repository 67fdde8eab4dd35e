"""The systems that the compiled core can be built for, and how its object file becomes an extension module there.

The module needs no library but Python. The wheel `ziglang` has linkers for all systems, so a release has the same bytes
wherever it is built. Whoever compiles only for the own machine need not install it (400 MB), but can use `cc`, which is
there wherever `make` is.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from tricorn.core.building import Target
from tricorn.core.loading import system as own_system

__all__ = ["SYSTEMS", "System", "link_extension"]

_ZIG = (sys.executable, "-m", "ziglang")


class System(NamedTuple):
    """How to compile and link for a system."""

    target: Target
    name: str  # in zig
    flags: tuple[str, ...] = ("-shared", "-nostdlib", "-s")


# The processors are the least that the module runs on; code for newer ones is not faster.
SYSTEMS = {
    "linux-x86_64": System(Target("x86_64-unknown-linux-gnu", "x86-64-v2"), "x86_64-linux-gnu"),
    "linux-aarch64": System(Target("aarch64-unknown-linux-gnu", "generic"), "aarch64-linux-gnu"),
    "darwin-arm64": System(
        Target("arm64-apple-macosx11.0.0", "apple-m1"),
        "aarch64-macos.11.0",
        ("-shared", "-s", "-Wl,-undefined,dynamic_lookup"),
    ),
    "win-amd64": System(Target("x86_64-pc-windows-gnu", "x86-64-v2"), "i386:x86-64"),
}
# What LLVM's code calls; Windows has these functions in a library that every process loads.
_NTDLL = ("__chkstk", "memcpy", "memset")


def link_extension(code: bytes, name: str, init: str, python_symbols: Iterable[str]) -> bytes:
    """The extension module for a system from its object file, its function `init` and what it needs of Python."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "native.o").write_bytes(code)
        if name == "win-amd64":
            _link_for_windows(path, init, python_symbols)
        else:
            _, zig_name, flags = SYSTEMS[name]
            has_zig = find_spec("ziglang") is not None or name != own_system()
            compiler = [*_ZIG, "cc", "-target", zig_name] if has_zig else ["cc"]
            _run(path, [*compiler, *flags, "native.o", "-o", "native"])
        return (path / "native").read_bytes()


def _link_for_windows(folder: Path, init: str, python_symbols: Iterable[str]) -> None:
    """Link with libraries that only name what Python and Windows have."""
    libraries = {"python3": python_symbols, "ntdll": _NTDLL}
    for library, symbols in libraries.items():
        lines = [f"LIBRARY {library}.dll", "EXPORTS", *symbols]
        (folder / f"{library}.def").write_text("\n".join(lines), encoding="ascii")
        machine = SYSTEMS["win-amd64"].name
        _run(folder, [*_ZIG, "dlltool", "-m", machine, "-d", f"{library}.def", "-l", f"{library}.lib"])
    options = ["/dll", "/noentry", "/nodefaultlib", "/timestamp:0", "/alternatename:___chkstk_ms=__chkstk"]
    files = ["native.o", *(f"{library}.lib" for library in libraries)]
    _run(folder, [*_ZIG, "lld-link", *options, f"/export:{init}", "/out:native", *files])


def _run(folder: Path, command: Sequence[str]) -> None:
    """Run a command of a linker in a folder; raises ImportError with what it says if it fails."""
    try:
        done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    except FileNotFoundError:
        raise ImportError("there is no C compiler to link with; pip install ziglang") from None
    if done.returncode:
        raise ImportError(f"linking failed: {done.stderr.strip()}")
