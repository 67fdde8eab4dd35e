"""Short runs of the scripts in examples/, which show what they claim."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def printed(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    return capsys.readouterr().out


def test_cfr_comes_close_to_what_nobody_can_beat(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = printed("openspiel_cfr.py", capsys, monkeypatch, "--iterations", "10")
    first, last = (float(gain) for gain in re.findall(r"gains ([0-9.]+)", text))
    assert last < 0.05 < first


def test_ismcts_plays_rounds_with_worlds_of_the_belief(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = printed("openspiel_ismcts.py", capsys, monkeypatch, "--rounds", "2", "--simulations", "4")
    assert re.fullmatch(r"ISMCTS is ahead by -?[0-9.]+ ± [0-9.]+ points a round, over 2 rounds\n", text)


def test_a_policy_is_trained_and_compared(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = printed("train_policy.py", capsys, monkeypatch, "--minutes", "0", "--games", "20")
    assert "1 updates, 81,920 steps" in text
    assert re.findall(r"against (\w+) +wins +[0-9.]+% of games, ± [0-9.]+%", text) == ["random", "greedy", "heuristic"]
