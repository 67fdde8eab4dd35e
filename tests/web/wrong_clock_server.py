"""A server whose clock is wrong by some days."""

from __future__ import annotations

import time

from tests.web import server_process

_real_time = time.time


def main(days: str, *args: str) -> None:
    setattr(time, "time", lambda: _real_time() + float(days) * 86_400)  # noqa: B010 - for this process only
    server_process.main(*args)
