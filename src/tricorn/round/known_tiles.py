"""Where the tiles of a round are, as far as that is known: hands with known and unknown tiles, the well, the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_

from tricorn.core.unknown import TURN, add_unknown, exclude, excluded_at, new_unknown, reveal
from tricorn.errors import IllegalMove, Mismatch
from tricorn.messages import Message, Seat
from tricorn.record import Deal, Drew, Well
from tricorn.tiles import TILES, Tile, tiles_of

__all__ = ["KnownTiles", "with_sum"]

_EVERY_TILE = (1 << len(TILES)) - 1
# The tiles with each sum, as masks.
_WITH_SUM = tuple(sum(tile.bit for tile in TILES if tile.sum == total) for total in range(16))


def with_sum(total: int) -> int:
    """The tiles with this sum, as a mask; there are none above 15."""
    return _WITH_SUM[total] if total < len(_WITH_SUM) else 0


class KnownTiles:
    """Where the tiles of a round are: what is known of each hand, of the well and of the table."""

    def __init__(self, players: int, each: int) -> None:
        self.players = players
        self.each = each
        self.masks = [0] * players  # the known tiles of each hand, as masks
        self.hidden = [each] * players  # how many tiles of each hand are not known
        self.unknown = [new_unknown(each) for _ in range(players)]  # what is known of these
        self.well: list[Tile | None] = [None] * (len(TILES) - each * players)
        self.on_table = 0
        self.summed: list[int] = []  # the sums of the tiles on the table of which no more is known
        self.overruled = False  # whether anybody insisted on something that the rules refuse
        self.tracked = [False] * players  # whether every tile of a hand was named as it came
        self._dealt = -1  # the last seat whose deal was read
        self._well_read = False
        self._draws = [0] * players  # how often each seat has drawn since the last placement
        self._placements = 0

    def copy(self) -> KnownTiles:
        """An independent copy."""
        twin = KnownTiles.__new__(KnownTiles)
        twin.__dict__.update(self.__dict__)
        twin.unknown = [tiles[:] for tiles in self.unknown]
        for name in ("masks", "hidden", "well", "tracked", "summed", "_draws"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    @property
    def started(self) -> bool:
        """Whether a tile lies on the table."""
        return bool(self.on_table or self.summed)

    @property
    def dealt(self) -> bool:
        """Whether any hand, or the well, is on record."""
        return self._dealt >= 0 or self._well_read

    def held(self, seat: int) -> int:
        """How many tiles a player holds, known or not."""
        return self.masks[seat].bit_count() + self.hidden[seat]

    def in_hands(self) -> int:
        """The tiles known to be in anybody's hand."""
        mask = 0
        for hand in self.masks:
            mask |= hand
        return mask

    def seen(self) -> int:
        """Every tile whose place is known: on the table, in a hand, in the well."""
        mask = self.on_table | self.in_hands()
        for tile in self.well:
            if tile is not None:
                mask |= tile.bit
        return mask

    def unseen(self) -> int:
        """Every tile whose place is not known."""
        return _EVERY_TILE & ~self.seen()

    @property
    def _begun(self) -> bool:
        """Whether it is too late for a deal."""
        return self.started or self.overruled

    def apply_deal(self, event: Deal) -> None:
        """Take a hand as dealt, or refuse it."""
        if self._begun or self._well_read:
            raise Mismatch(Message.DEALS_FIRST(), event)
        if event.seat >= self.players or event.seat <= self._dealt:
            raise Mismatch(Message.ONE_DEAL_A_SEAT(), event)
        if len(event.tiles) != self.each:
            expected = Message.TILES_FOR_PLAYERS(count=self.each, players=self.players)
            raise Mismatch(expected, Message.TILES(count=len(event.tiles)))
        hand = self._mask_of(event.tiles)
        self._dealt = event.seat
        self.masks[event.seat] = hand
        self.hidden[event.seat] = event.tiles.count(None)
        self.unknown[event.seat] = new_unknown(self.hidden[event.seat])
        self.tracked[event.seat] = None not in event.tiles

    def apply_well(self, event: Well) -> None:
        """Take the well in drawing order, or refuse it."""
        if self._begun or self._well_read:
            raise Mismatch(Message.ONE_WELL(), event)
        if len(event.tiles) != len(self.well):
            raise Mismatch(Message.WELL_HOLDS(count=len(self.well)), Message.TILES(count=len(event.tiles)))
        self._mask_of(event.tiles)
        self._well_read = True
        self.well = list(event.tiles)

    def _mask_of(self, tiles: Sequence[Tile | None]) -> int:
        """The known tiles as a mask; none may be there twice or have been seen elsewhere."""
        mask, seen = 0, self.seen()
        for tile in tiles:
            if tile is None:
                continue
            if (mask | seen) & tile.bit:
                raise Mismatch(Message.DIFFERENT_TILES(), Message.TILE_TWICE(tile=tile))
            mask |= tile.bit
        return mask

    def check_holds(self, seat: int, tile: Tile) -> None:
        """Refuse a tile that the player cannot hold."""
        if self.masks[seat] & tile.bit:
            return
        if self.on_table & tile.bit:
            raise IllegalMove(Message.ON_TABLE_ALREADY, tile=tile, seat=Seat(seat))
        if not self.hidden[seat] or self.seen() & tile.bit:
            raise IllegalMove(Message.NOT_IN_HAND, tile=tile, seat=Seat(seat))
        if all(excluded & tile.bit for excluded in self.excluded(seat)):
            raise IllegalMove(Message.PLACED_TOO_LATE, seat=Seat(seat), what=tile)
        if not self._unaccounted(seat, tile.sum):
            raise IllegalMove(Message.SUM_SEEN, sum=tile.sum)

    def _unaccounted(self, seat: int, total: int) -> int:
        """How many tiles with a sum are nowhere yet, or may be in this hand."""
        elsewhere = self.seen() & ~self.masks[seat]
        return (with_sum(total) & ~elsewhere).bit_count() - self.summed.count(total)

    def check_holds_sum(self, seat: int, total: int) -> None:
        """Refuse a sum that no tile of the player can have."""
        if not with_sum(total):
            raise IllegalMove(Message.SUM_TOO_HIGH, sum=total)
        if self._unaccounted(seat, total) < 1:
            raise IllegalMove(Message.SUM_SEEN, sum=total)
        if self.masks[seat] & with_sum(total):
            return
        if not self.hidden[seat]:
            raise IllegalMove(Message.SUM_NOT_IN_HAND, sum=total, seat=Seat(seat))
        possible = with_sum(total) & ~self.seen()
        if not any(possible & ~excluded for excluded in self.excluded(seat)):
            raise IllegalMove(Message.PLACED_TOO_LATE, seat=Seat(seat), what=Message.TILE_WITH_SUM(sum=total))

    def forget(self, seat: int, tiles: int) -> None:
        """Count these tiles, where a hand is known to hold them, among its unknown ones."""
        mine = self.masks[seat] & tiles
        if mine:
            self.masks[seat] ^= mine
            for _ in range(mine.bit_count()):
                self._add_unknown(seat, 0)

    def remove_unknown(self, seat: int, *, just_drawn: bool = False) -> None:
        """Remove one of the unknown tiles from a hand; which one it was stays unknown."""
        tiles = self.unknown[seat]
        if not just_drawn:
            common = reduce(and_, self.excluded(seat))
            for index in range(self.hidden[seat]):
                tiles[excluded_at(0, index)] = common
        tiles[0] -= 1
        self.hidden[seat] -= 1
        self.tracked[seat] = False

    def remove_anyway(self, seat: int, tile: Tile | None) -> None:
        """Remove a tile from a hand because people say so, whatever was known of it."""
        if tile is not None:
            for other in range(self.players):
                self.forget(other, tile.bit)
        if not self.hidden[seat]:
            self.forget(seat, _EVERY_TILE)
        if self.hidden[seat]:
            self.remove_unknown(seat)

    def set_count(self, seat: int, count: int) -> None:
        """Set the number of unknown tiles of a hand, because people say so."""
        self.masks[seat] = 0
        self.hidden[seat] = count
        self.unknown[seat] = new_unknown(count)
        self.tracked[seat] = False

    def reveal(self, seat: int, tile: Tile, *, just_drawn: bool) -> None:
        """Note that a player holds a tile, which was unknown until now."""
        if self.masks[seat] & tile.bit:
            return
        reveal(self.unknown[seat], 0, tile.index, just_drawn)
        self.hidden[seat] -= 1
        self.masks[seat] |= tile.bit

    def reveal_all(self, seat: int, tiles: Sequence[Tile]) -> None:
        """Note a whole hand, or refuse it."""
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
        self.unknown[seat] = new_unknown()

    def next_drawn(self, event: Drew) -> Tile | None:
        """The tile drawn, if the well or the event has it; a contradiction is refused."""
        top = self.well[0]
        if top is None and event.tile is not None and self.seen() & event.tile.bit:
            raise Mismatch(Message.TILE_NOT_SEEN(), event.tile)
        if top is not None and event.tile is not None and event.tile != top:
            raise Mismatch(Message.NEXT_OF_WELL(tile=top), event.tile)
        return event.tile or top

    def draw(self, seat: int, tile: Tile | None, placements: int) -> None:
        """Move the next tile of the well to a hand; `placements` is the number of placements before it."""
        del self.well[:1]
        if placements != self._placements:
            self._draws, self._placements = [0] * self.players, placements
        self._draws[seat] += 1
        if tile is not None:
            self.masks[seat] |= tile.bit
            return
        self._add_unknown(seat, placements * TURN + self._draws[seat])

    def _add_unknown(self, seat: int, moment: int) -> None:
        tiles = self.unknown[seat]
        if excluded_at(0, self.hidden[seat] + 1) > len(tiles):  # people may report more tiles than there are
            self.unknown[seat] = new_unknown(self.hidden[seat] + 1)
            for index in range(len(tiles)):
                self.unknown[seat][index] = tiles[index]
        add_unknown(self.unknown[seat], 0, moment)
        self.hidden[seat] += 1
        self.tracked[seat] = False

    def exclude(self, seat: int, tiles: int) -> None:
        """Note that none of the unknown tiles of a hand is among these."""
        exclude(self.unknown[seat], 0, tiles)

    def excluded(self, seat: int) -> list[int]:
        """For each unknown tile of a hand, the tiles that it cannot be, as a mask."""
        tiles = self.unknown[seat]
        return [tiles[excluded_at(0, index)] for index in range(self.hidden[seat])]

    def sum_bounds(self, seat: int) -> tuple[int, int]:
        """The least and the greatest sum a hand can have, from what is known of it and of the other tiles."""
        known = sum(tile.sum for tile in tiles_of(self.masks[seat]))
        excluded = reduce(and_, self.excluded(seat), _EVERY_TILE)
        possible = sorted(tile.sum for tile in tiles_of(self.unseen() & ~excluded))
        hidden = self.hidden[seat]
        return known + sum(possible[:hidden]), known + sum(possible[max(0, len(possible) - hidden) :])
