"""Writes docs/plays.ipynb: runs its cells one after the other and keeps what they print.

    python docs/make_plays_notebook.py [--games N]

It needs no Jupyter: the cells are plain Python, and a notebook is JSON. The tests run the same cells on fewer games.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parent / "plays.ipynb"


def cells_of(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """The cells that hold code."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run(notebook: dict[str, Any], games: int | None = None) -> dict[str, Any]:
    """Run the cells and put what they print under them; with another number of games if that is given."""
    names: dict[str, Any] = {}
    for number, cell in enumerate(cells_of(notebook), 1):
        source = "".join(cell["source"])
        if games is not None:
            source = source.replace("GAMES = 100_000", f"GAMES = {games}")
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(source, f"{NOTEBOOK.name}, cell {number}", "exec"), names)
        text = printed.getvalue().splitlines(keepends=True)
        cell["execution_count"] = number
        cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": text}] if text else []
    return names


def main() -> None:
    parser = argparse.ArgumentParser(description="Run docs/plays.ipynb and keep its output.")
    parser.add_argument("--games", type=int, help="instead of a hundred thousand")
    args = parser.parse_args()
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    run(notebook, args.games)
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
