"""A server whose files cannot grow beyond a number of bytes, as on a full disk."""

from __future__ import annotations

import resource

from tests.web import serving


def main(most: str, *args: str) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(most), int(most)))
    serving.main(*args)
