"""What machine a measurement ran on, in words."""

from __future__ import annotations

import os
import platform
from pathlib import Path

__all__ = ["machine_info"]


def machine_info() -> str:
    """Processor, cores this process may use, system and Python, in one line."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{_processor()}, {usable} cores, {platform.system()}, Python {platform.python_version()}"


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
