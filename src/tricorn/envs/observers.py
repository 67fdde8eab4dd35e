"""OpenSpiel observers: tensors and strings of a round, with perfect recall or of the current table."""

from __future__ import annotations

import numpy as np
import pyspiel
from numpy.typing import NDArray

from tricorn.core.board import cell_at
from tricorn.core.log import (
    LOG_DRAW,
    LOG_PASS,
    LOG_PLACE,
    LOG_START,
    logged_cell,
    logged_kind,
    logged_seat,
    logged_tile,
)
from tricorn.envs.explicit_round import OpenSpielState, Setup
from tricorn.envs.layout import RACK, SCALARS, TILE_NUMBER, observation_size
from tricorn.tiles import TILES, tiles_of
from tricorn.wording import SEATS

__all__ = ["Observer"]

_FOR_EACH_PLAY = 6  # kind + 1; seat; tile + 1, or 0 if it is not public; x; y; 1 for a cell that points down


class Observer:
    """An OpenSpiel observer; its kind determines whose hands it sees and whether it has perfect recall."""

    def __init__(self, setup: Setup, max_plays: int, kind: pyspiel.IIGObservationType) -> None:
        self._setup, self._kind = setup, kind
        shapes = _shapes(setup, max_plays, kind)
        self.tensor: NDArray[np.float32] = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        first = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[first : first + size].reshape(shape)
            first += size

    def _seats(self, player: int) -> list[int]:
        """The seats whose hands the observer sees, the player's own first."""
        if self._kind.private_info == pyspiel.PrivateInfoType.NONE:
            return []
        if self._kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return [player]
        return [(player + distance) % self._setup.players for distance in range(self._setup.players)]

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Fill the tensor with what the player sees of a state."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        for index, seat in enumerate(self._seats(player)):
            if self._kind.perfect_recall:
                self.dict["dealt"][index, _dealt_to(state, seat)] = 1
                drawn = _drawn_by(state, seat)
                self.dict["drawn"][index, : len(drawn)] = np.array(drawn) + 1
            else:
                self.dict["racks"][index, _rack(state, seat)] = 1
        if "plays" in self.dict and state.round is not None:
            self.dict["starter"][state.round.starter] = 1
            for index, logged in enumerate(_log(state)):
                self.dict["plays"][index] = _public_play(logged)
        if "table" in self.dict and state.round is not None:
            observation = state.round.observe(player)
            self.dict["table"][:RACK] = observation[:RACK]
            self.dict["table"][RACK:] = observation[SCALARS:]

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """What the player sees of a state, as text."""
        parts = [SEATS[player]]
        recall = self._kind.perfect_recall
        for seat in self._seats(player):
            tiles = _dealt_to(state, seat) if recall else _rack(state, seat)
            parts.append(f"{SEATS[seat]} holds {' '.join(str(TILES[tile]) for tile in sorted(tiles))}")
            if recall:
                parts.append(f"drew {' '.join(str(TILES[tile]) for tile in _drawn_by(state, seat))}")
        if self._kind.public_info and state.round is not None:
            parts += [f"{SEATS[state.round.starter]} starts", *state.round.lines(-1)] if recall else _table(state)
            parts += ["draw"] if state.drawing else []
        return "; ".join(parts)


def _shapes(setup: Setup, max_plays: int, kind: pyspiel.IIGObservationType) -> dict[str, tuple[int, ...]]:
    """The shapes of the named parts of a tensor."""
    players = setup.players
    hands = {
        pyspiel.PrivateInfoType.NONE: 0,
        pyspiel.PrivateInfoType.SINGLE_PLAYER: 1,
        pyspiel.PrivateInfoType.ALL_PLAYERS: players,
    }[kind.private_info]
    shapes: dict[str, tuple[int, ...]] = {"player": (players,)}
    if kind.perfect_recall:
        if hands:
            shapes["dealt"] = (hands, TILE_NUMBER)
            shapes["drawn"] = (hands, setup.well)
        if kind.public_info:
            shapes["starter"] = (players,)
            shapes["plays"] = (max_plays, _FOR_EACH_PLAY)
    else:
        if hands:
            shapes["racks"] = (hands, TILE_NUMBER)
        if kind.public_info:
            shapes["table"] = (observation_size(players) - TILE_NUMBER,)
    return shapes


def _log(state: OpenSpielState) -> list[int]:
    return [] if state.round is None else state.round.log()


def _dealt_to(state: OpenSpielState, seat: int) -> list[int]:
    """The tiles dealt to a seat so far."""
    size = state.setup.hand_size
    return list(state.dealt[seat * size : (seat + 1) * size])


def _drawn_by(state: OpenSpielState, seat: int) -> list[int]:
    """The tiles that a seat has drawn, in order."""
    draws = (logged for logged in _log(state) if logged_kind(logged) == LOG_DRAW)
    return [logged_tile(logged) for logged in draws if logged_seat(logged) == seat]


def _rack(state: OpenSpielState, seat: int) -> list[int]:
    """The tiles that a seat holds."""
    if state.round is None:
        return _dealt_to(state, seat)
    return [tile.index for tile in tiles_of(state.round.hand(seat))]


def _public_play(logged: int) -> tuple[int, ...]:
    """The numbers of a logged event that all players may see."""
    kind, seat = logged_kind(logged), logged_seat(logged)
    if kind in (LOG_DRAW, LOG_PASS):
        return kind + 1, seat, 0, 0, 0, 0
    x, y, up = cell_at(logged_cell(logged))
    return kind + 1, seat, logged_tile(logged) + 1, x, y, int(not up)


def _table(state: OpenSpielState) -> list[str]:
    """What all players see of the current table, as text."""
    round_ = state.round
    assert round_ is not None
    placed = [
        line.split()[1]
        for logged, line in zip(round_.log(), round_.lines(-1), strict=True)
        if logged_kind(logged) in (LOG_START, LOG_PLACE)
    ]
    held = " ".join(str(round_.hand(seat).bit_count()) for seat in range(state.setup.players))
    scores = " ".join(map(str, round_.scores))
    return [f"table {' '.join(sorted(placed))}", f"held {held}", f"scores {scores}", f"turn {SEATS[round_.turn]}"]
