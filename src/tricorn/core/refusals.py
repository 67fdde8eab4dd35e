"""Why an event is refused, as data: `judge` returns a code and writes figures, and one table says what they mean.

An event that the rules do not allow has one sentence. An event that contradicts them or the round so far has what was
expected and what was found. Each is a message with its fields; a field's kind says how it is made from the next
figure, or, without a figure, from the event.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from tricorn.core.compile import Ints, inline
from tricorn.core.events import FIGURES
from tricorn.messages import Message

__all__ = ["REFUSALS", "SUM_OF_TILE", "Field", "Refusal", "Words", "refuse"]

OK = 0
(
    NOTHING_IN_ROUND,
    END_OF_ROUND,
    NO_SEAT,
    OUT_OF_TURN,
    DEALS_FIRST,
    ONE_DEAL_PER_SEAT,
    TILES_FOR_PLAYERS,
    ONE_WELL,
    WELL_HOLDS,
    DIFFERENT_TILES,
    ANYWAY_IN_DEALT_ROUND,
    RIGHT_WITHOUT_ANYWAY,
    NO_CLOCK,
    TIMEOUT_ON_ALL,
    LEAST_WHEN_TIME_UP,
    PLACE_WHEN_TIME_UP,
    ON_TABLE_ALREADY,
    NOT_IN_HAND,
    PLACED_TOO_LATE,
    WAS_IN_HAND,
    SUM_SEEN,
    SUM_TOO_HIGH,
    SUM_NOT_IN_HAND,
    FIRST_TILE_UNNAMED,
    FIRST_TILE_TOO_FAR,
    OTHER_MUST_START,
    MUST_START_WITH,
    CELL_FILLED,
    NO_SIDE_TOUCHES,
    CORNER_MEETS,
    MIRRORED,
    FITS_NOWHERE,
    BONUS_FOR,
    BONUS_AT_CORNERS,
    NO_BRIDGE_AT_SIDES,
    NO_BRIDGE_BESIDE,
    NO_BRIDGE_BEFORE,
    TOO_FEW_TILES,
    EXPECTED_LINE,
    NO_DRAW_BEFORE_START,
    NO_PASS_BEFORE_START,
    WELL_EMPTY,
    DRAW_LIMIT,
    MUST_PLACE_NOT_DRAW,
    MUST_PLACE_NOT_PASS,
    MUST_DRAW_NOT_PASS,
    EXPECTED_PENALTY,
    TILE_NOT_SEEN,
    NEXT_OF_WELL,
    NOTHING_LEFT_YET,
    ONE_LEFT_PER_SEAT,
    LEFT_IS_KNOWN,
    TILES_LEFT,
    SUM_LEFT,
    EACH_TILE_ONCE,
    TILE_LEFT,
    NOT_OVER,
    ENDED_OTHERWISE,
    OTHER_IS_OUT,
    EXPECTED_END,
    NOBODY_SCORES,
    POINTS_BETWEEN,
    SEAT_OF_PLAYERS,
    WINNER_WITH_TILES,
    FEWEST_POINTS_WIN,
    NO_TIE,
    NOT_OUT,
    NOT_BLOCKED_WELL,
    NOT_BLOCKED_PASSES,
    NO_STARTS,
    ONE_STARTS,
    NO_BESIDE,
) = range(1, 73)


@inline
def refuse(event: Ints, code: int, one: int, two: int = 0, three: int = 0, four: int = 0) -> int:
    """Write the figures of a refusal into the event, and return its code."""
    event[FIGURES], event[FIGURES + 1], event[FIGURES + 2], event[FIGURES + 3] = one, two, three, four
    return code


class Field(StrEnum):
    """The kinds of fields. Those of the second group have no figure: they come from the event."""

    SEAT = "seat"
    TILE = "tile"
    NUMBER = "number"
    POINTS = "points"  # with a sign
    COST = "cost"  # a penalty as a record writes it by the rules
    PENALTY = "penalty"  # a penalty as it was written
    SUM = "sum"  # as a record writes it
    WHAT = "what"  # a tile, or from SUM_OF_TILE on a sum
    BONUSES = "bonuses"  # a mask of shapes
    MOVE = "move"  # a choice of the core
    END = "end"  # OUT or BLOCKED, as a record writes it
    OUT = "out"  # a seat, as a record writes that it is out
    EXPECTED_LINE = "expected-line"  # the points, the shape and the tile shown
    EXPECTED_END = "expected-end"  # the winner and the points

    CELL = "cell"
    PLACE = "place"
    OWN_TILE = "own-tile"
    OWN_BONUS = "own-bonus"
    LINE = "line"
    QUOTED_LINE = "quoted-line"
    PLAIN_LINE = "plain-line"  # without `anyway`, in quotation marks
    ANYWAY = "anyway"
    TIMEOUT = "timeout"


SUM_OF_TILE = 64  # added to a sum that stands for a tile in a figure


class Words(NamedTuple):
    """A message with the kinds of its fields by their names, or without a message one field alone."""

    message: Message | None
    fields: dict[str, Field]


class Refusal(NamedTuple):
    """What is said of a refused event; without `found` it is a move that the rules do not allow."""

    expected: Words
    found: Words | None


def _illegal(message: Message, **fields: Field) -> Refusal:
    return Refusal(Words(message, fields), None)


def _mismatch(message: Message, **fields: Field) -> Refusal:
    """What was expected instead of the line."""
    return Refusal(Words(message, fields), _alone(Field.LINE))


def _expected(message: Message, **fields: Field) -> Words:
    return Words(message, fields)


def _alone(field: Field) -> Words:
    return Words(None, {"": field})


_SEAT, _TILE, _NUMBER, _POINTS = Field.SEAT, Field.TILE, Field.NUMBER, Field.POINTS

REFUSALS: dict[int, Refusal] = {
    NOTHING_IN_ROUND: _mismatch(Message.NOTHING_IN_ROUND),
    END_OF_ROUND: _mismatch(Message.END_OF_ROUND, end=Field.END),
    NO_SEAT: _illegal(Message.NO_SEAT, seat=_SEAT, players=_NUMBER),
    OUT_OF_TURN: _illegal(Message.OUT_OF_TURN, turn=_SEAT, seat=_SEAT),
    DEALS_FIRST: _mismatch(Message.DEALS_FIRST),
    ONE_DEAL_PER_SEAT: _mismatch(Message.ONE_DEAL_PER_SEAT),
    TILES_FOR_PLAYERS: Refusal(
        _expected(Message.TILES_FOR_PLAYERS, count=_NUMBER, players=_NUMBER), _expected(Message.TILES, count=_NUMBER)
    ),
    ONE_WELL: _mismatch(Message.ONE_WELL),
    WELL_HOLDS: Refusal(_expected(Message.WELL_HOLDS, count=_NUMBER), _expected(Message.TILES, count=_NUMBER)),
    DIFFERENT_TILES: Refusal(_expected(Message.DIFFERENT_TILES), _expected(Message.TILE_TWICE, tile=_TILE)),
    ANYWAY_IN_DEALT_ROUND: _mismatch(Message.ANYWAY_IN_DEALT_ROUND, anyway=Field.ANYWAY),
    RIGHT_WITHOUT_ANYWAY: Refusal(
        _expected(Message.RIGHT_WITHOUT_ANYWAY, line=Field.PLAIN_LINE, anyway=Field.ANYWAY), _alone(Field.QUOTED_LINE)
    ),
    NO_CLOCK: Refusal(_expected(Message.NO_CLOCK), _alone(Field.TIMEOUT)),
    TIMEOUT_ON_ALL: _mismatch(Message.TIMEOUT_ON_ALL),
    LEAST_WHEN_TIME_UP: _mismatch(Message.LEAST_WHEN_TIME_UP, points=_POINTS),
    PLACE_WHEN_TIME_UP: _mismatch(Message.PLACE_WHEN_TIME_UP),
    ON_TABLE_ALREADY: _illegal(Message.ON_TABLE_ALREADY, tile=_TILE, seat=_SEAT),
    NOT_IN_HAND: _illegal(Message.NOT_IN_HAND, tile=_TILE, seat=_SEAT),
    PLACED_TOO_LATE: _illegal(Message.PLACED_TOO_LATE, seat=_SEAT, what=Field.WHAT),
    WAS_IN_HAND: _illegal(Message.WAS_IN_HAND, seat=_SEAT, what=Field.WHAT),
    SUM_SEEN: _illegal(Message.SUM_SEEN, sum=_NUMBER),
    SUM_TOO_HIGH: _illegal(Message.SUM_TOO_HIGH, sum=_NUMBER),
    SUM_NOT_IN_HAND: _illegal(Message.SUM_NOT_IN_HAND, sum=_NUMBER, seat=_SEAT),
    FIRST_TILE_UNNAMED: _illegal(Message.FIRST_TILE_UNNAMED),
    FIRST_TILE_TOO_FAR: _illegal(Message.FIRST_TILE_TOO_FAR, cell=Field.CELL),
    OTHER_MUST_START: _illegal(Message.OTHER_MUST_START, holder=_SEAT, top=_TILE, seat=_SEAT, tile=_TILE),
    MUST_START_WITH: _illegal(Message.MUST_START_WITH, seat=_SEAT, top=_TILE, tile=_TILE),
    CELL_FILLED: _illegal(Message.CELL_FILLED, cell=Field.CELL),
    NO_SIDE_TOUCHES: _illegal(Message.NO_SIDE_TOUCHES, cell=Field.CELL),
    CORNER_MEETS: _illegal(Message.CORNER_MEETS, place=Field.PLACE, number=_NUMBER, there=_NUMBER),
    MIRRORED: _illegal(Message.MIRRORED, place=Field.PLACE, tile=Field.OWN_TILE),
    FITS_NOWHERE: _illegal(Message.FITS_NOWHERE, what=Field.WHAT),
    BONUS_FOR: Refusal(_expected(Message.BONUS_FOR, bonuses=Field.BONUSES, what=Field.WHAT), _alone(Field.OWN_BONUS)),
    BONUS_AT_CORNERS: _mismatch(Message.BONUS_AT_CORNERS),
    NO_BRIDGE_AT_SIDES: _mismatch(Message.NO_BRIDGE_AT_SIDES, count=_NUMBER),
    NO_BRIDGE_BESIDE: _mismatch(Message.NO_BRIDGE_BESIDE),
    NO_BRIDGE_BEFORE: _illegal(Message.NO_BRIDGE_BEFORE, bonus=Field.OWN_BONUS),
    TOO_FEW_TILES: _illegal(Message.TOO_FEW_TILES, bonus=Field.OWN_BONUS, needed=_NUMBER, count=_NUMBER),
    EXPECTED_LINE: Refusal(_alone(Field.EXPECTED_LINE), _alone(Field.QUOTED_LINE)),
    NO_DRAW_BEFORE_START: _illegal(Message.NO_DRAW_BEFORE_START),
    NO_PASS_BEFORE_START: _illegal(Message.NO_PASS_BEFORE_START),
    WELL_EMPTY: _illegal(Message.WELL_EMPTY),
    DRAW_LIMIT: _illegal(Message.DRAW_LIMIT, count=_NUMBER),
    MUST_PLACE_NOT_DRAW: _illegal(Message.MUST_PLACE_NOT_DRAW, seat=_SEAT, move=Field.MOVE),
    MUST_PLACE_NOT_PASS: _illegal(Message.MUST_PLACE_NOT_PASS, seat=_SEAT, move=Field.MOVE),
    MUST_DRAW_NOT_PASS: _illegal(Message.MUST_DRAW_NOT_PASS, seat=_SEAT, count=_NUMBER),
    EXPECTED_PENALTY: Refusal(_alone(Field.COST), _alone(Field.PENALTY)),
    TILE_NOT_SEEN: Refusal(_expected(Message.TILE_NOT_SEEN), _alone(Field.OWN_TILE)),
    NEXT_OF_WELL: Refusal(_expected(Message.NEXT_OF_WELL, tile=_TILE), _alone(Field.OWN_TILE)),
    NOTHING_LEFT_YET: _mismatch(Message.NOTHING_LEFT_YET),
    ONE_LEFT_PER_SEAT: _mismatch(Message.ONE_LEFT_PER_SEAT),
    LEFT_IS_KNOWN: _mismatch(Message.LEFT_IS_KNOWN),
    TILES_LEFT: Refusal(
        _expected(Message.TILES_LEFT, count=_NUMBER, seat=_SEAT), _expected(Message.TILES, count=_NUMBER)
    ),
    SUM_LEFT: Refusal(_expected(Message.SUM_LEFT, low=_NUMBER, high=_NUMBER, seat=_SEAT), _alone(Field.SUM)),
    EACH_TILE_ONCE: Refusal(_expected(Message.EACH_TILE_ONCE), _expected(Message.TILE_TWICE, tile=_TILE)),
    TILE_LEFT: Refusal(_expected(Message.TILE_LEFT, tile=_TILE, seat=_SEAT), _expected(Message.NONE)),
    NOT_OVER: _mismatch(Message.NOT_OVER),
    ENDED_OTHERWISE: Refusal(_alone(Field.END), _alone(Field.LINE)),
    OTHER_IS_OUT: Refusal(_alone(Field.OUT), _alone(Field.LINE)),
    EXPECTED_END: Refusal(_alone(Field.EXPECTED_END), _alone(Field.QUOTED_LINE)),
    NOBODY_SCORES: _mismatch(Message.NOBODY_SCORES),
    POINTS_BETWEEN: _mismatch(Message.POINTS_BETWEEN, low=_POINTS, high=_POINTS),
    SEAT_OF_PLAYERS: Refusal(_expected(Message.SEAT_OF_PLAYERS, players=_NUMBER), _alone(_SEAT)),
    WINNER_WITH_TILES: Refusal(
        _expected(Message.WINNER_WITH_TILES, count=_NUMBER),
        _expected(Message.SEAT_WITH_TILES, seat=_SEAT, count=_NUMBER),
    ),
    FEWEST_POINTS_WIN: Refusal(_expected(Message.FEWEST_POINTS_WIN), _alone(_SEAT)),
    NO_TIE: _mismatch(Message.NO_TIE),
    NOT_OUT: _illegal(Message.NOT_OUT, seat=_SEAT, count=_NUMBER),
    NOT_BLOCKED_WELL: _illegal(Message.NOT_BLOCKED_WELL, count=_NUMBER),
    NOT_BLOCKED_PASSES: _illegal(Message.NOT_BLOCKED_PASSES, players=_NUMBER),
    NO_STARTS: _mismatch(Message.NO_STARTS),
    ONE_STARTS: _mismatch(Message.ONE_STARTS),
    NO_BESIDE: _mismatch(Message.NO_BESIDE),
}
