"""The start of a round: which tile must start, when 0-0-0 may start instead, and what is shown then (R5, R16)."""

from __future__ import annotations

from tricorn.core.rules import TRIPLES, Rules, may_start_with_zero, start_points, starting_tile
from tricorn.errors import IllegalMove, Mismatch
from tricorn.lattice import ORIGIN
from tricorn.messages import Message
from tricorn.moves import Option, Place
from tricorn.record import Placed
from tricorn.round.board import check_not_mirrored
from tricorn.round.state import RoundState
from tricorn.tiles import TILES, Tile
from tricorn.wording import Seat, quoted

__all__ = ["check_start", "start_event", "start_options"]

_ZERO = TILES[0]
_MAX_DISTANCE = 1000  # of the first tile from 0,0, so that the coordinates of every later cell can be written


def start_options(rules: Rules, hand: int) -> list[Option]:
    """The legal first moves of the player who starts, best first."""
    tiles = [TILES[starting_tile(hand)]]
    if may_start_with_zero(rules, hand):
        tiles.append(_ZERO)
    options = [Option(Place(ORIGIN, tile.numbers), start_points(rules, tile.index)) for tile in tiles]
    return sorted(options, key=lambda option: -option.points)


def start_event(state: RoundState, seat: int, place: Place, *, timeout: bool) -> Placed:
    """The line of a first placement; one that is not legal is refused."""
    check_not_mirrored(place)
    if max(abs(place.cell.x), abs(place.cell.y)) > _MAX_DISTANCE:
        raise IllegalMove(Message.FIRST_TILE_TOO_FAR, cell=place.cell)
    shows = _triple_to_show(state, seat, place.tile, None)
    return Placed(seat, place.tile, place, start_points(state.rules, place.tile.index), None, shows, timeout)


def check_start(state: RoundState, event: Placed) -> None:
    """Refuse a first placement that is not legal or has the wrong points."""
    shows = _triple_to_show(state, event.seat, event.tile, event.shows)
    points = start_points(state.rules, event.tile.index)
    expected = Placed(event.seat, event.tile, event.place, points, None, shows, event.timeout)
    if expected != event:
        raise Mismatch(quoted(expected), quoted(event))


def _triple_to_show(state: RoundState, seat: int, tile: Tile, shown: Tile | None) -> Tile | None:
    """The triple that must be shown with this start, if any; a start that is not legal is refused.

    `shown` is the triple shown according to the record, for hands that are not known.
    """
    edition, tiles = state.edition, state.tiles
    own = tiles.masks[seat] | tile.bit
    chose_zero = tile == _ZERO and edition.zero_option
    if shown is not None and chose_zero and edition.show_triple and shown.is_triple:
        tiles.check_holds(seat, shown)
        own |= shown.bit
    top = TILES[starting_tile(tiles.in_hands() | own)]
    if tile == top:
        return None
    if not own & top.bit:
        if chose_zero and not edition.show_triple and _may_hold_higher_triple(state, seat, top):
            return None
        holder = next(other for other in range(state.players) if tiles.masks[other] & top.bit)
        raise IllegalMove(Message.OTHER_MUST_START, holder=Seat(holder), top=top, seat=Seat(seat), tile=tile)
    if chose_zero and top.is_triple:
        return top if edition.show_triple else None
    raise IllegalMove(Message.MUST_START_WITH, seat=Seat(seat), top=top, tile=tile)


def _may_hold_higher_triple(state: RoundState, seat: int, top: Tile) -> bool:
    """Whether a player who starts with 0-0-0 may hold an unknown triple higher than `top`."""
    hidden = state.tiles.hidden[seat] - (not state.tiles.masks[seat] & _ZERO.bit)
    return hidden > 0 and (TRIPLES & ~state.tiles.seen()) >> (top.index + 1) != 0
