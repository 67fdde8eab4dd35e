"""The page's generated script is the one that Python would write now."""

from __future__ import annotations

from tricorn.web.generated import BONUS_SCRIPT, bonus_script


def test_the_pages_bonuses_are_those_of_the_rules() -> None:
    assert BONUS_SCRIPT.read_text(encoding="utf-8") == bonus_script(), "run python -m tricorn.web.generated"
