"""Many games stepped at once over numpy arrays, without a Python object a step."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tricorn.bots import PlainBot, bot_named
from tricorn.core.compile import accelerate
from tricorn.core.heuristic import new_policies
from tricorn.core.play import new_play
from tricorn.core.rules import rules_of
from tricorn.editions import DEFAULT_EDITION, Edition, edition_named
from tricorn.envs import stepping
from tricorn.envs.layout import ACTIONS, observation_size
from tricorn.envs.rows import (
    BOARD_SIZE,
    FIELDS,
    GAME_RESULT,
    GIVEN,
    INDEX,
    ROUND,
    ROUND_POINTS,
    ROUND_RESULT,
    SEED,
    SOURCE,
    STRIDE,
    Batch,
    Out,
)
from tricorn.errors import TricornError
from tricorn.game import check_seed

__all__ = ["REWARDS", "BatchEnv", "flat", "new_batch"]

# What an episode is and what it brings, by name.
REWARDS = {
    "round_points": ROUND_POINTS,
    "round_result": ROUND_RESULT,
    "game_result": GAME_RESULT,
}

Int8s: TypeAlias = NDArray[np.int8]
Int64s: TypeAlias = NDArray[np.int64]
Floats64: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
Info: TypeAlias = dict[str, Any]


def flat(array: NDArray[Any]) -> Any:
    """An array as the core takes it: one row of memory whose items are Python's own numbers."""
    return array.reshape(-1).data


def new_batch(
    number: int, edition: Edition, players: int, reward: str, *, log: bool = False, stops: bool = False
) -> tuple[Batch, Int64s]:
    """So many games, none of them begun, and their rows."""
    edition.check_players(players)
    if reward not in REWARDS:
        raise TricornError(f"no reward {reward!r}; there are {', '.join(REWARDS)}")
    play: Any = new_play(players, log=log)
    states = np.zeros((number, FIELDS + len(play)), np.int64)
    states[:, FIELDS:] = play
    batch = Batch(
        states=flat(states),
        boards=flat(np.zeros((number, BOARD_SIZE), np.int8)),
        rules=rules_of(edition),
        length=states.shape[1],
        players=players,
        each=edition.tiles_dealt(players),
        reward=REWARDS[reward],
        show_triple=int(edition.show_triple),
        observation=observation_size(players),
        stops=int(stops),
    )
    return batch, states


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The same memory, which only the environment itself writes."""
    view = array.view()
    view.flags.writeable = False
    return view


class BatchEnv:
    """So many games of an edition, each waiting for an action of its seat on turn.

    `reset` and `step` return the environment's own arrays, which the next step writes again: copy what is to be kept.
    An episode that ends is followed by the next one in the same step.

    >>> env = BatchEnv(4, edition="spanish", players=3)
    >>> observation, info = env.reset(seed=1)
    >>> for _ in range(100):
    ...     observation, rewards, terminated, truncated, info = env.step(env.choose("random"))
    >>> rewards.shape, info["action_mask"].shape
    ((4, 3), (4, 3250))
    """

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
            raise TricornError(f"a batch has at least one game and one thread, not {num_envs} and {threads}")
        accelerate()
        self.edition = edition_named(edition) if isinstance(edition, str) else edition
        self.num_envs, self.players, self.reward = num_envs, players, reward
        self._batch, self._states = new_batch(num_envs, self.edition, players, reward)
        self._policies = new_policies(())
        self._pool = ThreadPoolExecutor(threads, "tricorn-batch") if threads > 1 else None
        self._parts = list(pairwise(num_envs * part // threads for part in range(threads + 1)))
        self._begun = False
        self._make_arrays(observations, masks)

    def _make_arrays(self, observations: bool, masks: bool) -> None:
        number, players = self.num_envs, self.players
        seen = np.zeros((number if observations else 0, self._batch.observation), np.int8)
        lawful = np.zeros((number if masks else 0, ACTIONS), np.int8)
        rewards = np.zeros((number, players))
        terminated, truncated = np.zeros(number, np.int8), np.zeros(number, np.int8)
        current, winners, finals = (
            np.zeros(number, np.int64),
            np.full(number, -1),
            np.zeros((number, players), np.int64),
        )
        arrays = seen, lawful, rewards, terminated, truncated, current, winners, finals
        self._out = Out(*[flat(array) for array in arrays])
        self.observation: Int8s = _read_only(seen)
        """What the seat on turn sees in every game; docs/environments.md says what each index means."""
        self.legal_action_mask: Bools = _read_only(lawful.view(np.bool_))
        """The lawful actions in every game."""
        self.current_player: Int64s = _read_only(current)
        """The seat on turn in every game."""
        self.rewards: Floats64 = _read_only(rewards)
        """What the last step brought each seat of every game."""
        self.terminated: Bools = _read_only(terminated.view(np.bool_))
        """Whether an episode ended with the last step."""
        self.truncated: Bools = _read_only(truncated.view(np.bool_))
        """Whether an episode was given up with the last step, after 1,000 rounds that nobody won."""
        self._info: Info = {
            "action_mask": self.legal_action_mask,
            "current_player": self.current_player,
            "winner": _read_only(winners),
            "final_scores": _read_only(finals),
        }

    @property
    def metadata(self) -> Info:
        """What Gymnasium asks of a vector environment; it has to be installed for that."""
        from gymnasium.vector import AutoresetMode

        return {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    @property
    def seeds(self) -> Int64s:
        """The seed of the game that is on in every row: `Game(edition, players, seed=…)` deals the same rounds."""
        return self._states[:, SEED].copy()

    @property
    def rounds(self) -> Int64s:
        """The number of the round that is on in every game."""
        return self._states[:, ROUND].copy()

    def reset(self, seed: int | Sequence[int] | Int64s | None = None) -> tuple[Int8s, Info]:
        """Begin a new episode in every game.

        A number is the seed of a simulation: row n of the batch plays its games n, n + num_envs and so on. A sequence
        has the own seed of each row's next game. Without a seed the games go on as if all had ended.
        """
        if seed is None and not self._begun:
            seed = secrets.randbits(63)
        if seed is not None:
            self._take_seed(seed)
        self._begun = True
        stepping.begin_games(self._batch, self._out)
        return self.observation, self._info

    def _take_seed(self, seed: int | Sequence[int] | Int64s) -> None:
        single = isinstance(seed, int | np.integer)
        seeds = [int(each) for each in np.ravel(seed)]
        for each in seeds:
            check_seed(each)
        if not single and len(seeds) != self.num_envs:
            raise TricornError(f"{self.num_envs} games take one seed or {self.num_envs}, not {len(seeds)}")
        states = self._states
        states[:, SEED] = states[:, SOURCE] = seeds
        states[:, INDEX] = np.arange(self.num_envs) if single else 0
        states[:, STRIDE] = self.num_envs if single else 1
        states[:, GIVEN] = not single

    def step(self, actions: ArrayLike) -> tuple[Int8s, Floats64, Bools, Bools, Info]:
        """Carry out an action in every game; if one of them is not lawful, nothing happens."""
        chosen = self._checked(actions)
        if self._pool is None:
            stepping.step_games(self._batch, chosen, self._out, 0, self.num_envs)
        else:
            futures = [
                self._pool.submit(stepping.step_games, self._batch, chosen, self._out, *part) for part in self._parts
            ]
            for future in futures:
                future.result()
        return self.observation, self.rewards, self.terminated, self.truncated, self._info

    def _checked(self, actions: ArrayLike) -> Any:
        """The actions as the core takes them, all lawful."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise TricornError(
                f"a step takes {self.num_envs} whole numbers, not {chosen.dtype} of shape {chosen.shape}"
            )
        if not self._begun:
            raise TricornError("there is no game to step; reset the environment first")
        given = flat(np.array(chosen, np.int64))
        wrong = stepping.first_unlawful(self._batch, given)
        if wrong >= 0:
            raise TricornError(f"action {chosen[wrong]} of game {wrong} is not lawful there")
        return given

    def choose(self, bot: str) -> Int64s:
        """The action that a plain bot (random, greedy, heuristic, easy, medium) chooses in every game."""
        player = bot_named(bot)
        if not isinstance(player, PlainBot):
            raise TricornError(f"{bot} thinks about a view; in a batch only plain bots choose")
        if not self._begun:
            raise TricornError("there is no game to choose in; reset the environment first")
        actions = np.empty(self.num_envs, np.int64)
        stepping.choose_actions(self._batch, self._policies, player.policy, flat(actions))
        return actions

    def observe(self, seats: int | Sequence[int] | Int64s) -> Int8s:
        """What a seat sees in every game, on turn or not; in each its own, if they are as many as the games."""
        observers = np.array(np.broadcast_to(seats, (self.num_envs,)), np.int64)
        if observers.min() < 0 or observers.max() >= self.players:
            raise TricornError(f"seats are numbered from 0 to {self.players - 1}")
        observations = np.zeros((self.num_envs, self._batch.observation), np.int8)
        stepping.observe_games(self._batch, flat(observers), flat(observations))
        return observations

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()
