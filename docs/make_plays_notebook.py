"""Runs the cells of docs/plays.ipynb in order and writes their output into it.

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


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """The code cells of a notebook."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run(notebook: dict[str, Any], games: int | None = None) -> dict[str, Any]:
    """Run the code cells, store their output, and return their variables; `games` replaces the number of games."""
    variables: dict[str, Any] = {}
    for number, cell in enumerate(code_cells(notebook), 1):
        source = "".join(cell["source"])
        if games is not None:
            source = source.replace("GAMES = 100_000", f"GAMES = {games}")
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(source, f"{NOTEBOOK.name}, cell {number}", "exec"), variables)
        text = output.getvalue().splitlines(keepends=True)
        cell["execution_count"] = number
        cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": text}] if text else []
    return variables


def main() -> None:
    parser = argparse.ArgumentParser(description="Run docs/plays.ipynb and keep its output.")
    parser.add_argument("--games", type=int, help="games to play (default: 100,000)")
    args = parser.parse_args()
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    run(notebook, args.games)
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
