"""A server whose files cannot become larger than so many bytes, as on a disk that is full then."""

from __future__ import annotations

import resource

from tests.web import serving


def main(most: str, *args: str) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(most), int(most)))
    serving.main(*args)
