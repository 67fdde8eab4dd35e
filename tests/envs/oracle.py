"""Checks the observations and masks of an environment against `Game` and its views."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tricorn.bonus import to_shape
from tricorn.core.rules import rules_for
from tricorn.envs.layout import (
    BOARD,
    EXCLUDED,
    FOR_EACH_SEAT,
    FOR_EACH_SLOT,
    FOR_EACH_TILE,
    RACK,
    SCALARS,
    SCORE_STEP,
    SEATS_AT,
    SLOTS,
    SLOTS_AT,
    TILE_NUMBER,
)
from tricorn.envs.moves import action_of, move_of
from tricorn.game import Game
from tricorn.moves import Place
from tricorn.record import Drew, Passed, Placed, RoundStart
from tricorn.tiles import TILES
from tricorn.view import View


def read_slots(observation: NDArray[np.int8]) -> NDArray[np.int8]:
    return observation[SLOTS_AT : SLOTS_AT + SLOTS * FOR_EACH_SLOT].reshape(SLOTS, FOR_EACH_SLOT)


def read_excluded(observation: NDArray[np.int8], players: int) -> list[set[int]]:
    """For each other seat, the tiles that the observation excludes."""
    first = SEATS_AT + players * FOR_EACH_SEAT
    return [
        set(np.flatnonzero(observation[first + EXCLUDED * other : first + EXCLUDED * (other + 1)]))
        for other in range(players - 1)
    ]


def check_mask(game: Game, observation: NDArray[np.int8], mask: NDArray[np.bool_]) -> None:
    """Check that the legal actions are the legal moves, one action per move."""
    moves = game.legal_moves()
    assert sorted(str(move_of(observation, int(action))) for action in np.flatnonzero(mask)) == sorted(map(str, moves))
    assert {action_of(observation, move) for move in moves} == set(np.flatnonzero(mask))


def check_observation(game: Game, seat: int, observation: NDArray[np.int8]) -> None:
    """Check that an observation agrees with the view of the seat."""
    view = game.view(seat)
    _check_slots(view, observation)
    _check_tiles(view, observation)
    _check_counts(game, view, seat, observation)


def _check_slots(view: View, observation: NDArray[np.int8]) -> None:
    current = view.round
    assert current is not None
    slots = [tuple(int(number) for number in slot) for slot in read_slots(observation)]
    cells = current.open_cells()
    assert [slot[:3] for slot in slots[: len(cells)]] == [(1 if up else 2, x, y) for x, y, up in cells]
    assert not any(any(slot) for slot in slots[len(cells) :])
    bonuses = rules_for(view.edition).bonuses
    options = [option for tile in TILES for option in current.fitting(tile) if cells]
    shapes = {option.move.cell: to_shape(option.bonus) for option in options if isinstance(option.move, Place)}
    for cell, slot in zip(cells, slots, strict=False):
        assert tuple(number for number in slot[3:6] if number != 7) == current.board.numbers_around(cell)
        if cell in shapes:  # some tile fits there
            assert slot[6:] == (shapes[cell], min(bonuses[shapes[cell]], 127))


def _check_tiles(view: View, observation: NDArray[np.int8]) -> None:
    assert view.round is not None
    assert set(np.flatnonzero(observation[RACK : RACK + TILE_NUMBER])) == {tile.index for tile in view.hand}
    board = observation[BOARD : BOARD + TILE_NUMBER * FOR_EACH_TILE].reshape(TILE_NUMBER, FOR_EACH_TILE)
    expected = {}
    for place in view.round.places:
        a, b, c = place.tile.numbers
        rotation = [(a, b, c), (b, c, a), (c, a, b)].index(place.numbers)
        expected[place.tile.index] = (1 + rotation + (0 if place.cell.up else 3), place.cell.x, place.cell.y)
    assert {tile: tuple(map(int, row)) for tile, row in enumerate(board) if row[0]} == expected


def _check_counts(game: Game, view: View, seat: int, observation: NDArray[np.int8]) -> None:
    current, players = view.round, len(view.names)
    assert current is not None
    assert game.turn is not None
    placed = len(current.placements)
    numbers = [seat, (game.turn - seat) % players, placed, current.number, view.in_well, len(view.drawn)]
    assert list(observation[SCALARS:SEATS_AT]) == [*numbers, current.passes]
    events = view.parsed_record.events
    start = max(index for index, event in enumerate(events) if isinstance(event, RoundStart))
    plays = [event for event in events[start:] if isinstance(event, Placed | Drew | Passed)]
    on_table = {placed.tile for placed in current.placements}
    for distance in range(players):
        other = (seat + distance) % players
        held, drew, shown, passed, high, low = observation[SEATS_AT + FOR_EACH_SEAT * distance :][:FOR_EACH_SEAT]
        own = [event for event in plays if event.seat == other]
        ends = [event for event in own if not isinstance(event, Drew)]
        shows = {event.shows for event in own if isinstance(event, Placed)} - {None} - on_table
        assert held == view.tiles_held[other]
        assert drew == len(own) - len(ends)
        assert shown == sum(tile.index + 1 for tile in shows if tile is not None)
        assert bool(passed) == (bool(ends) and isinstance(ends[-1], Passed))
        assert int(high) * SCORE_STEP + int(low) == view.scores[other]
