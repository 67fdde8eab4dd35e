"""The spaces of observations and actions for PettingZoo and Gymnasium, and the check of their render modes."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from tricorn.envs.games import Int8s
from tricorn.envs.layout import ACTIONS
from tricorn.envs.rendering import RENDER_MODES
from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.wording import quoted

__all__ = ["Observation", "check_render_mode", "spaces"]

Observation: TypeAlias = dict[str, Int8s]


def spaces(length: int) -> tuple[Dict, Discrete]:
    """The spaces of observations and actions; `length` is that of an observation."""
    observation = Box(-128, 127, (length,), np.int8)
    mask = Box(0, 1, (ACTIONS,), np.int8)
    return Dict({"observation": observation, "action_mask": mask}), Discrete(ACTIONS)


def check_render_mode(mode: str | None) -> None:
    """Raise an error for an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise TricornError(Message.NO_RENDER_MODE, text=quoted(mode, 40), modes=", ".join(RENDER_MODES))
