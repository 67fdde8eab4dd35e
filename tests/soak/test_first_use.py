"""The package before anything has been compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_PLAY = """
from tricorn import Game
from tricorn.core.compile import ensure_compiled, is_compiled
game = Game('spanish', players=2, seed=7)
ensure_compiled()
print(is_compiled(), len(game.legal_moves()))
"""


def _played(source: Path, **environment: str) -> tuple[str, str]:
    """The stdout and stderr of a process that plays."""
    run = subprocess.run(
        [sys.executable, "-c", _PLAY],
        env={**os.environ, "PYTHONPATH": str(source), "TRICORN_COMPILE": "1", **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    return run.stdout, run.stderr


@pytest.mark.soak
def test_the_first_use_compiles_with_a_progress_line_and_the_next_one_finds_the_result(tmp_path: Path) -> None:
    source = tmp_path / "src"
    shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
    first, second = _played(source), _played(source)
    assert first[0].startswith("True ")
    assert first[1] == "Compiling the rules, once ...\n"
    assert second == (first[0], "")
    code = next((source / "tricorn" / "core" / "__pycache__").glob("tricorn-*.abi3.so"))
    (source / "tricorn" / "tiles.py").write_text((ROOT / "src/tricorn/tiles.py").read_text() + "\n# changed\n")
    assert _played(source)[1] == "Compiling the rules, once ...\n", "machine code of other sources was loaded"
    assert not code.exists(), "code that will never be loaded again was not deleted"
