"""A server whose files cannot grow beyond a number of bytes, as on a full disk."""

from __future__ import annotations

import resource

from tests.web import server_process


def main(max_bytes: str, *args: str) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(max_bytes), int(max_bytes)))
    server_process.main(*args)
