"""The game as a PettingZoo environment, in which agents take turns."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from tricorn.editions import DEFAULT_EDITION, Edition
from tricorn.envs.games import Games
from tricorn.envs.layout import ACTIONS, VERSION
from tricorn.envs.rendering import RENDER_MODES, print_if_human, render
from tricorn.envs.spaces import Observation, check_render_mode, spaces

__all__ = ["TricornAEC", "aec_env"]


class TricornAEC(AECEnv):
    """A game, or a round, of any edition; `reward` says which (docs/environments.md)."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": f"tricorn_v{VERSION}",
        "render_modes": RENDER_MODES,
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        edition: str | Edition = DEFAULT_EDITION,
        players: int = 2,
        reward: str = "round_points",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.games = Games(1, edition, players, reward, log=render_mode is not None, stop_at_round_end=True)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        # Every agent has its own spaces, because a space can be seeded.
        self.observation_spaces, self.action_spaces = {}, {}
        for agent in self.possible_agents:
            agent_spaces = spaces(self.games.batch.observation_length)
            self.observation_spaces[agent], self.action_spaces[agent] = agent_spaces

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the game of `Game(edition, players, seed=seed)`; without a seed, the next game of the previous seed."""
        self.games.begin(None if seed is None else [seed])
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.games.current_seats[0]]
        print_if_human(self.games, self.render_mode)

    def observe(self, agent: str) -> Observation:
        """What an agent sees; only the agent on turn has legal actions."""
        games, seat = self.games, self._seats[agent]
        if seat == games.current_seats[0]:
            return {"observation": games.observations[0].copy(), "action_mask": games.masks[0].copy()}
        observation = games.observe(np.array([seat]))[0]
        return {"observation": observation, "action_mask": np.zeros(ACTIONS, np.int8)}

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent on turn; an illegal action raises an error and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        games, chosen = self.games, np.array([-1 if action is None else action], np.int64)
        games.check(chosen)
        games.step(chosen, 0, 1)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, games.rewards[0].tolist(), strict=True))
        self._accumulate_rewards()
        if games.terminated[0] or games.truncated[0]:
            self.terminations = dict.fromkeys(self.agents, bool(games.terminated[0]))
            self.truncations = dict.fromkeys(self.agents, bool(games.truncated[0]))
        else:
            games.next_round()
        self.agent_selection = self.possible_agents[games.current_seats[0]]
        print_if_human(self.games, self.render_mode)

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as text (`ansi`) or pixels (`rgb_array`); None in `human` mode, where every step prints it."""
        return render(self.games, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is no window to close."""


def aec_env(
    edition: str | Edition = DEFAULT_EDITION,
    players: int = 2,
    reward: str = "round_points",
    render_mode: str | None = None,
) -> TricornAEC:
    """The game as a PettingZoo environment.

    >>> env = aec_env(edition="spanish", players=3)
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     is_over = terminated or truncated
    ...     env.step(None if is_over else env.action_space(agent).sample(observation["action_mask"]))
    """
    return TricornAEC(edition, players, reward, render_mode)
