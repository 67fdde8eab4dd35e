"""Reading records, and writing results atomically."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tricorn.cli.failure import CHECK_FAILED, Failure, os_reason
from tricorn.errors import RecordError
from tricorn.messages import Message
from tricorn.record import MAX_BYTES
from tricorn.wording import ENGLISH, Say, Wording

__all__ = ["STDIO", "check_writable", "read_record", "record_failure", "write_atomically", "write_json"]

STDIO = "-"  # the file name that stands for standard input or output


def read_record(name: str, say: Say = str) -> str:
    """The text of a record file, or of standard input for `-`; a file that is too long is not read to its end."""
    try:
        data = _read_bytes(name)
    except OSError as error:
        template = say("{name}: {reason}; expected a game record")
        raise Failure(template.format(name=name, reason=os_reason(error, say))) from None
    if len(data) > MAX_BYTES:
        raise RecordError(1, Message.RECORD_SIZE(size=MAX_BYTES // 2**20), Message.LARGER())
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(line, Message.UTF8_TEXT(), Message.BYTE(byte=f"0x{data[error.start]:02x}")) from None


def _read_bytes(name: str) -> bytes:
    if name == STDIO:
        return b"" if sys.stdin is None else sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def record_failure(name: str, error: RecordError, wording: Wording = ENGLISH) -> Failure:
    """The failure that reports a record's error, as `verify` does."""
    mismatch = Message.MISMATCH(expected=error.params["expected"], found=error.params["found"])
    return Failure(f"{name}:{error.line}: {mismatch.words(wording)}", CHECK_FAILED)


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file atomically: to a temporary file first, which is then renamed."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(data)  # a device or a pipe cannot be replaced
        return
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(data)
        if path.exists():
            temporary.chmod(path.stat().st_mode)
        temporary.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        error.filename, error.filename2 = str(path), None
        raise


def check_writable(names: Sequence[str | None]) -> None:
    """Fail before a long computation, not after it, if its results cannot be written."""
    for name in names:
        if name not in (None, STDIO):
            with Path(name).open("a", encoding="utf-8"):
                pass


def write_json(name: str, figures: dict[str, Any]) -> None:
    """Write figures to a file, or to standard output for `-`."""
    text = json.dumps(figures, indent=2) + "\n"
    if name == STDIO:
        sys.stdout.write(text)
    else:
        write_atomically(Path(name), text.encode())
