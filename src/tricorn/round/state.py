"""The state of a round, as far as it is known: tiles, board, turn, points. Changes are made here, not checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from tricorn.core.rules import Rules, counts_as_blocking, next_seat, rules_for, starting_tile
from tricorn.editions import Edition
from tricorn.lattice import Cell
from tricorn.moves import Place
from tricorn.record import Drew, Left, Passed, Placed, Summed
from tricorn.round.board import Board
from tricorn.round.known_tiles import KnownTiles
from tricorn.tiles import Tile, tiles_of

__all__ = ["Ending", "Result", "RoundState"]

Ending = Literal["out", "blocked"]


@dataclass(frozen=True)
class Result:
    """How a round ended, who won it (None: nobody), and the points for that."""

    reason: Ending
    winner: int | None
    points: int


class RoundState:
    """A round in progress or over; `number` is its place in the game."""

    def __init__(self, edition: Edition, players: int, number: int = 1) -> None:
        edition.check_players(players)
        self.edition = edition
        self.players = players
        self.number = number
        self.rules: Rules = rules_for(edition)
        self.tiles = KnownTiles(players, edition.tiles_dealt(players))
        self.board = Board(self.rules)
        self.drawn: list[Tile | None] = []  # in this turn, by the player on turn
        self.passes = 0  # in a row that count towards a blocked round (R9)
        self.points = [0] * players  # scored in this round
        self.left: dict[int, Left] = {}
        self.ended: Ending | None = None  # set after the last move, before the result is known
        self.went_out: int | None = None
        self.result: Result | None = None
        self.turn: int | None = None  # the seat after that of the last move; None before the first
        self.timed_out: bool | None = None  # whether the clock takes this turn; None before its first line

    def copy(self) -> Self:
        """An independent copy."""
        clone = type(self).__new__(type(self))
        clone.__dict__.update(self.__dict__)
        clone.tiles, clone.board = self.tiles.copy(), self.board.copy()
        clone.drawn, clone.points, clone.left = self.drawn.copy(), self.points.copy(), self.left.copy()
        return clone

    @property
    def seat(self) -> int | None:
        """The seat on turn; None if the round is over or it is not known who starts."""
        if self.ended:
            return None
        if self.turn is None and not any(self.tiles.hidden):
            tile = starting_tile(self.tiles.in_hands())
            return next(seat for seat in range(self.players) if self.tiles.masks[seat] >> tile & 1)
        return self.turn

    @property
    def started(self) -> bool:
        """Whether a tile is on the table."""
        return self.tiles.started

    @property
    def located(self) -> bool:
        """Whether the cell of every tile on the table is known."""
        return self.board.located

    @property
    def placements(self) -> list[Placed]:
        """The tiles on the table that were named, in the order they were placed."""
        return self.board.placements

    @property
    def places(self) -> list[Place]:
        """The placements whose cells are known, in order."""
        return self.board.places

    def open_cells(self) -> list[Cell]:
        """The empty cells that share a side with a tile."""
        return self.board.open_cells()

    @property
    def well(self) -> list[Tile | None]:
        """The tiles left to draw, in drawing order; None is a tile that is not known."""
        return self.tiles.well

    @property
    def hands(self) -> tuple[tuple[Tile, ...], ...]:
        """The known tiles of every hand, by seat."""
        return tuple(tuple(tiles_of(mask)) for mask in self.tiles.masks)

    def hand(self, seat: int) -> list[Tile]:
        """The known tiles of a hand."""
        return tiles_of(self.tiles.masks[seat])

    def tiles_held(self, seat: int) -> int:
        """How many tiles a player holds."""
        return self.tiles.held(seat)

    def can_place(self, seat: int) -> bool | None:
        """Whether a player can place a tile; None if that is not known."""
        if not self.located:
            return None
        if self.tiles.masks[seat] & self.board.fitting():
            return True
        return None if self.tiles.hidden[seat] else False

    @property
    def must_place_last_drawn(self) -> bool:
        """Whether only the last tile drawn can be placed: a player draws only if no other tile fits (R6)."""
        return bool(self.drawn) and not self.edition.draw_optional

    # Changes.

    def lay(self, event: Placed) -> None:
        """Put a named tile on the table."""
        self.board.lay(event, first=not self.started)
        self.tiles.on_table |= event.tile.bit

    def finish_placement(self, event: Placed | Summed) -> None:
        """Add a placement's points, and go on to the next player or to the end."""
        self.points[event.seat] += event.points
        self.passes = 0
        if self.tiles_held(event.seat):
            self.next_turn(event.seat)
        else:
            self.ended, self.went_out = "out", event.seat

    def draw(self, event: Drew, tile: Tile | None) -> None:
        """Move a tile from the well to a hand; None is a tile that is not known."""
        self.tiles.draw(event.seat, tile, len(self.placements))
        self.drawn.append(tile)
        self.points[event.seat] -= event.penalty
        self.timed_out = event.timeout

    def pass_turn(self, event: Passed) -> None:
        """Apply a pass, and go on to the next player or to the end."""
        self.points[event.seat] -= event.penalty
        self.passes += counts_as_blocking(self.rules, len(self.well))
        if self.passes >= self.players:
            self.ended = "blocked"
        else:
            self.next_turn(event.seat)

    def next_turn(self, seat: int) -> None:
        """Begin the turn of the player after this one."""
        self.begin_turn(next_seat(seat, self.players))

    def begin_turn(self, seat: int) -> None:
        """Begin the turn of this player."""
        self.turn = seat
        self.timed_out = None
        self.drawn = []

    def end(self, result: Result) -> None:
        """End the round."""
        self.result = result
        self.ended = result.reason
        if result.winner is not None:
            self.points[result.winner] += result.points
