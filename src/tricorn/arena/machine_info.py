"""A description of the machine that a measurement ran on."""

from __future__ import annotations

import platform
from pathlib import Path

from tricorn.arena.workers import cores

__all__ = ["machine_info"]


def machine_info() -> str:
    """Processor, cores this process may use, system and Python, in one line."""
    return f"{_processor()}, {cores()} cores, {platform.system()}, Python {platform.python_version()}"


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
