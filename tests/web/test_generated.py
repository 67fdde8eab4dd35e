"""Generated static files are up to date."""

from __future__ import annotations

import pytest

from tricorn.web.generated import STATIC, generated_files
from tricorn.web.settings import Settings


@pytest.mark.parametrize("name", generated_files())
def test_the_file_is_current(name: str) -> None:
    written = (STATIC / name).read_text(encoding="utf-8")
    assert written == generated_files()[name], "run python -m tricorn.web.generated"


def test_the_page_and_the_server_have_one_limit_for_the_size_of_a_record() -> None:
    script = (STATIC / "js/shared/protocol.js").read_text(encoding="utf-8")
    assert f"MAX_RECORD_BYTES = {Settings.record_bytes};" in script
