"""`tricorn rules`: the page of an edition."""

from __future__ import annotations

import re
import sys

import pytest
from tests.cli.conftest import Run

from tricorn.editions import EDITIONS, PRESETS, edition_named
from tricorn.rulebook import page


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_pipe_gets_the_page_as_markdown(tricorn: Run, edition: str) -> None:
    done = tricorn("rules", edition)
    assert (done.code, done.out) == (0, page(EDITIONS[edition]))


def test_a_preset_has_a_page_too_and_house_rules_change_it(tricorn: Run) -> None:
    assert tricorn("rules", "family").out == page(PRESETS["family"].edition)
    assert tricorn("rules", "family", "target=300").out == page(PRESETS["family"].edition.with_rules(target="300"))


def test_house_rules_may_follow(tricorn: Run) -> None:
    done = tricorn("rules", "spanish", "target=200", "draw_limit=2")
    assert done.out == page(edition_named("spanish target=200 draw_limit=2"))


def test_a_terminal_gets_it_typeset(tricorn: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True)
    done = tricorn("rules", "wooden")
    plain = re.sub(r"\x1b\[[\d;]*m", "", done.out)
    assert plain != done.out
    assert plain.splitlines()[0].strip() == "Tricorn: the rules of wooden"
