"""The process of a bot that is a Python class: `python -m tricorn.bots.own.host bot.py:Heavy`."""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from tricorn.bots.base import Bot, Budget
from tricorn.bots.own.faults import raised
from tricorn.bots.own.wire import PROTOCOL, line_of, view_from
from tricorn.core.rng import new_rng
from tricorn.moves import Draw, Pass, Place

__all__ = ["load", "main"]


def main(spec: str) -> None:
    """Answer what standard input asks. What the bot itself prints does not get among the answers."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    try:
        bot = load(spec)
    except (Exception, SystemExit) as error:
        answers.write(line_of({"error": raised(error)}))
        return
    answers.write(line_of({"ready": PROTOCOL}))
    _answer_all(bot, sys.stdin.buffer, answers)


def _answer_all(bot: Bot, questions: Iterable[bytes], answers: IO[bytes]) -> None:
    for line in questions:
        answers.write(line_of(_answer(bot, json.loads(line))))


def _answer(bot: Bot, question: dict[str, Any]) -> dict[str, Any]:
    view, budget = view_from(question), Budget(seconds=question["seconds"])
    try:
        move: object = bot.choose(view, budget, new_rng(question["seed"], 0))
    except (Exception, SystemExit) as error:
        return {"error": raised(error)}
    if isinstance(move, Place | Draw | Pass):
        return {"move": str(move)}
    return {"error": f"choose returned {move!r:.60}; expected one of view.legal_moves()"}


def load(spec: str) -> Bot:
    """An object of the class that `file.py:Class` or `package.module:Class` names."""
    where, _, name = spec.rpartition(":")
    module = _file(Path(where)) if where.endswith(".py") else _module(where)
    if not hasattr(module, name):
        raise LookupError(f"there is no class {name} in {where}")
    bot: Bot = getattr(module, name)()
    if not callable(getattr(bot, "choose", None)):
        raise TypeError(f"{name} has no method choose(view, budget, rng)")
    return bot


def _module(name: str) -> ModuleType:
    sys.path.insert(0, str(Path.cwd()))
    return importlib.import_module(name)


def _file(path: Path) -> ModuleType:
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    sys.path.insert(0, str(path.parent.resolve()))  # it may import the modules beside it
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main(sys.argv[1])
