"""What a message says about missing packages can be done."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tricorn import extras

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
NAMED = sorted({name for path in SOURCES for name in re.findall(r"\bcommand_for\(.(\w+).\)", path.read_text())})


def test_every_extra_that_a_message_names_exists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert len(NAMED) > 3
    assert set(NAMED) <= set(project["optional-dependencies"])


def test_the_command_is_one_for_a_checkout_or_for_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert extras.command_for("data") == f"{sys.executable} -m pip install --editable '{ROOT}[data]'"
    monkeypatch.setattr(extras, "_ROOT", tmp_path)
    assert extras.command_for("data") == "pip install 'tricorn[data]'"


def test_an_environment_without_its_packages_says_what_to_install() -> None:
    without = "import sys; sys.modules |= dict.fromkeys(['numpy', 'gymnasium', 'pettingzoo'])"
    script = f"{without}\nfrom tricorn.envs import BatchEnv"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr.endswith(f"ImportError: tricorn.envs.BatchEnv needs numpy: {extras.command_for('envs')}\n")
