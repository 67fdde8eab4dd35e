"""Changes every byte of a database file, one after the other."""

from __future__ import annotations

from random import Random

import pytest
from tests.web.test_damage import Bytes, file, in_use

__all__ = ["file"]


@pytest.mark.soak
def test_no_byte_of_a_file_goes_unnoticed(file: Bytes, caplog: pytest.LogCaptureFixture) -> None:
    chance = Random(15)
    unnoticed = [
        (place, byte, file.good[place - 20 : place + 20])
        for place in in_use(file.good)
        for byte in {file.good[place] ^ 1 << chance.randrange(8), chance.randrange(256)} - {file.good[place]}
        if file.goes_unnoticed(place, byte, caplog)
    ]
    assert not unnoticed
