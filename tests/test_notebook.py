"""docs/plays.ipynb runs from top to bottom and answers its questions, here with few games."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def test_the_notebook_answers_its_questions() -> None:
    maker = runpy.run_path(str(DOCS / "make_plays_notebook.py"))
    notebook = json.loads((DOCS / "plays.ipynb").read_text(encoding="utf-8"))
    saved = [cell["outputs"] for cell in maker["code_cells"](notebook)]
    variables = maker["run"](notebook, games=120)
    output_text = "".join(
        "".join(output["text"]) for cell in maker["code_cells"](notebook) for output in cell["outputs"]
    )
    assert output_text.startswith("120 games, ")
    assert len(re.findall(r"(?m)^\d-\d-\d: ", output_text)) == 10
    assert 0 < variables["mean"] < 60
    assert "of all plays are draws" in output_text
    assert not variables["folder"].exists()
    assert "100,000 games" in str(saved)


def test_the_plays_are_those_of_the_simulation() -> None:
    maker = runpy.run_path(str(DOCS / "make_plays_notebook.py"))
    variables = maker["run"](json.loads((DOCS / "plays.ipynb").read_text(encoding="utf-8")), games=60)

    from tricorn.arena.job import Job, Part
    from tricorn.core.totals import SCALARS
    from tricorn.editions import EDITIONS

    totals = dict(
        zip(SCALARS, Part(Job(EDITIONS["pressman-classic"], ("greedy",) * 2, 60, 1), 0, 60).play().sums, strict=False)
    )
    assert len(variables["rounds"]) == totals["rounds"]
    assert variables["rounds"]["draws"].sum() == totals["draws"]
    assert variables["rounds"]["ahead"].sum() == totals["starter_ahead"]
