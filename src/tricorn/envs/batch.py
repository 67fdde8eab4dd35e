"""Many games stepped at once over numpy arrays, without Python objects per game."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tricorn.bots import PlainBot, bot_named
from tricorn.core import layout as at
from tricorn.editions import DEFAULT_EDITION, Edition
from tricorn.envs.games import Bools, Floats64, Games, Int8s, Int64s
from tricorn.envs.rows import ROUND, SEED, STATE_START
from tricorn.errors import TricornError
from tricorn.messages import Message

__all__ = ["BatchEnv"]

Info: TypeAlias = dict[str, Any]


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    """A read-only view of an array."""
    view = array.view()
    view.flags.writeable = False
    return view


class BatchEnv:
    """Several games of an edition, each of which waits for an action of its seat on turn.

    `reset` and `step` return the environment's own arrays, which the next step overwrites: copy what you want to keep.
    When an episode ends, the next one begins in the same step.

    >>> env = BatchEnv(4, edition="spanish", players=3)
    >>> observation, info = env.reset(seed=1)
    >>> for _ in range(100):
    ...     observation, rewards, terminated, truncated, info = env.step(env.choose("random"))
    >>> rewards.shape, info["action_mask"].shape
    ((4, 3), (4, 3250))
    """

    observation: Int8s
    """What the seat on turn sees in every game; docs/environments.md says what each index means."""
    legal_action_mask: Bools
    """The legal actions in every game."""
    current_player: Int64s
    """The seat on turn in every game."""
    rewards: Floats64
    """The reward of each seat of every game for the last step."""
    terminated: Bools
    """Whether an episode ended with the last step."""
    truncated: Bools
    """Whether an episode was truncated with the last step, after 1,000 rounds without a winner."""

    def __init__(
        self,
        num_envs: int,
        edition: str | Edition = DEFAULT_EDITION,
        players: int = 2,
        reward: str = "round_points",
        *,
        observations: bool = True,
        masks: bool = True,
        threads: int = 1,
    ) -> None:
        if num_envs < 1 or threads < 1:
            raise TricornError(Message.BATCH_SIZE, games=num_envs, threads=threads)
        self._use(Games(num_envs, edition, players, reward, observations=observations, masks=masks), threads)

    def __getstate__(self) -> tuple[Games, int]:
        return self._games, len(self._slices)

    def __setstate__(self, state: tuple[Games, int]) -> None:
        self._use(*state)

    def _use(self, games: Games, threads: int) -> None:
        """Use these games and expose their arrays."""
        self._games, self.num_envs = games, games.count
        self.edition, self.players, self.reward = games.edition, games.players, games.reward
        self._pool = ThreadPoolExecutor(threads, "tricorn-batch") if threads > 1 else None
        self._slices = list(pairwise(games.count * index // threads for index in range(threads + 1)))
        self.observation = _read_only(games.observations)
        self.legal_action_mask = _read_only(games.masks.view(np.bool_))
        self.current_player = _read_only(games.current_seats)
        self.rewards = _read_only(games.rewards)
        self.terminated = _read_only(games.terminated.view(np.bool_))
        self.truncated = _read_only(games.truncated.view(np.bool_))
        self._info: Info = {
            "action_mask": self.legal_action_mask,
            "current_player": self.current_player,
            "winner": _read_only(games.winners),
            "final_scores": _read_only(games.final_scores),
        }

    @property
    def metadata(self) -> Info:
        """The metadata of a Gymnasium vector environment; needs Gymnasium."""
        from gymnasium.vector import AutoresetMode

        return {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    @property
    def seeds(self) -> Int64s:
        """The seed of every current game: `Game(edition, players, seed=…)` deals the same rounds."""
        return self._games.rows[:, SEED].copy()

    @property
    def rounds(self) -> Int64s:
        """The number of the current round in every game."""
        return self._games.rows[:, ROUND].copy()

    @property
    def scores(self) -> Int64s:
        """The scores of every current game, as `scores[game, seat]`."""
        return self._games.rows[:, STATE_START + at.SCORES : STATE_START + at.SCORES + self.players].copy()

    def reset(self, seed: int | Sequence[int] | Int64s | None = None) -> tuple[Int8s, Info]:
        """Begin a new episode in every game.

        A number is the seed of a simulation: row n of the batch plays its games n, n + num_envs and so on. A sequence
        has the seed of each row's next game. Without a seed, every row goes on to its next game.
        """
        self._games.begin(seed)
        return self.observation, self._info

    def step(self, actions: ArrayLike) -> tuple[Int8s, Floats64, Bools, Bools, Info]:
        """Carry out an action in every game; if one is illegal, this raises an error and changes nothing."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise TricornError(Message.ACTIONS, games=self.num_envs, type=chosen.dtype, shape=chosen.shape)
        chosen = np.array(chosen, np.int64)
        self._games.check(chosen)
        if self._pool is None:
            self._games.step(chosen, 0, self.num_envs)
        else:
            for future in [self._pool.submit(self._games.step, chosen, *bounds) for bounds in self._slices]:
                future.result()
        return self.observation, self.rewards, self.terminated, self.truncated, self._info

    def choose(self, bot: str) -> Int64s:
        """The action that a plain bot (random, greedy, heuristic, gentle, easy, medium) chooses in every game."""
        player = bot_named(bot)
        if not isinstance(player, PlainBot):
            raise TricornError(Message.BOT_NEEDS_VIEW, bot=bot)
        return self._games.choose(player.policy)

    def observe(self, seats: int | Sequence[int] | Int64s) -> Int8s:
        """What a seat sees in every game, on turn or not; a sequence has one seat for each game."""
        observers = np.array(np.broadcast_to(seats, (self.num_envs,)), np.int64)
        if observers.min() < 0 or observers.max() >= self.players:
            raise TricornError(Message.SEAT_NUMBERS, most=self.players - 1)
        return self._games.observe(observers)

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()
