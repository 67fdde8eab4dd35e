"""Figures of a process on Linux: its memory, its processor time, and how long it waited for a core."""

from __future__ import annotations

import os
from pathlib import Path


def memory_kib(process: int) -> int:
    """The resident memory of a process."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def cpu_seconds(process: int) -> float:
    """The processor time of a process."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def waited_seconds(process: int) -> float:
    """How long the first thread of a process was ready to run but waited for a core."""
    return int(Path(f"/proc/{process}/task/{process}/schedstat").read_text(encoding="utf-8").split()[1]) / 1e9
