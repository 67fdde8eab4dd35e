"""`tricorn editions`: the table and the data."""

from __future__ import annotations

import json

import pytest
from tests.cli.conftest import Run

from tricorn.editions import EDITIONS, PRESETS


def test_a_pipe_gets_one_line_per_edition_in_columns(tricorn: Run) -> None:
    done = tricorn("editions")
    head, *lines = done.out.split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in lines] == list(EDITIONS)
    column = head.index("hexagons")
    assert [line[column:].split()[0] for line in lines] == [
        "/".join(map(str, edition.hexagons)) for edition in EDITIONS.values()
    ]
    assert done.out.isascii()


def test_the_presets_follow_with_what_they_mean_and_their_rules(tricorn: Run) -> None:
    _, *presets = tricorn("editions").out.split("\n\n")[1:]
    assert [text.strip() for text in presets] == [
        f"{preset.id}: {preset.meaning}\n  {preset.rules}" for preset in PRESETS.values()
    ]


def test_json_has_every_field(tricorn: Run) -> None:
    editions = json.loads(tricorn("editions", "--json").out)
    presets = [edition.pop("presets") for edition in editions]
    fields = [edition.as_dict() | {"deal": edition.deal_allowed()} for edition in EDITIONS.values()]
    assert editions == json.loads(json.dumps(fields))
    assert [[preset["id"] for preset in of_edition] for of_edition in presets] == [[], [*PRESETS], [], [], [], []]
    assert [len(edition["deal"]) + 1 for edition in editions] == [edition["players"][1] for edition in editions]


def test_a_terminal_gets_a_table(tricorn: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    done = tricorn("editions")
    assert "───" in done.out
    assert "up to 3, optional" in done.out


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_table_fits_a_terminal_of_80_columns(tricorn: Run, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    assert "…" not in tricorn("editions", "--language", language).out
