"""A server whose clock is wrong by some days."""

from __future__ import annotations

import time

from tests.web import serving

_right = time.time


def main(days: str, *args: str) -> None:
    setattr(time, "time", lambda: _right() + float(days) * 86_400)  # noqa: B010 - for this process only
    serving.main(*args)
