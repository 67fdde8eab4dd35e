"""A round that checks every event against the rules and everything known so far.

The same class plays a dealt round, replays a record, and follows a physical game in which only some tiles, or no cells,
are recorded. Only what is known is checked.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_

from tricorn.core.rules import may_draw, may_pass, pass_cost, start_points
from tricorn.core.state import DRAW as CORE_DRAW
from tricorn.core.state import PASS as CORE_PASS
from tricorn.core.state import choice_cell, choice_tile, pack_placement
from tricorn.errors import IllegalMove, Mismatch, TricornError
from tricorn.lattice import ORIGIN
from tricorn.messages import Message
from tricorn.moves import DRAW, PASS, Draw, Move, Option, Pass, Place
from tricorn.record import (
    Blocked,
    Deal,
    Drew,
    Left,
    MoveEvent,
    Out,
    Placed,
    RoundEvent,
    TableEvent,
    TileMove,
    Well,
)
from tricorn.round.anyway import apply_anyway
from tricorn.round.board import best_first
from tricorn.round.ending import check_end, check_left, end_event, unknown_hands
from tricorn.round.plays import (
    apply_legal_play,
    apply_play,
    check_draw,
    check_pass,
    check_seat,
    pass_event,
    with_points,
)
from tricorn.round.start import start_event, start_options
from tricorn.round.state import RoundState
from tricorn.tiles import TILES, Tile
from tricorn.wording import SEATS, Line, Seat, quoted

__all__ = ["Round"]


class Round(RoundState):
    """A round in progress or over; `number` is its place in the game.

    >>> from tricorn.editions import EDITIONS
    >>> from tricorn.record import parse_event
    >>> round_ = Round(EDITIONS["spanish"], players=2)
    >>> round_.apply(parse_event("A 0,0^444 +22"))
    >>> round_.apply(parse_event("B 0,0v441 +9"))
    >>> round_.points
    [22, 9]
    """

    # Legal moves.

    def options(self) -> list[Option]:
        """Every legal move of the player on turn with its points, best first; the hand must be known.

        Placements have the numbers in their order on the cell, so each can be played as it is.
        """
        seat = self.seat
        if seat is None:
            return []
        if self.tiles.hidden[seat]:
            raise TricornError(Message.HAND_UNKNOWN, seat=Seat(seat))
        hand = self.tiles.masks[seat]
        if not self.started:
            return start_options(self.rules, hand)
        if not self.located:
            raise TricornError(Message.CELL_UNKNOWN)
        options = best_first(self.board.options(hand))
        can_place, draws, well = bool(options), len(self.drawn), len(self.well)
        # If both are legal, the pass is free, so it comes first.
        if may_pass(self.rules, can_place, draws, well):
            options.append(Option(PASS, -pass_cost(self.rules, draws)))
        if may_draw(self.rules, can_place, draws, well):
            options.append(Option(DRAW, -self.rules.draw_penalty))
        return options

    @property
    def options_known(self) -> bool:
        """Whether the legal moves of the player on turn are known; in a physical game they may not be."""
        return self.located and self.seat is not None and not self.tiles.hidden[self.seat]

    def legal_moves(self) -> list[Move]:
        """Every legal move of the player on turn, those that score most first."""
        return [option.move for option in self.options()]

    def fitting(self, tile: Tile) -> list[Option]:
        """Where a tile fits, regardless of who holds it, best first.

        If some cells are not known (`located` is False), only cells beside tiles with known cells are listed, and the
        bonus counts only those tiles.
        """
        if not self.started:
            return [Option(Place(ORIGIN, tile.numbers), start_points(self.rules, tile.index))]
        options = self.board.options(tile.bit)
        return best_first([option for option in options if self.located or self.board.has_room(_place(option))])

    def option_at(self, place: Place) -> Option:
        """The bonus and points of a placement, regardless of who holds the tile; refused if not legal (R1, R2)."""
        if not self.started:
            return Option(place, start_points(self.rules, place.tile.index))
        return self.board.option_at(place)

    def move_of(self, choice: int) -> Move:
        """The core's choice (see core.state) as a move on this table."""
        if choice == CORE_DRAW:
            return DRAW
        if choice == CORE_PASS:
            return PASS
        return self.board.place_at(choice_cell(choice), TILES[choice_tile(choice)])

    def choice_of(self, move: Move) -> int:
        """A move on this table as the core's choice."""
        if isinstance(move, Place):
            return pack_placement(self.board.core_cell(move.cell), move.tile.index)
        return CORE_DRAW if isinstance(move, Draw) else CORE_PASS

    def before(self, place: Place) -> Round:
        """A copy with the table as it was before this placement, or as it is now if the placement was never made."""
        clone = self.copy()
        if clone.board.take_back_to(place):
            clone.tiles.on_table = reduce(or_, (placed.tile.bit for placed in clone.placements), 0)
            if clone.located:
                clone.tiles.summed = []
        return clone

    # Events.

    def event_for(self, move: Move, *, timeout: bool = False) -> TileMove:
        """The line for a move of the player on turn; a move that is not legal is refused."""
        seat = self.seat
        if seat is None:
            raise IllegalMove(Message.ROUND_OVER if self.ended else Message.NOBODY_ON_TURN)
        if isinstance(move, Draw):
            check_draw(self, seat)
            if self.well[0] is None:
                raise TricornError(Message.WELL_UNKNOWN)
            return Drew(seat, self.well[0], self.rules.draw_penalty, timeout)
        if isinstance(move, Pass):
            check_pass(self, seat)
            return pass_event(self.rules, seat, len(self.drawn), timeout=timeout)
        self.tiles.check_holds(seat, move.tile)
        if not self.started:
            return start_event(self, seat, move, timeout=timeout)
        _, points, bonus = self.board.option_at(move)
        return Placed(seat, move.tile, move, points, bonus, None, timeout)

    def play(self, move: Move, *, timeout: bool = False) -> TileMove:
        """Make a move of the player on turn and return its line, or refuse it and change nothing."""
        event = self.event_for(move, timeout=timeout)
        # If every tile is known, `event_for` has checked everything.
        if timeout or self.timed_out or not self.located or any(self.tiles.hidden):
            self.apply(event)
        else:
            apply_legal_play(self, event)
        return event

    def apply(self, event: RoundEvent) -> None:
        """Apply one event, or refuse it (`IllegalMove`, `Mismatch`) and change nothing."""
        if self.result is not None:
            raise Mismatch(Message.NOTHING_IN_ROUND(), event)
        if isinstance(event, Deal):
            self.tiles.apply_deal(event)
        elif isinstance(event, Well):
            self.tiles.apply_well(event)
        elif event.anyway:
            self._apply_anyway(event)
        elif isinstance(event, Left):
            self._apply_left(event)
        elif isinstance(event, Out | Blocked):
            self.end(check_end(self, event))
        elif self.ended:
            raise Mismatch(Message.END_OF_ROUND(end=Line(self.ended)), event)
        else:
            apply_play(self, event)

    def _apply_left(self, event: Left) -> None:
        check_left(self, event)
        if event.tiles is not None:
            self.tiles.reveal_all(event.seat, event.tiles)
        self.left[event.seat] = event

    def _apply_anyway(self, event: TableEvent) -> None:
        """Apply what the rules refuse: only if no deal is recorded, and only if they do refuse it."""
        if self.tiles.dealt:
            raise Mismatch(Message.ANYWAY_IN_DEALT_ROUND(anyway=quoted("anyway")), event)
        if event.seat is not None:
            check_seat(self, event.seat)
        plain = replace(event, anyway=False)
        try:
            self.copy().apply(plain)
        except TricornError:
            apply_anyway(self, event)
        else:
            raise Mismatch(Message.RIGHT_WITHOUT_ANYWAY(line=quoted(plain), anyway=quoted("anyway")), quoted(event))

    def with_points(self, event: MoveEvent) -> MoveEvent:
        """The line with its points by the rules, and with the bonus of its cell if it names none."""
        return with_points(self, event)

    # The end of the round.

    @property
    def hands_known(self) -> bool:
        """Whether every hand's sum is known."""
        return not unknown_hands(self)

    def end_event(self) -> Out | Blocked:
        """The line that ends the round, which must be over with all hands known."""
        return end_event(self)

    # Pictures.

    def __str__(self) -> str:
        # Imported here because most rounds are never drawn.
        from tricorn.round.pictures import round_text

        return round_text(self)

    def __repr__(self) -> str:
        placed = len(self.placements) + len(self.tiles.summed)
        turn = "over" if self.ended else "start open" if self.seat is None else f"{SEATS[self.seat]} to play"
        return f"<Round {self.number}: {self.edition.id}, {self.players} players, {placed} placed, {turn}>"

    def _repr_svg_(self) -> str:
        from tricorn.round.pictures import round_svg

        return round_svg(self)


def _place(option: Option) -> Place:
    assert isinstance(option.move, Place)
    return option.move
