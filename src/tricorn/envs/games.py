"""The arrays of many games and the compiled steps over them, which every environment is built on."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tricorn.core.compile import accelerate
from tricorn.core.heuristic import new_policies
from tricorn.core.rules import rules_of
from tricorn.core.state import State, new_state
from tricorn.editions import Edition, edition_named
from tricorn.envs import stepping
from tricorn.envs.layout import ACTIONS, observation_size
from tricorn.envs.rows import (
    BOARD_SIZE,
    FIELDS,
    GAME_RESULT,
    GIVEN,
    INDEX,
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
from tricorn.messages import Message, quoted

__all__ = ["REWARDS", "Bools", "Floats64", "Games", "Int8s", "Int64s", "flat"]

# The reward schemes by name: what an episode is, and its reward.
REWARDS = {"round_points": ROUND_POINTS, "round_result": ROUND_RESULT, "game_result": GAME_RESULT}

Int8s: TypeAlias = NDArray[np.int8]
Int64s: TypeAlias = NDArray[np.int64]
Floats64: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]


def flat(array: NDArray[Any]) -> Any:
    """A flat view of an array as the core takes it, whose items are Python's own numbers."""
    return array.reshape(-1).data


class Games:
    """Several games of an edition in arrays, a row for each. They can be copied and pickled.

    With `log` the current round can be written as record lines. With `stops` a step does not go beyond the end of a
    round: `next_round` begins the next one, or `begin` the next episode.
    """

    def __init__(
        self,
        number: int,
        edition: str | Edition,
        players: int,
        reward: str,
        *,
        observations: bool = True,
        masks: bool = True,
        log: bool = False,
        stops: bool = False,
    ) -> None:
        accelerate()
        self.number, self.players, self.reward = number, players, reward
        self.edition = edition_named(edition) if isinstance(edition, str) else edition
        self.edition.check_players(players)
        if reward not in REWARDS:
            raise TricornError(Message.NO_REWARD, text=quoted(reward, 40), rewards=", ".join(REWARDS))
        self.begun, self._stops = False, stops
        self._make_rows(log)
        self._make_results(observations, masks)
        self._share()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("batch", "out", "policies")}

    def __setstate__(self, values: dict[str, Any]) -> None:
        accelerate()
        vars(self).update(values)
        self._share()

    def _make_rows(self, log: bool) -> None:
        state: Any = new_state(self.players, log=log)
        self.rows = np.zeros((self.number, FIELDS + len(state)), np.int64)
        self.rows[:, FIELDS:] = state
        self.boards = np.zeros((self.number, BOARD_SIZE), np.int8)

    def _make_results(self, observations: bool, masks: bool) -> None:
        number, players = self.number, self.players
        self.observations = np.zeros((number if observations else 0, observation_size(players)), np.int8)
        self.masks = np.zeros((number if masks else 0, ACTIONS), np.int8)
        self.rewards = np.zeros((number, players))
        self.terminated, self.truncated = np.zeros(number, np.int8), np.zeros(number, np.int8)
        self.current = np.zeros(number, np.int64)
        self.winners, self.finals = np.full(number, -1, np.int64), np.zeros((number, players), np.int64)

    def _share(self) -> None:
        """Share the memory of the arrays with the core."""
        self.policies = new_policies(())
        self.batch = Batch(
            rows=flat(self.rows),
            boards=flat(self.boards),
            rules=rules_of(self.edition),
            length=self.rows.shape[1],
            players=self.players,
            each=self.edition.tiles_dealt(self.players),
            reward=REWARDS[self.reward],
            show_triple=int(self.edition.show_triple),
            observation=observation_size(self.players),
            stops=int(self._stops),
        )
        self.out = Out(
            flat(self.observations),
            flat(self.masks),
            flat(self.rewards),
            flat(self.terminated),
            flat(self.truncated),
            flat(self.current),
            flat(self.winners),
            flat(self.finals),
        )

    def begin(self, seed: int | Sequence[int] | Int64s | None) -> None:
        """Begin a new episode in every game; without a seed the next one, or a random one the first time."""
        if seed is None and not self.begun:
            seed = secrets.randbits(63)
        if seed is not None:
            self._take_seed(seed)
        self.begun = True
        stepping.begin_games(self.batch, self.out)

    def _take_seed(self, seed: int | Sequence[int] | Int64s) -> None:
        """Set a number as the seed of a simulation, whose games are played in turn, or a seed for each game."""
        single = isinstance(seed, int | np.integer)
        seeds = [int(each) for each in np.ravel(seed)]
        for each in seeds:
            check_seed(each)
        if not single and len(seeds) != self.number:
            raise TricornError(Message.SEEDS, games=self.number, seeds=len(seeds))
        rows = self.rows
        rows[:, SEED] = rows[:, SOURCE] = seeds
        rows[:, INDEX] = np.arange(self.number) if single else 0
        rows[:, STRIDE] = self.number if single else 1
        rows[:, GIVEN] = not single

    def check(self, actions: Int64s) -> None:
        """Refuse the actions if one of them is illegal."""
        if not self.begun:
            raise TricornError(Message.NOT_RESET)
        wrong = stepping.first_illegal(self.batch, flat(actions))
        if wrong >= 0:
            raise TricornError(Message.ILLEGAL_ACTION, action=actions[wrong], game=wrong)

    def step(self, actions: Int64s, first: int, last: int) -> None:
        """Carry out the checked actions of the games from `first` up to `last`."""
        stepping.step_games(self.batch, flat(actions), self.out, first, last)

    def next_round(self) -> None:
        """Begin the next round in every game whose round is over."""
        stepping.begin_rounds(self.batch, self.out)

    def choose(self, policy: int) -> Int64s:
        """The actions that a policy of the core chooses."""
        if not self.begun:
            raise TricornError(Message.NOT_RESET)
        actions = np.empty(self.number, np.int64)
        stepping.choose_actions(self.batch, self.policies, policy, flat(actions))
        return actions

    def observe(self, seats: Int64s) -> Int8s:
        """What these seats see."""
        observations = np.zeros((self.number, self.batch.observation), np.int8)
        stepping.observe_games(self.batch, flat(seats), flat(observations))
        return observations

    def state(self, game: int) -> State:
        """The core's state of a game."""
        return flat(self.rows[game])[FIELDS:]  # type: ignore[no-any-return]
