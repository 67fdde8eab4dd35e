"""Where the tiles of a round are, as far as the record says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.oracle.errors import Refused
from tests.oracle.table import TILES, Tile, tile_name


@dataclass(eq=False)
class Slot:
    """One of the 56 places in which tiles begin the round: in a hand or in the well."""

    tile: Tile | None = None
    cannot: set[Tile] = field(default_factory=set)
    named: bool = False  # in a deal, the well or a draw, not inferred
    number: int = 0


class Knowledge:
    """Where the 56 tiles of a round are, as far as the record says, and whether that is possible.

    A hand is the slots it was dealt and has drawn, less the tiles it has placed. ``where`` gives for every
    tile that has been seen the slots it can have come from. A tile that a player cannot have held, because
    that player drew or passed although it fitted, is barred from the slots held then.
    """

    def __init__(self, seats: str, dealt: int) -> None:
        self.held: dict[str, list[Slot]] = {seat: [Slot() for _ in range(dealt)] for seat in seats}
        self.well: list[Slot] = [Slot() for _ in range(len(TILES) - dealt * len(seats))]
        self.slots: list[Slot] = [slot for hand in self.held.values() for slot in hand] + self.well
        for number, slot in enumerate(self.slots):
            slot.number = number
        self.drawn = 0
        self.placed: dict[str, list[Tile]] = {seat: [] for seat in seats}
        self.where: dict[Tile, list[Slot]] = {}
        self.matched: dict[int, Tile] = {}
        self.sums: list[int] = []  # of tiles that were placed without being named
        self.summed: dict[str, list[int]] = {seat: [] for seat in seats}

    def count(self, seat: str) -> int:
        return len(self.held[seat]) - len(self.placed[seat]) - len(self.summed[seat])

    def well_left(self) -> int:
        return len(self.well) - self.drawn

    def known(self, seat: str) -> set[Tile]:
        """The tiles that this seat surely holds now."""
        own = set(self.held[seat])
        sure = {tile for tile, slots in self.where.items() if own.issuperset(slots)} - set(self.placed[seat])
        return {tile for tile in sure if sum(tile) not in self.summed[seat]}

    def fill(self, slot: Slot, tile: Tile) -> None:
        """Put a tile into a slot."""
        if slot.tile is not None and slot.tile != tile:
            raise Refused("tile", f"{tile_name(tile)} where {tile_name(slot.tile)} is due")
        if slot not in self.where.get(tile, [slot]) or tile in slot.cannot:
            raise Refused("tile", f"{tile_name(tile)} is elsewhere")
        slot.tile = tile
        slot.named = True
        self.where[tile] = [slot]

    def fill_all(self, slots: list[Slot], tiles: list[Tile | None]) -> None:
        """Put the tiles of a deal or of the well into their slots; none of them has been named before."""
        for slot, tile in zip(slots, tiles, strict=True):
            if tile is not None:
                if tile in self.where:
                    raise Refused("tile", f"{tile_name(tile)} is there twice")
                self.fill(slot, tile)
        self.reconcile()

    def draw(self, seat: str, tile: Tile | None) -> Slot:
        slot = self.well[self.drawn]
        if tile is not None:
            self.fill(slot, tile)
            self.reconcile()
        self.drawn += 1
        self.held[seat].append(slot)
        return slot

    def hold(self, seat: str, tile: Tile, among: list[Slot]) -> None:
        """Note that a seat holds a tile now, in one of these slots."""
        if any(tile in placed for placed in self.placed.values()):
            raise Refused("tile", f"{tile_name(tile)} is already on the table")
        if tile in self.where:
            options = [slot for slot in self.where[tile] if slot in among]
            elsewhere = [slot for slot in self.where[tile] if slot not in self.held[seat]]
        else:
            options = [slot for slot in among if slot.tile is None and tile not in slot.cannot]
            elsewhere = []
        if not options or elsewhere:
            raise Refused("tile", f"{seat} cannot hold {tile_name(tile)} here")
        self.where[tile] = options
        if len(options) == 1:
            options[0].tile = tile
        self.reconcile()

    def place(self, seat: str, tile: Tile, among: list[Slot]) -> None:
        self.hold(seat, tile, among)
        self.placed[seat].append(tile)

    def place_sum(self, seat: str, total: int) -> None:
        """The seat places a tile with this sum: one that is not on the table, nor surely in another hand."""
        gone = {tile for placed in self.placed.values() for tile in placed}
        for other in self.held:
            gone |= self.known(other) if other != seat else set()
        if len([tile for tile in TILES if sum(tile) == total and tile not in gone]) <= self.sums.count(total):
            raise Refused("tile", f"no tile with the sum {total} is left")
        self.sums.append(total)
        self.summed[seat].append(total)

    def bar(self, seat: str, tiles: Iterable[Tile], message: str) -> None:
        """Note that a seat cannot hold any of these tiles now."""
        tiles = set(tiles)
        sure = tiles & self.known(seat)
        if sure:
            raise Refused("due", f"{message}: {seat} holds {', '.join(map(tile_name, sorted(sure)))}")
        barred = {tile for tile in tiles if tile not in self.where}
        for slot in self.held[seat]:
            if slot.tile is None:
                slot.cannot |= barred
        self.reconcile()

    def allowed(self, tile: Tile) -> list[Slot]:
        if tile in self.where:
            return self.where[tile]
        return [slot for slot in self.slots if slot.tile is None and tile not in slot.cannot]

    def reconcile(self) -> None:
        """Match every tile to a different slot that it can be in; without a match the record contradicts itself."""
        if len(self.where) == len(TILES) and all(slot.tile is not None for slot in self.slots):
            return
        options = {tile: {slot.number for slot in self.allowed(tile)} for tile in TILES}
        self.matched = {index: tile for index, tile in self.matched.items() if index in options[tile]}
        for tile in set(TILES) - set(self.matched.values()):
            if not self._match_tile(tile, options, set()):
                raise Refused("tile", f"there is no place left where {tile_name(tile)} can be")

    def _match_tile(self, tile: Tile, options: dict[Tile, set[int]], tried: set[int]) -> bool:
        for index in options[tile]:
            if index not in self.matched:
                self.matched[index] = tile
                return True
        for index in options[tile]:
            if index not in tried:
                tried.add(index)
                if self._match_tile(self.matched[index], options, tried):
                    self.matched[index] = tile
                    return True
        return False

    def bounds(self, seat: str) -> tuple[int, int]:
        """The lowest and highest possible sum of a hand."""
        known = self.known(seat)
        free = [slot for slot in self.held[seat] if slot.tile is None]
        sums = sorted(
            sum(tile) for tile in TILES if tile not in self.where and any(tile not in slot.cannot for slot in free)
        )
        unknown = self.count(seat) - len(known)
        base = sum(map(sum, known))
        return base + sum(sums[:unknown]), base + sum(sums[len(sums) - unknown :])


class Counts(Knowledge):
    """What is known after a line marked ``anyway``: only how many tiles are where.

    A tile on the table is still not placed again, nor drawn, nor left in a hand.
    """

    def __init__(self, before: Knowledge) -> None:
        super().__init__("".join(before.held), 0)
        self.counts = {seat: before.count(seat) for seat in before.held}
        self.in_well = before.well_left()
        self.on_table = {tile for placed in before.placed.values() for tile in placed}
        self.sums = before.sums.copy()

    def count(self, seat: str) -> int:
        return self.counts[seat]

    def well_left(self) -> int:
        return self.in_well

    def known(self, seat: str) -> set[Tile]:
        return set()

    def draw(self, seat: str, tile: Tile | None) -> Slot:
        self._check_off_table(tile)
        self.in_well = max(0, self.in_well - 1)
        self.counts[seat] += 1
        return Slot()

    def _check_off_table(self, tile: Tile | None) -> None:
        if tile in self.on_table:
            raise Refused("tile", f"{tile} is already on the table")

    def hold(self, seat: str, tile: Tile, among: list[Slot]) -> None:
        self._check_off_table(tile)

    def place(self, seat: str, tile: Tile, among: list[Slot]) -> None:
        self._check_off_table(tile)
        self.put_down(seat, tile)

    def place_sum(self, seat: str, total: int) -> None:
        if len([tile for tile in TILES if sum(tile) == total and tile not in self.on_table]) <= self.sums.count(total):
            raise Refused("tile", f"no tile with the sum {total} is left")
        self.put_down(seat, None)
        self.sums.append(total)

    def put_down(self, seat: str, tile: Tile | None) -> None:
        self.counts[seat] = max(0, self.counts[seat] - 1)
        if tile is not None:
            self.on_table.add(tile)

    def bar(self, seat: str, tiles: Iterable[Tile], message: str) -> None:
        pass

    def bounds(self, seat: str) -> tuple[int, int]:
        sums = sorted(sum(tile) for tile in TILES if tile not in self.on_table)
        count = min(self.counts[seat], len(sums))
        return sum(sums[:count]), sum(sums[len(sums) - count :])
