"""A record as a table with one row per play, for spreadsheets and data frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from tricorn.editions import Edition
from tricorn.record.events import (
    Blocked,
    Deal,
    Drew,
    Event,
    MoveEvent,
    Out,
    Passed,
    Placed,
    RoundStart,
    Score,
    Well,
    Winner,
)
from tricorn.tiles import TILES, Tile
from tricorn.wording import SEATS

__all__ = ["COLUMNS", "Row", "rows_of"]

Row: TypeAlias = dict[str, Any]

# The columns in order, with their types. Columns that begin with full_ hold what some seats could not see at the time.
# All others were public then, except the last three, which say how the round and the game ended.
COLUMNS: dict[str, type] = {
    "game": str,
    "edition": str,
    "players": int,
    "round": int,
    "play": int,  # its number in the round, from 1
    "seat": str,
    "name": str,
    "kind": str,  # start, place, draw or pass
    "tile": str,  # the tile placed
    "cell": str,
    "x": int,
    "y": int,
    "points": int,
    "bonus": str,
    "shows": str,
    "timeout": bool,
    "score": int,  # of the seat, before the play
    "drawn": int,  # tiles drawn in this turn, before the play
    "in_well": int,  # before the play
    **{f"held_{seat.lower()}": int for seat in SEATS},  # tiles that each seat holds, before the play
    "full_tile": str,  # the tile placed or drawn
    "full_hand": str,  # of the seat, before the play; empty if it was not recorded
    "round_end": str,  # out or blocked
    "round_winner": str,
    "game_winner": str,
}


class _RoundSoFar:
    """What is known of a round before its next play."""

    def __init__(self, number: int, players: int, hand_size: int) -> None:
        self.number = number
        self.held = [hand_size] * players
        self.hands: list[set[Tile] | None] = [None] * players
        self.well: list[Tile | None] = [None] * (len(TILES) - hand_size * players)
        self._drew: int | None = None  # the seat that has drawn in its turn
        self._draws = 0
        self.plays = 0

    def hand(self, seat: int) -> str | None:
        hand = self.hands[seat]
        return None if hand is None else " ".join(str(tile) for tile in sorted(hand))

    def deal(self, event: Deal) -> None:
        known = [tile for tile in event.tiles if tile is not None]
        self.hands[event.seat] = set(known) if len(known) == len(event.tiles) else None

    def drawn(self, seat: int) -> int:
        """How many tiles a seat has drawn in its turn; people may insist on a play out of turn."""
        return self._draws if seat == self._drew else 0

    def tile_drawn(self, play: Drew) -> Tile | None:
        """The tile that is drawn, as the line or the well has it."""
        return play.tile or (self.well[0] if self.well else None)

    def apply(self, play: MoveEvent) -> None:
        self.plays += 1
        hand = self.hands[play.seat]
        if isinstance(play, Drew):
            self.held[play.seat] += 1
            self._draws, self._drew = self.drawn(play.seat) + 1, play.seat
            tile = self.tile_drawn(play)
            self.well = self.well[1:]
            if hand is not None and tile is not None:
                hand.add(tile)
            else:
                self.hands[play.seat] = None
            return
        self._drew = None
        if isinstance(play, Passed):
            return
        self.held[play.seat] -= 1
        if hand is not None and isinstance(play, Placed):
            hand.discard(play.tile)
        else:
            self.hands[play.seat] = None


def rows_of(edition: Edition, names: Sequence[str], events: Sequence[Event]) -> list[Row]:
    """The rows of a game."""
    hand_size = edition.tiles_dealt(len(names))
    rows: list[Row] = []
    state = _RoundSoFar(0, len(names), hand_size)
    first_of_round = 0
    scores = list(edition.head_start[: len(names)])
    for event in events:
        if isinstance(event, RoundStart):
            state = _RoundSoFar(event.number, len(names), hand_size)
            first_of_round = len(rows)
        elif isinstance(event, Deal):
            state.deal(event)
        elif isinstance(event, MoveEvent):
            row = {**dict.fromkeys(COLUMNS), "edition": edition.id, "players": len(names), "name": names[event.seat]}
            rows.append({**row, **_state_fields(event, state, scores[event.seat]), **_play_fields(event, state)})
            scores[event.seat] += rows[-1]["points"]
            state.apply(event)
        elif isinstance(event, Out | Blocked):
            winner = None if event.seat is None else SEATS[event.seat]
            for row in rows[first_of_round:]:
                row.update(round_end="out" if isinstance(event, Out) else "blocked", round_winner=winner)
        elif isinstance(event, Score):
            scores = list(event.scores)
        elif isinstance(event, Winner):
            for row in rows:
                row["game_winner"] = SEATS[event.seat]
        elif isinstance(event, Well):
            state.well = list(event.tiles)
    return rows


def _state_fields(event: MoveEvent, state: _RoundSoFar, score: int) -> Row:
    """The columns that describe the round before a play."""
    held = {f"held_{seat.lower()}": count for seat, count in zip(SEATS, state.held, strict=False)}
    return {
        "round": state.number,
        "play": state.plays + 1,
        "seat": SEATS[event.seat],
        "score": score,
        "drawn": state.drawn(event.seat),
        "in_well": len(state.well),
        "full_hand": state.hand(event.seat),
        **held,
    }


def _play_fields(event: MoveEvent, state: _RoundSoFar) -> Row:
    """The columns that describe the play itself."""
    row: Row = {"timeout": event.timeout}
    if isinstance(event, Drew):
        tile = state.tile_drawn(event)
        return {**row, "kind": "draw", "points": -event.penalty, "full_tile": None if tile is None else str(tile)}
    if isinstance(event, Passed):
        return {**row, "kind": "pass", "points": -event.penalty}
    bonus = None if event.bonus is None else str(event.bonus)
    row |= {"kind": "place" if state.plays else "start", "points": event.points, "bonus": bonus}
    if isinstance(event, Placed):
        row |= {"tile": str(event.tile), "full_tile": str(event.tile)}
        row["shows"] = None if event.shows is None else str(event.shows)
        if event.place is not None:
            cell = event.place.cell
            row |= {"cell": str(cell), "x": cell.x, "y": cell.y}
    return row
