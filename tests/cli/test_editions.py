"""`tricorn editions`: the table and the data."""

from __future__ import annotations

import json

import pytest
from tests.cli.conftest import Run

from tricorn.editions import EDITIONS


def test_a_pipe_gets_one_line_per_edition_in_columns(tricorn: Run) -> None:
    done = tricorn("editions")
    head, *lines = done.out.splitlines()
    assert [line.split()[0] for line in lines] == list(EDITIONS)
    column = head.index("hexagons")
    assert [line[column:].split()[0] for line in lines] == ["50/50/50"] * 2 + ["50/60/70"] + ["50/50/50"] * 2
    assert done.out.isascii()


def test_json_has_every_field(tricorn: Run) -> None:
    editions = json.loads(tricorn("editions", "--json").out)
    fields = [edition.as_dict() | {"deal": edition.deal_allowed()} for edition in EDITIONS.values()]
    assert editions == json.loads(json.dumps(fields))
    assert [len(edition["deal"]) + 1 for edition in editions] == [edition["players"][1] for edition in editions]


def test_a_terminal_gets_a_table(tricorn: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    done = tricorn("editions")
    assert "───" in done.out
    assert "up to 3, optional" in done.out
