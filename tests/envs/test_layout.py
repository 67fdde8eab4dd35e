"""The tables of docs/environments.md agree with the layout of actions and observations."""

from __future__ import annotations

import re
from pathlib import Path

from tricorn.envs import ACTIONS, VERSION, observation_size
from tricorn.envs.layout import BOARD, DRAW_ACTION, FOR_EACH_SEAT, PASS_ACTION, RACK, SCALARS, SEATS_AT, SLOTS_AT

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")


def test_the_page_has_the_first_index_of_every_part() -> None:
    table = PAGE.split(f"## Observation, version {VERSION}\n")[1].split("Cells are")[0]
    indices = [int(index) for index in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)]
    assert indices == [SLOTS_AT, BOARD, RACK, *range(SCALARS, SEATS_AT), SEATS_AT]
    assert f"| {SEATS_AT} + {FOR_EACH_SEAT}·players |" in table
    assert f"{SEATS_AT} + {FOR_EACH_SEAT}·players + 56·(players - 1) numbers: {observation_size(2)} for two" in table


def test_the_page_has_the_numbers_of_the_actions() -> None:
    assert f"| draw | {DRAW_ACTION} |" in PAGE
    assert f"| pass | {PASS_ACTION} |" in PAGE
    assert f"Slots make {ACTIONS:,}." in PAGE
