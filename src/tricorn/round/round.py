"""A round that checks every event against the rules and everything known so far.

The same class plays a dealt round, replays a record, and follows a physical game in which only some tiles, or no cells,
are recorded. Only what is known is checked. The core judges and applies (core/judging.py, core/applying.py).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from tricorn.bonus import from_shape
from tricorn.core import events
from tricorn.core import layout as at
from tricorn.core.applying import apply_event
from tricorn.core.compile import Ints, lengthened
from tricorn.core.judging import complete, judge
from tricorn.core.judging_ends import has_unknown_points, settle
from tricorn.core.log import LOG_STRIDE
from tricorn.core.refusals import OK
from tricorn.core.rules import (
    NOBODY,
    may_draw,
    may_pass,
    pass_cost,
    shown_triple,
    start_points,
)
from tricorn.core.state import DRAW as CORE_DRAW
from tricorn.core.state import PASS as CORE_PASS
from tricorn.core.state import in_well, pack_placement
from tricorn.errors import IllegalMove, TricornError
from tricorn.lattice import ORIGIN
from tricorn.messages import Message, Phrase
from tricorn.moves import DRAW, PASS, Draw, Move, Option, Place
from tricorn.record import Blocked, Drew, MoveEvent, Out, Passed, Placed, RoundEvent, TileMove
from tricorn.round.board import best_first, start_options
from tricorn.round.core_log import pass_event
from tricorn.round.encoding import encode, tile_or_none
from tricorn.round.refusing import refusal
from tricorn.round.state import RoundState
from tricorn.tiles import Tile
from tricorn.wording import SEATS, Seat

__all__ = ["Round"]

_MORE_ENTRIES = 64  # that a log gets when it is full

End = TypeVar("End", bound=Out | Blocked)


class Round(RoundState):
    """A round in progress or over; `number` is its place in the game.

    >>> from tricorn.editions import EDITIONS
    >>> from tricorn.record import parse_event
    >>> round_ = Round(EDITIONS["spanish"], players=2)
    >>> round_.apply(parse_event("A 0,0^444 +22"))
    >>> round_.apply(parse_event("B 0,0v441 +9"))
    >>> round_.scores
    (22, 9)
    """

    # Legal moves.

    def options(self) -> list[Option]:
        """Every legal move of the player on turn with its points, best first; the hand must be known.

        Placements have the numbers in their order on the cell, so each can be played as it is.
        """
        seat = self.turn
        if seat is None:
            return []
        if self.hidden[seat]:
            raise TricornError(Message.HAND_UNKNOWN, seat=Seat(seat))
        hand = self.masks[seat]
        if not self.started:
            return start_options(self.rules, hand)
        if not self.located:
            raise TricornError(Message.CELL_UNKNOWN)
        options = best_first(self.board.options(hand))
        can_place, draws, well = bool(options), self.state[at.DRAWS], in_well(self.state)
        # If both are legal, the pass is free, so it comes first.
        if may_pass(self.rules, can_place, draws, well):
            options.append(Option(PASS, -pass_cost(self.rules, draws, well)))
        if may_draw(self.rules, can_place, draws, well):
            options.append(Option(DRAW, -self.rules.draw_penalty))
        return options

    @property
    def options_known(self) -> bool:
        """Whether the legal moves of the player on turn are known; in a physical game they may not be."""
        return self.located and self.turn is not None and not self.hidden[self.turn]

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
        """The core's choice (see core.state) as a move on this board."""
        if choice == CORE_DRAW:
            return DRAW
        if choice == CORE_PASS:
            return PASS
        return self.board.place_at(choice)

    def choice_of(self, move: Move) -> int:
        """A move on this board as the core's choice."""
        if isinstance(move, Place):
            return pack_placement(self.board.core_cell(move.cell), move.tile.index)
        return CORE_DRAW if isinstance(move, Draw) else CORE_PASS

    # Events.

    def event_for(self, move: Move, *, timeout: bool = False) -> TileMove:
        """The line for a move of the player on turn; a move that is not legal is refused."""
        return self._judged(move, timeout)[0]

    def play(self, move: Move, *, timeout: bool = False) -> TileMove:
        """Make a move of the player on turn and return its line, or refuse it and change nothing."""
        event, encoded = self._judged(move, timeout)
        self._take(encoded)
        return event

    def _judged(self, move: Move, timeout: bool) -> tuple[TileMove, Ints]:
        """The line for a legal move of the player on turn, also as the core takes it."""
        seat = self.turn
        if seat is None:
            raise IllegalMove(Message.ROUND_OVER if self.ended else Message.NOBODY_ON_TURN)
        if isinstance(move, Place):
            return self._judged_placement(seat, move, timeout)
        event: TileMove = pass_event(self.rules, seat, self.state[at.DRAWS], in_well(self.state), timeout=timeout)
        if isinstance(move, Draw):
            top = tile_or_none(self.state[self.state[at.NEXT_DRAW]]) if in_well(self.state) else None
            event = Drew(seat, top, self.rules.draw_penalty, timeout)
        encoded = encode(event)
        self._check(event, encoded)
        if isinstance(event, Drew) and event.tile is None:
            raise TricornError(Message.WELL_UNKNOWN)
        return event, encoded

    def _judged_placement(self, seat: int, place: Place, timeout: bool) -> tuple[Placed, Ints]:
        shows = None
        if not self.started:
            shows = tile_or_none(shown_triple(self.rules, self.masks[seat] | place.tile.bit, place.tile.index))
        tile = place.tile
        encoded = encode(Placed(seat, tile, place, 0, None, shows, timeout))
        complete(self.state, self.rules, encoded)
        bonus = from_shape(encoded[events.SHAPE])
        event = Placed(seat, tile, place, encoded[events.POINTS], bonus, shows, timeout)
        self._check(event, encoded)
        return event, encoded

    def apply(self, event: RoundEvent) -> None:
        """Apply one event, or refuse it (`IllegalMove`, `Mismatch`) and change nothing."""
        encoded = encode(event)
        self._check(event, encoded)
        self._take(encoded)

    def take(self, event: RoundEvent) -> None:
        """Apply an event that was judged before."""
        self._take(encode(event))

    def refusal_of(self, event: RoundEvent) -> TricornError | None:
        """The error that `apply` would raise, if any."""
        return self._refusal(event, encode(event))

    def _refusal(self, event: RoundEvent, encoded: Ints) -> TricornError | None:
        code = judge(self.state, self.rules, encoded)
        return None if code == OK else refusal(code, event, encoded, self.move_of)

    def _check(self, event: RoundEvent, encoded: Ints) -> None:
        error = self._refusal(event, encoded)
        if error is not None:
            raise error

    def _take(self, encoded: Ints) -> None:
        """Apply an event that is allowed."""
        if self.state[at.LOG_END] + LOG_STRIDE > len(self.state):
            self.state = lengthened(self.state, LOG_STRIDE * _MORE_ENTRIES)
        apply_event(self.state, self.rules, encoded)

    def with_points(self, event: MoveEvent) -> MoveEvent:
        """The line with its points by the rules, and with the bonus of its cell if it names none."""
        encoded = encode(event)
        complete(self.state, self.rules, encoded)
        points = encoded[events.POINTS]
        if isinstance(event, Drew):
            return replace(event, penalty=-points)
        if isinstance(event, Passed):
            return replace(event, penalty=-points, plus_zero=bool(encoded[events.PLUS_ZERO]) or event.plus_zero)
        return replace(event, points=points, bonus=from_shape(encoded[events.SHAPE]))

    # The end of the round.

    def unknown_hands(self, out: int | None = None) -> list[int]:
        """The seats whose hand has an unknown sum, except `out`, the seat that is reported to be out."""
        return [
            seat for seat in range(self.players) if seat != out and has_unknown_points(self.state, self.rules, seat)
        ]

    def declare(self, end: Out | Blocked) -> Phrase | None:
        """Note that people declare the round over, before they count; return why the rules disagree, if they do."""
        kind = events.DECLARED_OUT if isinstance(end, Out) else events.DECLARED_BLOCKED
        encoded = events.new_event(kind, NOBODY if end.seat is None else end.seat)
        code = judge(self.state, self.rules, encoded)
        apply_event(self.state, self.rules, encoded)
        return None if code == OK else refusal(code, end, encoded).phrase

    @property
    def hands_known(self) -> bool:
        """Whether every hand's sum is known."""
        return not self.unknown_hands()

    def end_event(self) -> Out | Blocked:
        """The line that ends the round, which must be over with all hands known."""
        if self.ended is None or not self.hands_known:
            raise TricornError(Message.HANDS_UNKNOWN)
        return self.blocked_end() if self.went_out is None else self.with_prize(Out(self.went_out, 0))

    def blocked_end(self) -> Blocked:
        """The end of a blocked round; all hands must be known."""
        encoded = events.new_event(events.ENDED_BLOCKED)
        settle(self.state, self.rules, encoded)
        winner = encoded[events.EVENT_SEAT]
        return Blocked(None if winner == NOBODY else winner, encoded[events.POINTS])

    def with_prize(self, end: End) -> End:
        """The end of the round with its points; there must be no `unknown_hands`."""
        if end.seat is None:
            return replace(end, points=0)
        encoded = encode(end)
        settle(self.state, self.rules, encoded)
        return replace(end, points=encoded[events.POINTS])

    # Pictures.

    def __str__(self) -> str:
        # Imported here because most rounds are never drawn.
        from tricorn.round.pictures import round_text

        return round_text(self)

    def __repr__(self) -> str:
        turn = "over" if self.ended else "start open" if self.turn is None else f"{SEATS[self.turn]} to play"
        return f"<Round {self.number}: {self.edition.id}, {self.players} players, {self.state[at.LAID]} placed, {turn}>"

    def _repr_svg_(self) -> str:
        from tricorn.round.pictures import round_svg

        return round_svg(self)


def _place(option: Option) -> Place:
    assert isinstance(option.move, Place)
    return option.move
