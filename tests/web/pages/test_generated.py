"""Generated static files are up to date."""

from __future__ import annotations

import pytest

from tricorn.record.reader import MAX_BYTES
from tricorn.web.pages.assets import STATIC
from tricorn.web.pages.generated import generated_files
from tricorn.web.settings import Settings


@pytest.mark.parametrize("name", generated_files())
def test_a_generated_file_is_what_its_script_makes(name: str) -> None:
    written = (STATIC / name).read_text(encoding="utf-8")
    assert written == generated_files()[name], "run python -m tricorn.web.pages.generated"


def test_the_page_has_the_limits_of_the_server_and_of_the_format_for_the_size_of_a_record() -> None:
    script = (STATIC / "js/shared/protocol.js").read_text(encoding="utf-8")
    assert f"MAX_CHECKED_BYTES = {Settings.record_bytes};" in script
    assert f"MAX_RECORD_BYTES = {MAX_BYTES};" in script
