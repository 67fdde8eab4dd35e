"""Reading records and writing results atomically."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from tricorn.cli.failure import CHECK_FAILED, Failure, os_reason
from tricorn.errors import RecordError
from tricorn.messages import ENGLISH, Message, Wording
from tricorn.record import MAX_BYTES
from tricorn.rulebook import Say

__all__ = ["STANDARD", "read_record", "record_failure", "write_whole"]

STANDARD = "-"


def read_record(name: str, say: Say = str) -> str:
    """The text of a record file, or of standard input for `-`; one that is too long is refused early."""
    try:
        data = _read_bytes(name)
    except OSError as error:
        words = say("{name}: {reason}; expected a game record")
        raise Failure(words.format(name=name, reason=os_reason(error, say))) from None
    if len(data) > MAX_BYTES:
        raise RecordError(1, Message.RECORD_SIZE(size=MAX_BYTES // 2**20), Message.LARGER())
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(line, Message.UTF8_TEXT(), Message.BYTE(byte=f"0x{data[error.start]:02x}")) from None


def _read_bytes(name: str) -> bytes:
    if name == STANDARD:
        return b"" if sys.stdin is None else sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def record_failure(name: str, error: RecordError, wording: Wording = ENGLISH) -> Failure:
    """The failure that reports a record's error, as `verify` does."""
    fault = Message.MISMATCH(expected=error.params["expected"], found=error.params["found"])
    text = f"{name}:{error.line}: {fault.words(wording)}"
    if error.house_rules:
        rules, several = " ".join(error.house_rules), len(error.house_rules) > 1
        hint = Message.RIGHT_UNDER_RULES(rules=rules) if several else Message.RIGHT_UNDER_RULE(rule=rules)
        text = f"{text}; {hint.words(wording)}"
    return Failure(text, CHECK_FAILED)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically: to a temporary file first, which is then renamed."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(data)  # a device or a pipe cannot be replaced
        return
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(13, "Permission denied", str(path))
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        if path.exists():
            beside.chmod(path.stat().st_mode)
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        error.filename, error.filename2 = str(path), None
        raise
