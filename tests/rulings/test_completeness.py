"""Every ruling has a test."""

from __future__ import annotations

import re
from pathlib import Path

from tricorn.rulings import RULINGS


def test_every_ruling_has_a_test_named_after_it() -> None:
    texts = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    tested = {number for text in texts for number in re.findall(r"^def test_r(\d+)_", text, re.MULTILINE)}
    assert tested >= {ruling.id.removeprefix("R") for ruling in RULINGS}
