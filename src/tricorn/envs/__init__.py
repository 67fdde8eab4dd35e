"""Environments for learning: many games at once, PettingZoo, Gymnasium and OpenSpiel."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tricorn.envs.batch import BatchEnv
    from tricorn.envs.layout import ACTIONS, VERSION, observation_size
    from tricorn.envs.moves import action_of, move_of

# Names are fetched when they are first asked for: each needs packages that the others do not.
_HOMES = {
    "ACTIONS": "layout",
    "BatchEnv": "batch",
    "VERSION": "layout",
    "action_of": "moves",
    "move_of": "moves",
    "observation_size": "layout",
}

__all__ = ["ACTIONS", "VERSION", "BatchEnv", "action_of", "move_of", "observation_size"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'tricorn.envs' has no attribute {name!r}")
    return getattr(import_module(f"tricorn.envs.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
