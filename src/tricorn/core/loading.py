"""The compiled core: where its files are, and how they are built and loaded.

A file's name has a digest of all compiled sources, so code for other rules is never loaded. The files come with a
package for this system, or `tricorn.warmup` builds them.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import sysconfig
from collections.abc import Callable
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from tricorn.extras import command_for

__all__ = [
    "MODULE",
    "PROGRESS",
    "WEB_PARTS",
    "build",
    "build_id",
    "is_built",
    "load_extension",
    "load_function",
    "native_file",
    "native_name",
    "remove_outdated",
    "system",
    "web_file",
    "web_files",
]

MODULE = "tricorn.core.native"  # the extension module with all compiled functions
PROGRESS = "Compiling the rules: {percent} %"  # the lines in which `tricorn.warmup` says how much is done
WEB_PARTS = ("play", "analysis", "score", "review")  # WebAssembly modules; each contains everything that it calls

_PACKAGE = Path(__file__).parent.parent
# The compiled sources, and those of the constants and messages that they contain.
_VOCABULARY, _ENVS = ("bonus", "editions", "messages", "tiles"), ("layout", "observing", "rows", "stepping")
_SOURCES = (
    *(f"{name}.py" for name in _VOCABULARY),
    *("core/*.py", "bots/*.*"),
    *(f"envs/{name}.py" for name in _ENVS),
)


@cache
def system() -> str:
    """The system and processor that this Python runs on."""
    return sysconfig.get_platform() if sys.platform == "win32" else f"{sys.platform}-{os.uname().machine}"


@cache
def build_id() -> str:
    """A digest of all compiled sources."""
    digest = hashlib.sha256()
    for source in sorted(path for pattern in _SOURCES for path in _PACKAGE.glob(pattern)):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def native_name(system: str) -> str:
    """The file name of the extension module for a system; one file serves all versions of Python."""
    return f"tricorn-{system}-{build_id()}{'.pyd' if system.startswith('win') else '.abi3.so'}"


@cache
def native_file() -> Path:
    """The path of the extension module for this system."""
    return _path(native_name(system()))


@cache
def web_file(part: str) -> Path:
    """The path of a WebAssembly module, which is the same for every system."""
    return _path(f"tricorn-{part}-{build_id()}.wasm")


def web_files() -> dict[str, Path]:
    """The paths of the WebAssembly modules, by part; empty if they have not been built."""
    files = {part: web_file(part) for part in WEB_PARTS}
    return files if all(path.exists() for path in files.values()) else {}


def _path(name: str) -> Path:
    """The path of a file: in the package, next to the sources, or in the user's cache if they are not writable."""
    core = Path(__file__).parent
    cache = core / "__pycache__"
    of_user = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tricorn"
    folders = [core / "compiled", cache, of_user]
    own = 1 if os.access(cache if cache.exists() else core, os.W_OK) else 2
    return next((folder / name for folder in folders if (folder / name).exists()), folders[own] / name)


def remove_outdated(path: Path) -> None:
    """Remove the builds of other sources for the same system as this one."""
    for old in path.parent.glob(f"{path.stem.rpartition('-')[0]}-*{path.suffix}"):
        if old != path:
            old.unlink(missing_ok=True)


def is_built() -> bool:
    """Whether the core is compiled for these sources and this system."""
    return native_file().exists() and bool(web_files())


def build(report: Callable[[int], object]) -> None:
    """Compile the core in another process, and report how much is done, in percent.

    TRICORN_BUILD is a command that does so; `make play` sets it to one that first installs the compiler.
    """
    import shlex
    import subprocess
    from importlib.util import find_spec

    command = shlex.split(os.environ.get("TRICORN_BUILD", "")) or [sys.executable, "-m", "tricorn.warmup"]
    if "TRICORN_BUILD" not in os.environ and find_spec("numba") is None:
        raise ImportError(f"to compile them, run: {command_for('build')}")
    path = os.pathsep.join([str(_PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    pattern, last = re.compile(PROGRESS.format(percent=r"(\d+)")), ""
    with subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in filter(None, map(str.strip, process.stdout)):
            last = line
            if progress := pattern.fullmatch(line):
                report(int(progress[1]))
    if process.returncode or not is_built():
        raise ImportError(f"compilation failed: {last}")


def load_extension(path: Path) -> ModuleType:
    """The extension module in a file."""
    if not {".abi3.so", ".pyd"}.intersection(EXTENSION_SUFFIXES):
        raise ImportError("this Python lacks the stable ABI")
    loader = ExtensionFileLoader(MODULE, str(path))
    module = loader.create_module(ModuleSpec(MODULE, loader, origin=str(path)))
    loader.exec_module(module)
    return module


@cache
def _native() -> ModuleType:
    if not native_file().exists():
        raise ImportError("it is not compiled for this system")
    return load_extension(native_file())


def load_function(name: str) -> Any:
    """A compiled function of the package; raises ImportError if the core is not compiled for this system."""
    module, _, short_name = name.rpartition(".")
    function = getattr(_native(), short_name, None)
    if function is None:
        raise ImportError(f"{name} is not in the compiled core; tricorn.warmup lists the modules that are compiled")
    function.__module__ = module
    return function
