"""Changes every byte of a database file, one at a time."""

from __future__ import annotations

from random import Random

import pytest
from tests.web.store.test_damage import DatabaseFile, file, used_offsets

__all__ = ["file"]


@pytest.mark.soak
def test_no_byte_of_a_file_goes_unnoticed(file: DatabaseFile, caplog: pytest.LogCaptureFixture) -> None:
    random = Random(15)
    unnoticed = [
        (offset, byte, file.good[offset - 20 : offset + 20])
        for offset in used_offsets(file.good)
        for byte in {file.good[offset] ^ 1 << random.randrange(8), random.randrange(256)} - {file.good[offset]}
        if file.goes_unnoticed(offset, byte, caplog)
    ]
    assert not unnoticed
