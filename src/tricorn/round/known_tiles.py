"""Where the tiles of a round are, as far as is known: in hands with known and unknown tiles, the well, on the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_

from tricorn.core.unknown_tiles import PLACEMENT_STEP, add_unknown, exclude, excluded_index, new_unknown_tiles, reveal
from tricorn.errors import IllegalMove, Mismatch
from tricorn.messages import Message
from tricorn.record import Deal, Drew, Well
from tricorn.tiles import ALL_TILES, TILES, Tile, tiles_of
from tricorn.wording import Seat

__all__ = ["KnownTiles", "with_sum"]

# The tiles with each sum, as masks.
_WITH_SUM = tuple(sum(tile.bit for tile in TILES if tile.sum == total) for total in range(16))


def with_sum(total: int) -> int:
    """The tiles with this sum, as a mask; there are none above 15."""
    return _WITH_SUM[total] if total < len(_WITH_SUM) else 0


class KnownTiles:
    """The known and unknown tiles of each hand, of the well and of the table."""

    def __init__(self, players: int, hand_size: int) -> None:
        self.players = players
        self.hand_size = hand_size
        self.masks = [0] * players  # the known tiles of each hand, as masks
        self.hidden = [hand_size] * players  # the number of unknown tiles in each hand
        self.unknown = [new_unknown_tiles(hand_size) for _ in range(players)]  # those tiles, as in core.unknown_tiles
        self.well: list[Tile | None] = [None] * (len(TILES) - hand_size * players)
        self.on_table = 0
        self.summed: list[int] = []  # the sums of the tiles on the table of which only the sum is known
        self.overruled = False  # whether people insisted on something that the rules refuse
        self.tracked = [False] * players  # whether every tile of a hand was known when it was dealt or drawn
        self._last_dealt = -1  # the last seat with a recorded deal
        self._has_well = False  # whether the well is recorded
        self._draws = [0] * players  # of each seat since the last placement
        self._placements = 0

    def copy(self) -> KnownTiles:
        """An independent copy."""
        clone = KnownTiles.__new__(KnownTiles)
        clone.__dict__.update(self.__dict__)
        clone.unknown = [tiles[:] for tiles in self.unknown]
        for name in ("masks", "hidden", "well", "tracked", "summed", "_draws"):
            setattr(clone, name, getattr(self, name).copy())
        return clone

    @property
    def started(self) -> bool:
        """Whether a tile is on the table."""
        return bool(self.on_table or self.summed)

    @property
    def dealt(self) -> bool:
        """Whether the deal of any hand or the well is recorded."""
        return self._last_dealt >= 0 or self._has_well

    def held(self, seat: int) -> int:
        """How many tiles a player holds, known or not."""
        return self.masks[seat].bit_count() + self.hidden[seat]

    def in_hands(self) -> int:
        """The tiles known to be in a hand, as a mask."""
        mask = 0
        for hand in self.masks:
            mask |= hand
        return mask

    def seen(self) -> int:
        """Every tile known to be on the table, in a hand or in the well, as a mask."""
        mask = self.on_table | self.in_hands()
        for tile in self.well:
            if tile is not None:
                mask |= tile.bit
        return mask

    def unseen(self) -> int:
        """Every other tile, as a mask."""
        return ALL_TILES & ~self.seen()

    @property
    def _begun(self) -> bool:
        """Whether it is too late for a deal."""
        return self.started or self.overruled

    def apply_deal(self, event: Deal) -> None:
        """Apply the deal of a hand, or refuse it."""
        if self._begun or self._has_well:
            raise Mismatch(Message.DEALS_FIRST(), event)
        if event.seat >= self.players or event.seat <= self._last_dealt:
            raise Mismatch(Message.ONE_DEAL_PER_SEAT(), event)
        if len(event.tiles) != self.hand_size:
            expected = Message.TILES_FOR_PLAYERS(count=self.hand_size, players=self.players)
            raise Mismatch(expected, Message.TILES(count=len(event.tiles)))
        hand = self._new_mask(event.tiles)
        self._last_dealt = event.seat
        self.masks[event.seat] = hand
        self.hidden[event.seat] = event.tiles.count(None)
        self.unknown[event.seat] = new_unknown_tiles(self.hidden[event.seat])
        self.tracked[event.seat] = None not in event.tiles

    def apply_well(self, event: Well) -> None:
        """Apply the well in drawing order, or refuse it."""
        if self._begun or self._has_well:
            raise Mismatch(Message.ONE_WELL(), event)
        if len(event.tiles) != len(self.well):
            raise Mismatch(Message.WELL_HOLDS(count=len(self.well)), Message.TILES(count=len(event.tiles)))
        self._new_mask(event.tiles)
        self._has_well = True
        self.well = list(event.tiles)

    def _new_mask(self, tiles: Sequence[Tile | None]) -> int:
        """The known tiles among these, as a mask; a tile that was seen before is refused."""
        mask, seen = 0, self.seen()
        for tile in tiles:
            if tile is None:
                continue
            if (mask | seen) & tile.bit:
                raise Mismatch(Message.DIFFERENT_TILES(), Message.TILE_TWICE(tile=tile))
            mask |= tile.bit
        return mask

    def check_holds(self, seat: int, tile: Tile) -> None:
        """Refuse a tile that a player cannot hold."""
        if self.masks[seat] & tile.bit:
            return
        if self.on_table & tile.bit:
            raise IllegalMove(Message.ON_TABLE_ALREADY, tile=tile, seat=Seat(seat))
        if not self.hidden[seat] or self.seen() & tile.bit:
            raise IllegalMove(Message.NOT_IN_HAND, tile=tile, seat=Seat(seat))
        if all(excluded & tile.bit for excluded in self.excluded(seat)):
            raise IllegalMove(Message.PLACED_TOO_LATE, seat=Seat(seat), what=tile)
        if not self._count_possible(seat, tile.sum):
            raise IllegalMove(Message.SUM_SEEN, sum=tile.sum)

    def _count_possible(self, seat: int, total: int) -> int:
        """How many tiles with a sum may be in this hand."""
        elsewhere = self.seen() & ~self.masks[seat]
        return (with_sum(total) & ~elsewhere).bit_count() - self.summed.count(total)

    def check_holds_sum(self, seat: int, total: int) -> None:
        """Refuse a sum that no tile of a player can have."""
        if not with_sum(total):
            raise IllegalMove(Message.SUM_TOO_HIGH, sum=total)
        if self._count_possible(seat, total) < 1:
            raise IllegalMove(Message.SUM_SEEN, sum=total)
        if self.masks[seat] & with_sum(total):
            return
        if not self.hidden[seat]:
            raise IllegalMove(Message.SUM_NOT_IN_HAND, sum=total, seat=Seat(seat))
        possible = with_sum(total) & ~self.seen()
        if not any(possible & ~excluded for excluded in self.excluded(seat)):
            raise IllegalMove(Message.PLACED_TOO_LATE, seat=Seat(seat), what=Message.TILE_WITH_SUM(sum=total))

    def forget(self, seat: int, tiles: int) -> None:
        """Make these tiles of a hand unknown, if it is known to hold them."""
        known = self.masks[seat] & tiles
        self.masks[seat] ^= known
        for _ in range(known.bit_count()):
            self._add_unknown(seat, 0)

    def remove_unknown(self, seat: int, *, just_drawn: bool = False) -> None:
        """Remove one unknown tile from a hand: the last one drawn if `just_drawn`, otherwise any."""
        tiles = self.unknown[seat]
        if not just_drawn:
            common = reduce(and_, self.excluded(seat))
            for index in range(self.hidden[seat]):
                tiles[excluded_index(0, index)] = common
        tiles[0] -= 1
        self.hidden[seat] -= 1
        self.tracked[seat] = False

    def remove_anyway(self, seat: int, tile: Tile | None) -> None:
        """Remove a tile from a hand because people insist, even if it contradicts what is known."""
        if tile is not None:
            for other in range(self.players):
                self.forget(other, tile.bit)
        if not self.hidden[seat]:
            self.forget(seat, ALL_TILES)
        if self.hidden[seat]:
            self.remove_unknown(seat)

    def set_count(self, seat: int, count: int) -> None:
        """Set the number of tiles of a hand because people insist; all become unknown."""
        self.masks[seat] = 0
        self.hidden[seat] = count
        self.unknown[seat] = new_unknown_tiles(count)
        self.tracked[seat] = False

    def reveal(self, seat: int, tile: Tile, *, just_drawn: bool) -> None:
        """Make a tile of a hand known."""
        if self.masks[seat] & tile.bit:
            return
        reveal(self.unknown[seat], 0, tile.index, just_drawn)
        self.hidden[seat] -= 1
        self.masks[seat] |= tile.bit

    def reveal_all(self, seat: int, tiles: Sequence[Tile]) -> None:
        """Make a whole hand known, or refuse it."""
        mask = 0
        for tile in tiles:
            if mask & tile.bit:
                raise Mismatch(Message.EACH_TILE_ONCE(), Message.TILE_TWICE(tile=tile))
            mask |= tile.bit
            self.check_holds(seat, tile)
        if missing := tiles_of(self.masks[seat] & ~mask):
            raise Mismatch(Message.TILE_LEFT(tile=missing[0], seat=Seat(seat)), Message.NONE())
        self.masks[seat] = mask
        self.hidden[seat] = 0
        self.unknown[seat] = new_unknown_tiles()

    def next_drawn(self, event: Drew) -> Tile | None:
        """The tile drawn, if the well or the event names it; a contradiction is refused."""
        top = self.well[0]
        if top is None and event.tile is not None and self.seen() & event.tile.bit:
            raise Mismatch(Message.TILE_NOT_SEEN(), event.tile)
        if top is not None and event.tile is not None and event.tile != top:
            raise Mismatch(Message.NEXT_OF_WELL(tile=top), event.tile)
        return event.tile or top

    def draw(self, seat: int, tile: Tile | None, placements: int) -> None:
        """Move the next tile of the well to a hand, after so many placements in the round."""
        del self.well[:1]
        if placements != self._placements:
            self._draws, self._placements = [0] * self.players, placements
        self._draws[seat] += 1
        if tile is not None:
            self.masks[seat] |= tile.bit
            return
        self._add_unknown(seat, placements * PLACEMENT_STEP + self._draws[seat])

    def _add_unknown(self, seat: int, moment: int) -> None:
        tiles = self.unknown[seat]
        if excluded_index(0, self.hidden[seat] + 1) > len(tiles):  # people may report more tiles than exist
            self.unknown[seat] = new_unknown_tiles(self.hidden[seat] + 1)
            for index in range(len(tiles)):
                self.unknown[seat][index] = tiles[index]
        add_unknown(self.unknown[seat], 0, moment)
        self.hidden[seat] += 1
        self.tracked[seat] = False

    def exclude(self, seat: int, tiles: int) -> None:
        """Exclude these tiles from the unknown ones of a hand."""
        exclude(self.unknown[seat], 0, tiles)

    def excluded(self, seat: int) -> list[int]:
        """For each unknown tile of a hand, a mask of the tiles that it cannot be."""
        tiles = self.unknown[seat]
        return [tiles[excluded_index(0, index)] for index in range(self.hidden[seat])]

    def sum_bounds(self, seat: int) -> tuple[int, int]:
        """The lowest and highest possible sum of a hand."""
        known = sum(tile.sum for tile in tiles_of(self.masks[seat]))
        excluded = reduce(and_, self.excluded(seat), ALL_TILES)
        possible = sorted(tile.sum for tile in tiles_of(self.unseen() & ~excluded))
        hidden = self.hidden[seat]
        return known + sum(possible[:hidden]), known + sum(possible[max(0, len(possible) - hidden) :])
