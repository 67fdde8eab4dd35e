"""What is known of a round, as objects: the core's array with the edition and the number of the round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Self

from tricorn.core import layout as at
from tricorn.core.applying import begin_known
from tricorn.core.board import new_board
from tricorn.core.compile import ints
from tricorn.core.knowledge import held, seen_tiles
from tricorn.core.layout import OUT
from tricorn.core.log import LOG_DRAW, LOG_PLACE, LOG_START, LOG_STRIDE, NO_TILE, logged_kind, logged_tile
from tricorn.core.observing import observe
from tricorn.core.rules import NOBODY, Rules, rules_for, starting_seat
from tricorn.core.state import State
from tricorn.core.unknown_tiles import HAND_STRIDE, excluded_index
from tricorn.editions import Edition
from tricorn.lattice import Cell
from tricorn.moves import Place
from tricorn.record import Placed
from tricorn.round.board import Board
from tricorn.round.encoding import logged_placement, tile_or_none
from tricorn.tiles import Tile, tiles_of

__all__ = ["Ending", "Result", "RoundState", "observed"]

Ending = Literal["out", "blocked"]
_LOG_ENTRIES = 64  # of a new round; the log grows


@dataclass(frozen=True)
class Result:
    """How a round ended, who won it (None: nobody), and the points for that."""

    reason: Ending
    winner: int | None
    points: int


def observed(state: State, rules: Rules, seat: int | None) -> State:
    """What a seat, or a spectator, may know of a round with a log that goes on."""
    into = ints(state[at.LOG_END] + LOG_STRIDE * _LOG_ENTRIES)
    observe(state, rules, NOBODY if seat is None else seat, into)
    return into


class RoundState:
    """A round in progress or over, the core's array `state`; with its number in the game and the scores before it."""

    def __init__(self, edition: Edition, players: int, number: int = 1, scores: Sequence[int] = ()) -> None:
        edition.check_players(players)
        self.edition = edition
        self.players = players
        self.number = number
        self.rules: Rules = rules_for(edition)
        self.state: State = new_board(at.LOG + LOG_STRIDE * _LOG_ENTRIES)
        self.state[at.PLAYERS], self.state[at.ROUND] = players, number
        begin_known(self.state, edition.tiles_dealt(players))
        for seat, score in enumerate(scores):
            self.state[at.SCORES + seat] = score
        self._placements: list[Placed] = []
        self._decoded = at.LOG  # the index of the first entry of the log that is not among the placements yet

    @classmethod
    def of(cls, edition: Edition, number: int, state: State) -> Self:
        """A round over an array with a log, which it takes over."""
        self = cls.__new__(cls)
        self.edition, self.players, self.number = edition, state[at.PLAYERS], number
        self.rules, self.state = rules_for(edition), state
        self._placements, self._decoded = [], at.LOG
        return self

    def copy(self) -> Self:
        """An independent copy."""
        clone = type(self).__new__(type(self))
        clone.__dict__.update(self.__dict__)
        clone.state, clone._placements = self.state[:], self._placements.copy()
        return clone

    def seen_by(self, seat: int | None) -> Self | None:
        """What a seat, or a spectator, may know of a round in progress; None if that takes a replay of the record."""
        if self.state[at.OVER] or self.state[at.OVERRULED] or not self.state[at.LOCATED]:
            return None
        return self.of(self.edition, self.number, observed(self.state, self.rules, seat))

    # The turn.

    @property
    def turn(self) -> int | None:
        """The seat on turn; None if the round is over or it is not known who starts."""
        if self.ended:
            return None
        if self.state[at.SEAT] != NOBODY:
            return self.state[at.SEAT]
        if any(self.hidden) or self.rules.start_by_choice:
            return None
        return starting_seat(self.state, at.HANDS, self.players)

    @property
    def drawn(self) -> list[Tile | None]:
        """The tiles drawn in this turn by the player on turn; None is a tile that is not known."""
        entries: list[int] = []
        index = self.state[at.LOG_END]
        while len(entries) < self.state[at.DRAWS] and index > at.LOG:
            index -= LOG_STRIDE
            if logged_kind(self.state[index]) == LOG_DRAW:
                entries.append(self.state[index])
        return [tile_or_none(logged_tile(logged)) for logged in reversed(entries)]

    @property
    def passes(self) -> int:
        """The passes in a row that count towards a blocked round (R9)."""
        return self.state[at.PASSES]

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores of the game, with the points of this round so far."""
        return tuple(self.state[at.SCORES + seat] for seat in range(self.players))

    # The end.

    @property
    def ended(self) -> Ending | None:
        """How the round ended, set after the last move, before the result is known."""
        if not self.state[at.OVER]:
            return None
        return "out" if self.state[at.OVER] == OUT else "blocked"

    @property
    def went_out(self) -> int | None:
        """The seat that went out."""
        return self.state[at.SEAT] if self.state[at.OVER] == OUT else None

    @property
    def result(self) -> Result | None:
        """The result, once the end is recorded."""
        if not self.state[at.SETTLED] or self.ended is None:
            return None
        winner = None if self.state[at.WINNER] == NOBODY else self.state[at.WINNER]
        return Result(self.ended, winner, self.state[at.PRIZE])

    @property
    def left_until(self) -> int:
        """The seat after the last one whose tiles left at the end are recorded."""
        return self.state[at.LEFT_SEATS].bit_length()

    # The board.

    @property
    def board(self) -> Board:
        """The tiles on the table by their cells, and what fits."""
        return Board(self.state, self.rules)

    @property
    def started(self) -> bool:
        """Whether a tile is on the table."""
        return self.state[at.LAID] > 0

    @property
    def located(self) -> bool:
        """Whether the cell of every tile on the table is known."""
        return bool(self.state[at.LOCATED])

    @property
    def placements(self) -> list[Placed]:
        """The tiles on the table that were named, in the order they were placed."""
        while self._decoded < self.state[at.LOG_END]:
            logged = self.state[self._decoded]
            if logged_kind(logged) in (LOG_START, LOG_PLACE) and logged_tile(logged) != NO_TILE:
                self._placements.append(logged_placement(self.state, self._decoded))
            self._decoded += LOG_STRIDE
        return self._placements

    @property
    def places(self) -> list[Place]:
        """The placements whose cells are known, in order."""
        return [placed.place for placed in self.placements if placed.place is not None]

    def open_cells(self) -> list[Cell]:
        """The empty cells that share a side with a tile."""
        return self.board.open_cells()

    @property
    def on_table(self) -> int:
        """The tiles known to be on the table, as a mask."""
        return self.state[at.ON_TABLE]

    # Hands and well.

    @property
    def dealt(self) -> bool:
        """Whether the deal of any hand or the well is recorded."""
        return self.state[at.LAST_DEALT] != NOBODY or bool(self.state[at.WELL_RECORDED])

    @property
    def masks(self) -> list[int]:
        """The known tiles of each hand, as masks."""
        return [self.state[at.HANDS + seat] for seat in range(self.players)]

    @property
    def hidden(self) -> list[int]:
        """The number of unknown tiles in each hand."""
        return [self.state[at.HIDDEN + seat] for seat in range(self.players)]

    def in_hands(self) -> int:
        """The tiles known to be in a hand, as a mask."""
        return sum(self.masks)

    def seen(self) -> int:
        """Every tile known to be on the table, in a hand or in the well, as a mask."""
        return seen_tiles(self.state)

    def excluded(self, seat: int) -> list[int]:
        """For each unknown tile of a hand, a mask of the tiles that it cannot be."""
        first = at.UNKNOWN + seat * HAND_STRIDE
        return [self.state[excluded_index(first, index)] for index in range(self.state[first])]

    @property
    def hands(self) -> tuple[tuple[Tile, ...], ...]:
        """The known tiles of every hand, by seat."""
        return tuple(tuple(tiles_of(mask)) for mask in self.masks)

    def hand(self, seat: int) -> list[Tile]:
        """The known tiles of a hand."""
        return tiles_of(self.state[at.HANDS + seat])

    def tiles_held(self, seat: int) -> int:
        """How many tiles a player holds."""
        return held(self.state, seat)

    @property
    def well(self) -> list[Tile | None]:
        """The tiles left to draw, in drawing order; None is a tile that is not known."""
        return [tile_or_none(self.state[index]) for index in range(self.state[at.NEXT_DRAW], at.WELL_END)]
