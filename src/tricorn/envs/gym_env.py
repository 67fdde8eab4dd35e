"""The game as a Gymnasium environment: one agent against bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from tricorn.arena.external import ExternalBots, ThinkingTime
from tricorn.bots import Bot, PlainBot, as_bot
from tricorn.core import layout as at
from tricorn.core.board import PLACED
from tricorn.core.state import State
from tricorn.editions import DEFAULT_EDITION, Edition
from tricorn.envs.games import Bools, Games, Int64s
from tricorn.envs.rendering import RENDER_MODES, print_if_human, render
from tricorn.envs.rows import ROUND, SEED
from tricorn.envs.spaces import Observation, check_render_mode, spaces
from tricorn.envs.stepping import action_for
from tricorn.errors import TricornError
from tricorn.messages import Message

__all__ = ["LOST", "GymEnv"]

# The reward of an illegal action, by reward scheme.
LOST = {"round_points": -100.0, "round_result": -1.0, "game_result": -1.0}


class GymEnv(gymnasium.Env[Any, Any]):
    """One seat of a game or a round; bots play the others.

    `bots` are names or `Bot` objects: one for each other seat in order, or one for all of them. An illegal action ends
    the episode with the reward of a loss (`LOST`).

    >>> env = GymEnv("greedy", edition="spanish")
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(observation["action_mask"]))
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        bots: str | Bot | Sequence[str | Bot] = "greedy",
        edition: str | Edition = DEFAULT_EDITION,
        players: int = 2,
        reward: str = "round_points",
        seat: int = 0,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        if not 0 <= seat < players:
            raise TricornError(Message.AGENT_SEAT, most=players - 1, seat=seat)
        self.render_mode, self.seat = render_mode, seat
        self.bots = _bots_by_seat(bots, players, seat)
        external = {other: bot for other, bot in self.bots.items() if not isinstance(bot, PlainBot)}
        log = bool(external) or render_mode is not None
        self.games = Games(1, edition, players, reward, log=log, stop_at_round_end=True)
        names = tuple(
            f"{self.bots[other].name if other in self.bots else 'agent'} {other + 1}" for other in range(players)
        )
        self._external_bots = ExternalBots(self.games.edition, names, external)
        self._thinking = ThinkingTime()
        self._ended = True
        self.observation_space, self.action_space = spaces(self.games.batch.observation_length)

    @property
    def _state(self) -> State:
        return self.games.state(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin the game of `Game(edition, players, seed=seed)`; without a seed, the next game of the previous seed."""
        super().reset(seed=seed)
        games = self.games
        games.begin(None if seed is None else [seed])
        self._begin()
        self._play_bots()
        while self._ended:  # a bot went out before the agent's first turn
            games.begin(None)
            self._begin()
            self._play_bots()
        print_if_human(self.games, self.render_mode)
        return self._observation(), {}

    def _begin(self) -> None:
        self._ended = False
        self._external_bots.begin_game(int(self.games.rows[0, SEED]))
        self._external_bots.add_deal(self._state, int(self.games.rows[0, ROUND]))

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out the agent's action, then let the bots play up to its next turn."""
        if self._ended:
            raise TricornError(Message.EPISODE_OVER)
        games, chosen = self.games, np.array([action], np.int64)
        if not 0 <= action < games.masks.shape[1] or not games.masks[0, action]:
            self._ended = True
            return self._observation(), LOST[games.reward], True, False, {"illegal": True}
        reward = self._carry_out(chosen) + self._play_bots()
        print_if_human(self.games, self.render_mode)
        return self._observation(), reward, bool(games.terminated[0]), bool(games.truncated[0]), {}

    def _carry_out(self, action: Int64s) -> float:
        """Carry out an action of the seat on turn and return the agent's reward."""
        games = self.games
        games.check(action)
        games.step(action, 0, 1)
        reward = float(games.rewards[0, self.seat])
        self._ended = bool(games.terminated[0] or games.truncated[0])
        if self._state[at.OVER]:
            self._external_bots.add_end(self._state)
            if not self._ended:
                games.next_round()
                self._external_bots.add_deal(self._state, int(games.rows[0, ROUND]))
        return reward

    def _play_bots(self) -> float:
        """Let the bots play up to the agent's turn or the end, and return the agent's reward."""
        reward = 0.0
        while not self._ended and self.games.current_seats[0] != self.seat:
            reward += self._carry_out(self._bot_action())
        return reward

    def _bot_action(self) -> Int64s:
        games, seat = self.games, int(self.games.current_seats[0])
        bot = self.bots[seat]
        if isinstance(bot, PlainBot):
            return games.choose(bot.policy)
        legal = np.flatnonzero(games.masks[0])
        if len(legal) == 1:
            return legal
        choose = self._external_bots.choose if self._state[PLACED] else self._external_bots.choose_start
        return np.array([action_for(self._state, choose(seat, self._state, self._thinking))])

    def _observation(self) -> Observation:
        games = self.games
        if games.current_seats[0] == self.seat and not self._ended:
            return {"observation": games.observations[0].copy(), "action_mask": games.masks[0].copy()}
        return {"observation": games.observe(np.array([self.seat]))[0], "action_mask": np.zeros_like(games.masks[0])}

    def action_masks(self) -> Bools:
        """The legal actions, for sb3-contrib."""
        return self._observation()["action_mask"].view(np.bool_)

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as text (`ansi`) or pixels (`rgb_array`); None in `human` mode, where every step prints it."""
        return render(self.games, self.render_mode)


def _bots_by_seat(bots: str | Bot | Sequence[str | Bot], players: int, seat: int) -> dict[int, Bot]:
    """The bots that play the other seats, by seat."""
    listed: list[str | Bot] = [*bots] if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots]
    others = [other for other in range(players) if other != seat]
    if len(listed) not in (1, len(others)):
        raise TricornError(Message.BOTS_FOR_PLAYERS, players=players, others=len(others), bots=len(listed))
    resolved = [as_bot(bot) for bot in listed]
    return {other: resolved[index % len(resolved)] for index, other in enumerate(others)}
