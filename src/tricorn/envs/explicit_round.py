"""A round with explicit chance: the caller decides the deal and the draws. It can be copied."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from tricorn.core import layout as at
from tricorn.core.log import LOG_DRAW, LOG_PROVED, LOG_STRIDE, logged_kind, logged_seat
from tricorn.core.rules import NOBODY, rules_for
from tricorn.core.state import State, new_state
from tricorn.editions import Edition
from tricorn.envs import stepping
from tricorn.envs.games import REWARDS, Floats64, Int8s, flat
from tricorn.envs.layout import ACTIONS, DRAW_ACTION, observation_size
from tricorn.envs.rows import BOARD_SIZE, STATE_START, Batch, StepOutput
from tricorn.round.core_log import logged_event
from tricorn.tiles import TILES
from tricorn.wording import SEATS

__all__ = ["ExplicitRound", "OpenSpielState", "Setup", "tiles_below"]

_EMPTY = flat(np.zeros(0, np.int8))  # a step writes no observations and masks; they are computed on request


def tiles_below(numbers: int) -> list[int]:
    """The tiles with only numbers below `numbers`; all 56 tiles for 6."""
    return [tile.index for tile in TILES if tile.numbers[-1] < numbers]


class Setup:
    """What all rounds of a game share: the edition, the players, the tiles in use, and scratch memory."""

    def __init__(self, edition: Edition, players: int, reward: str, numbers: int) -> None:
        self.edition, self.players, self.reward, self.numbers = edition, players, reward, numbers
        self.tiles = tiles_below(numbers)
        self.hand_size = edition.tiles_dealt(players)
        self.dealt = players * self.hand_size
        self.well = len(self.tiles) - self.dealt
        self.rules = rules_for(edition)
        state: Any = new_state(players, log=True)
        self.row = np.zeros(STATE_START + len(state), np.int64)
        self.row[STATE_START:] = state
        self.actions = flat(np.zeros(ACTIONS, np.int64))  # scratch
        self.lines: dict[int, str] = {}  # cached record lines by logged event
        # Results that a round reads from its state instead, so all rounds write them to the same memory.
        flag, number = flat(np.zeros(1, np.int8)), flat(np.zeros(1, np.int64))
        final_scores = flat(np.zeros(players, np.int64))
        self.output = StepOutput(_EMPTY, _EMPTY, flat(np.zeros(players)), flag, flag, number, number, final_scores)
        self._batch = Batch(
            rows=number,
            boards=_EMPTY,
            rules=self.rules,
            row_length=len(self.row),
            players=players,
            hand_size=self.hand_size,
            reward=REWARDS[reward],
            observation_length=observation_size(players),
            stop_at_round_end=1,
        )

    def __reduce__(self) -> tuple[type[Setup], tuple[Edition, int, str, int]]:
        return Setup, (self.edition, self.players, self.reward, self.numbers)

    def __deepcopy__(self, memo: object) -> Setup:
        return self

    def batch(self, rows: Any, boards: Any) -> Batch:
        """A batch of one round in this memory, for the compiled steps."""
        return self._batch._replace(rows=rows.data, boards=boards.data)


class ExplicitRound:
    """A round after its deal; `order` has the dealt tiles, the first seat's first. A lot may decide who starts."""

    def __init__(self, setup: Setup, order: Sequence[int], starter: int = NOBODY) -> None:
        self._setup = setup
        self._row, self._board = setup.row.copy(), np.zeros(BOARD_SIZE, np.int8)
        self._connect()
        well = [tile for tile in setup.tiles if tile not in order]
        self._state[at.ORDER : at.ORDER + len(order)] = np.array(list(order), np.int64)
        self._state[at.WELL_END - len(well) : at.WELL_END] = np.array(well, np.int64)
        stepping.deal_games(self._batch, len(well), starter)

    def _connect(self) -> None:
        setup = self._setup
        self._state = self._row[STATE_START:]
        self._batch = setup.batch(self._row, self._board)
        self.rewards: Floats64 = np.zeros(setup.players)
        self._output = setup.output._replace(rewards=flat(self.rewards))

    def copy(self) -> ExplicitRound:
        """An independent copy."""
        clone = ExplicitRound.__new__(ExplicitRound)
        clone._setup, clone._row, clone._board = self._setup, self._row.copy(), self._board.copy()
        clone._connect()
        clone.rewards[:] = self.rewards
        return clone

    def __deepcopy__(self, memo: object) -> ExplicitRound:
        return self.copy()

    @property
    def turn(self) -> int:
        """The seat on turn."""
        return int(self._state[at.SEAT])

    @property
    def starter(self) -> int:
        """The seat that starts the round."""
        return int(self._state[at.STARTER])

    @property
    def state(self) -> State:
        """The core's state of the round."""
        return flat(self._state)  # type: ignore[no-any-return]

    @property
    def over(self) -> bool:
        return bool(self._state[at.OVER])

    @property
    def winner(self) -> int:
        """The seat that has won the round; -1 if none has."""
        return int(self._state[at.WINNER])

    @property
    def scores(self) -> list[int]:
        """The points of each seat so far."""
        return [int(score) for score in self._state[at.SCORES : at.SCORES + self._setup.players]]

    def hand(self, seat: int) -> int:
        """The tiles of a seat, as a mask."""
        return int(self._state[at.HANDS + seat])

    def well(self) -> list[int]:
        """The tiles that can be drawn, ascending. The order of drawing is not decided."""
        tiles: list[int] = np.sort(self._state[int(self._state[at.NEXT_DRAW]) : at.WELL_END]).tolist()
        return tiles

    def log(self) -> list[int]:
        """The first number of each entry of the core's log."""
        logged: list[int] = self._state[at.LOG : int(self._state[at.LOG_END]) : LOG_STRIDE].tolist()
        return logged

    def proved(self) -> list[int]:
        """For each entry of the log, the tiles that it proves its player did not hold, as a mask."""
        masks: list[int] = self._state[at.LOG + LOG_PROVED : int(self._state[at.LOG_END]) : LOG_STRIDE].tolist()
        return masks

    def lines(self, seat: int | None) -> list[str]:
        """The plays so far as lines of a record, as a seat sees them; for None, with every drawn tile."""
        return [self._line(index, seat) for index in range(at.LOG, int(self._state[at.LOG_END]), LOG_STRIDE)]

    def _line(self, index: int, seat: int | None) -> str:
        logged = int(self._state[index])
        if logged_kind(logged) == LOG_DRAW and seat not in (None, logged_seat(logged)):
            return f"{SEATS[logged_seat(logged)]} draw"
        lines = self._setup.lines
        if logged not in lines:
            lines[logged] = str(logged_event(self.state, index, self._setup.rules))
        return lines[logged]

    def legal(self) -> list[int]:
        """The legal actions of the seat on turn, ascending."""
        setup = self._setup
        count = stepping.legal_actions(self._batch, setup.actions)
        actions: list[int] = setup.actions[:count].tolist()
        return actions

    def act(self, action: int) -> None:
        """Carry out a legal action other than a draw (see `draw`)."""
        stepping.step_games(self._batch, array("q", (action,)), self._output, 0, 1)

    def draw(self, tile: int) -> None:
        """Draw this tile from the well."""
        first = int(self._state[at.NEXT_DRAW])
        index = first + int(np.flatnonzero(self._state[first : at.WELL_END] == tile)[0])
        self._state[index] = self._state[first]
        self._state[first] = tile
        self.act(DRAW_ACTION)

    def observe(self, seat: int) -> Int8s:
        """What a seat sees, in the format of layout.py."""
        observation = np.zeros(self._batch.observation_length, np.int8)
        stepping.observe_games(self._batch, flat(np.array([seat])), flat(observation))
        return observation

    def __getstate__(self) -> dict[str, Any]:
        return {"setup": self._setup, "row": self._row, "board": self._board, "rewards": self.rewards}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._setup, self._row, self._board = state["setup"], state["row"], state["board"]
        self._connect()
        self.rewards[:] = state["rewards"]


class OpenSpielState(Protocol):
    """What observers and resampling need from a state of the OpenSpiel game."""

    setup: Setup
    dealt: bytes
    round: ExplicitRound | None
    drawing: bool

    def get_game(self) -> Any: ...
    def full_history(self) -> Any: ...
    def move_number(self) -> int: ...
    def is_chance_node(self) -> bool: ...
    def apply_action(self, action: int) -> None: ...
