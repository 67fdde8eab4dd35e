"""docs/your-own-bot.md does what it says: its files are written, and its commands run, in an empty folder.

They play two games or rounds instead of a hundred, in this process.
"""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from tests.cli.conftest import Run

GUIDE = (Path(__file__).parents[3] / "docs" / "your-own-bot.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    """The first block of code in this language."""
    match = re.search(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
    assert match is not None
    return match[1]


def commands() -> list[list[str]]:
    """The commands except `serve`, which needs an installed bot (tests/web/work/test_allowed_bots.py)."""
    lines = re.findall(r"^    tricorn (?!serve)(.*)$", GUIDE, re.MULTILINE)
    return [re.findall(r'"[^"]+"|\S+', line) for line in lines]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_the_commands_of_the_guide_work(
    words: list[str], tricorn: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mybot.py").write_text(block("python"), encoding="utf-8")
    (tmp_path / "first.mjs").write_text(block("js"), encoding="utf-8")
    if "node" in " ".join(words) and shutil.which("node") is None:
        pytest.skip("Node is not installed")
    if words[0] == "verify":
        tricorn("simulate", "--bots", "greedy", "--games", 2, "--players", 2, "--records", "games")
    fewer = ["2" if before in ("--games", "--rounds") else word for before, word in pairwise(["", *words])]
    here = ["--workers", "1"] if words[0] in ("match", "simulate") else []
    code, out, err = tricorn(*(word.strip('"') for word in fewer), *here, typed="q\n\n")
    assert (code, err) == (0, "")
    assert out
