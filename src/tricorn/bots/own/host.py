"""Runs a bot that is a Python class as a process: `python -m tricorn.bots.own.host bot.py:Heavy`."""

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
from tricorn.bots.own.protocol import PROTOCOL_VERSION, encode_line, parse_view
from tricorn.core.rng import new_rng
from tricorn.moves import Draw, Pass, Place

__all__ = ["load", "main"]


def main(spec: str) -> None:
    """Answer the requests on standard input."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what the bot itself prints goes to standard error
    try:
        bot = load(spec)
    except (Exception, SystemExit) as error:
        answers.write(encode_line({"error": raised(error)}))
        return
    answers.write(encode_line({"ready": PROTOCOL_VERSION}))
    _answer_all(bot, sys.stdin.buffer, answers)


def _answer_all(bot: Bot, requests: Iterable[bytes], answers: IO[bytes]) -> None:
    for line in requests:
        answers.write(encode_line(_answer(bot, json.loads(line))))


def _answer(bot: Bot, request: dict[str, Any]) -> dict[str, Any]:
    view, budget = parse_view(request), Budget(seconds=request["seconds"])
    try:
        move: object = bot.choose(view, budget, new_rng(request["seed"], 0))
    except (Exception, SystemExit) as error:
        return {"error": raised(error)}
    if isinstance(move, Place | Draw | Pass):
        return {"move": str(move)}
    return {"error": f"choose returned {move!r:.60}; expected one of view.legal_moves()"}


def load(spec: str) -> Bot:
    """A new object of the class that `file.py:Class` or `package.module:Class` names."""
    source, _, name = spec.rpartition(":")
    module = _import_file(Path(source)) if source.endswith(".py") else _import_module(source)
    if not hasattr(module, name):
        raise LookupError(f"there is no class {name} in {source}")
    bot: Bot = getattr(module, name)()
    if not callable(getattr(bot, "choose", None)):
        raise TypeError(f"{name} has no method choose(view, budget, rng)")
    return bot


def _import_module(name: str) -> ModuleType:
    sys.path.insert(0, str(Path.cwd()))
    return importlib.import_module(name)


def _import_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    sys.path.insert(0, str(path.parent.resolve()))  # it may import modules from its own folder
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main(sys.argv[1])
