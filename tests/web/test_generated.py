"""Generated static files are up to date."""

from __future__ import annotations

import pytest

from tricorn.web.generated import STATIC, generated_files


@pytest.mark.parametrize("name", generated_files())
def test_the_file_is_current(name: str) -> None:
    written = (STATIC / name).read_text(encoding="utf-8")
    assert written == generated_files()[name], "run python -m tricorn.web.generated"
