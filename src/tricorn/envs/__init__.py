"""Environments for reinforcement learning: batches of games, PettingZoo, Gymnasium and OpenSpiel.

Importing this package registers the game with PettingZoo and Gymnasium, if they are installed.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from tricorn.envs.layout import VERSION
from tricorn.extras import command_for

if TYPE_CHECKING:
    from tricorn.envs.aec import aec_env
    from tricorn.envs.batch import BatchEnv
    from tricorn.envs.gym_env import GymEnv
    from tricorn.envs.layout import ACTIONS, observation_size
    from tricorn.envs.moves import action_of, move_of

# The module of each name. Names are imported on first use, because they need different packages.
_MODULES = {
    "ACTIONS": "layout",
    "BatchEnv": "batch",
    "GymEnv": "gym_env",
    "action_of": "moves",
    "aec_env": "aec",
    "move_of": "moves",
    "observation_size": "layout",
}

__all__ = ["ACTIONS", "VERSION", "BatchEnv", "GymEnv", "action_of", "aec_env", "move_of", "observation_size"]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'tricorn.envs' has no attribute {name!r}")
    try:
        return getattr(import_module(f"tricorn.envs.{_MODULES[name]}"), name)
    except ModuleNotFoundError as error:
        raise ImportError(f"tricorn.envs.{name} needs {error.name}: {command_for('envs')}") from None


def __dir__() -> list[str]:
    return __all__


def _register() -> None:
    if find_spec("gymnasium") is not None:
        import gymnasium

        gymnasium.register(f"Tricorn-v{VERSION}", "tricorn.envs.gym_env:GymEnv")
    if find_spec("pettingzoo") is not None:
        import pettingzoo

        pettingzoo.register("aec", f"tricorn_v{VERSION}", "tricorn.envs.aec:aec_env")


_register()
