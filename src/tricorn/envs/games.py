"""The arrays of many games and the compiled steps over them, on which all environments are built."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tricorn.core.compile import accelerate, ensure_compiled
from tricorn.core.heuristic import new_policies
from tricorn.core.rules import rules_for
from tricorn.core.state import State, new_state
from tricorn.editions import Edition, edition_named
from tricorn.envs import stepping
from tricorn.envs.layout import ACTIONS, observation_size
from tricorn.envs.rows import (
    BOARD_SIZE,
    GAME_RESULT,
    INDEX,
    ROUND_POINTS,
    ROUND_RESULT,
    SEED,
    SEED_PENDING,
    SOURCE,
    STATE_START,
    STRIDE,
    Batch,
    StepOutput,
)
from tricorn.errors import TricornError
from tricorn.game import check_seed
from tricorn.messages import Message
from tricorn.wording import quoted

__all__ = ["REWARDS", "Bools", "Floats64", "Games", "Int8s", "Int64s", "flat"]

# The reward schemes by name.
REWARDS = {"round_points": ROUND_POINTS, "round_result": ROUND_RESULT, "game_result": GAME_RESULT}

Int8s: TypeAlias = NDArray[np.int8]
Int64s: TypeAlias = NDArray[np.int64]
Floats64: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]


def flat(array: NDArray[Any]) -> Any:
    """A flat memoryview of an array, as compiled functions take it; its items are Python numbers."""
    return array.reshape(-1).data


class Games:
    """Several games of an edition in arrays, one row per game. They can be copied and pickled.

    With `log`, the current round can be written as record lines. With `stop_at_round_end`, a step does not go beyond
    the end of a round: `next_round` begins the next round, or `begin` the next episode.
    """

    def __init__(
        self,
        count: int,
        edition: str | Edition,
        players: int,
        reward: str,
        *,
        observations: bool = True,
        masks: bool = True,
        log: bool = False,
        stop_at_round_end: bool = False,
    ) -> None:
        ensure_compiled()
        self.count, self.players, self.reward = count, players, reward
        self.edition = edition_named(edition) if isinstance(edition, str) else edition
        self.edition.check_players(players)
        if reward not in REWARDS:
            raise TricornError(Message.NO_REWARD, text=quoted(reward, 40), rewards=", ".join(REWARDS))
        self.has_begun, self._stop_at_round_end = False, stop_at_round_end
        self._allocate_rows(log)
        self._allocate_results(observations, masks)
        self._connect()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("batch", "output", "policies")}

    def __setstate__(self, values: dict[str, Any]) -> None:
        accelerate()
        vars(self).update(values)
        self._connect()

    def _allocate_rows(self, log: bool) -> None:
        state: Any = new_state(self.players, log=log)
        self.rows = np.zeros((self.count, STATE_START + len(state)), np.int64)
        self.rows[:, STATE_START:] = state
        self.boards = np.zeros((self.count, BOARD_SIZE), np.int8)

    def _allocate_results(self, observations: bool, masks: bool) -> None:
        count, players = self.count, self.players
        self.observations = np.zeros((count if observations else 0, observation_size(players)), np.int8)
        self.masks = np.zeros((count if masks else 0, ACTIONS), np.int8)
        self.rewards = np.zeros((count, players))
        self.terminated, self.truncated = np.zeros(count, np.int8), np.zeros(count, np.int8)
        self.current_seats = np.zeros(count, np.int64)
        self.winners, self.final_scores = np.full(count, -1, np.int64), np.zeros((count, players), np.int64)

    def _connect(self) -> None:
        """Wrap the memory of the arrays for the compiled functions."""
        self.policies = new_policies(())
        self.batch = Batch(
            rows=flat(self.rows),
            boards=flat(self.boards),
            rules=rules_for(self.edition),
            row_length=self.rows.shape[1],
            players=self.players,
            hand_size=self.edition.tiles_dealt(self.players),
            reward=REWARDS[self.reward],
            observation_length=observation_size(self.players),
            stop_at_round_end=int(self._stop_at_round_end),
        )
        self.output = StepOutput(
            flat(self.observations),
            flat(self.masks),
            flat(self.rewards),
            flat(self.terminated),
            flat(self.truncated),
            flat(self.current_seats),
            flat(self.winners),
            flat(self.final_scores),
        )

    def begin(self, seed: int | Sequence[int] | Int64s | None) -> None:
        """Begin a new episode in every game; without a seed, the next one, or a random one the first time."""
        if seed is None and not self.has_begun:
            seed = secrets.randbits(63)
        if seed is not None:
            self._set_seed(seed)
        self.has_begun = True
        stepping.begin_games(self.batch, self.output)

    def _set_seed(self, seed: int | Sequence[int] | Int64s) -> None:
        """Set the seed of a simulation, whose games are played in order, or one seed for each game."""
        single = isinstance(seed, int | np.integer)
        seeds = [int(number) for number in np.ravel(seed)]
        for number in seeds:
            check_seed(number)
        if not single and len(seeds) != self.count:
            raise TricornError(Message.SEEDS, games=self.count, seeds=len(seeds))
        rows = self.rows
        rows[:, SEED] = rows[:, SOURCE] = seeds
        rows[:, INDEX] = np.arange(self.count) if single else 0
        rows[:, STRIDE] = self.count if single else 1
        rows[:, SEED_PENDING] = not single

    def check(self, actions: Int64s) -> None:
        """Raise an error if one of the actions is illegal."""
        if not self.has_begun:
            raise TricornError(Message.NOT_RESET)
        game = stepping.first_illegal(self.batch, flat(actions))
        if game >= 0:
            raise TricornError(Message.ILLEGAL_ACTION, action=actions[game], game=game)

    def step(self, actions: Int64s, first: int, last: int) -> None:
        """Carry out checked actions in the games from `first` up to, not including, `last`."""
        stepping.step_games(self.batch, flat(actions), self.output, first, last)

    def next_round(self) -> None:
        """Begin the next round in every game whose round is over."""
        stepping.begin_rounds(self.batch, self.output)

    def choose(self, policy: int) -> Int64s:
        """The actions that a policy of the core chooses."""
        if not self.has_begun:
            raise TricornError(Message.NOT_RESET)
        actions = np.empty(self.count, np.int64)
        stepping.choose_actions(self.batch, self.policies, policy, flat(actions))
        return actions

    def observe(self, seats: Int64s) -> Int8s:
        """The observation of one seat in each game."""
        observations = np.zeros((self.count, self.batch.observation_length), np.int8)
        stepping.observe_games(self.batch, flat(seats), flat(observations))
        return observations

    def state(self, game: int) -> State:
        """The core's state of a game."""
        return flat(self.rows[game])[STATE_START:]  # type: ignore[no-any-return]
