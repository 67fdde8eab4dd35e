"""Samples states of an OpenSpiel round that a player cannot distinguish, with unseen tiles from the bots' belief.

A state is its history, so it is not enough to say who holds what now: every tile that another seat has placed or holds
gets a moment when it arrived, the deal or one of the seat's draws, that is consistent with everything the seat did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from tricorn.arena.log_events import move_events, opening_events
from tricorn.arena.tracker import ViewTracker
from tricorn.bots.seeing import believing
from tricorn.bots.worlds import STEPS, Worlds, deal_world, mix
from tricorn.core.compile import Ints
from tricorn.core.rng import below, new_rng
from tricorn.core.state import HANDS, LOG, LOG_DRAW, LOG_PASS, LOG_PLACE, LOG_START, NEXT, WELL_END, State, new_state
from tricorn.core.table import new_table, put, put_first, union
from tricorn.envs.rounds import ExplicitRound, OpenSpielState, Setup
from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.tiles import TILES, tiles_of

__all__ = ["resample"]

_Item = TypeVar("_Item")

_TRIES = 1000
_FORGET = 20 * STEPS  # how far the chain walks from its first world
_DEALT = -1  # the moment of the deal; others are places in the log
_NEVER = 1 << 30


def resample(state: OpenSpielState, player: int, sampler: Callable[[], float]) -> Any:
    """A state with the same information for the player."""
    rng = new_rng(int(sampler() * 2**52), 0)
    hands = _hands(state, player, rng)
    for _ in range(_TRIES):
        chance = _explain(state, player, next(hands), rng)
        if chance is not None:
            return _replay(state, chance)
    raise TricornError(Message.NOT_EXPLAINED)


def _replay(state: OpenSpielState, chance: dict[int, int]) -> Any:
    """The same plays with other chance outcomes; `chance` has the tile of each chance node by its number."""
    new = state.get_game().new_initial_state()
    number = 0
    for step in state.full_history():
        if new.is_chance_node():
            new.apply_action(chance.get(number, step.action))
            number += 1
        else:
            new.apply_action(step.action)
    return new


# Possible hands.


def _hands(state: OpenSpielState, player: int, rng: Ints) -> Iterator[list[int]]:
    """Possible hands of the seats, one set after the other; the player's own hand is the real one."""
    if state.round is None:
        yield from _dealt_hands(state, player, rng)
    elif len(state.setup.tiles) < len(TILES):
        yield from _random_hands(state.setup, state.round, player, rng)
    else:
        yield from _believed_hands(state, state.round, player, rng)


def _dealt_hands(state: OpenSpielState, player: int, rng: Ints) -> Iterator[list[int]]:
    """Possible hands while tiles are still being dealt: any tile may be anywhere."""
    each = state.setup.each
    while True:
        own = set(state.dealt[player * each : (player + 1) * each])
        unseen = [tile for tile in state.setup.tiles if tile not in own]
        hands = []
        for seat in range(state.setup.players):
            number = len(state.dealt[seat * each : (seat + 1) * each])
            tiles = own if seat == player else {_taken(unseen, rng) for _ in range(number)}
            hands.append(sum(1 << tile for tile in tiles))
        yield hands


def _random_hands(setup: Setup, round_: ExplicitRound, player: int, rng: Ints) -> Iterator[list[int]]:
    """Hands with the unseen tiles in random order, for games without all tiles, which the belief does not support."""
    laid = sum(1 << (entry >> 6 & 63) for entry in round_.log() if entry & 7 in (LOG_START, LOG_PLACE))
    while True:
        unseen = [tile for tile in setup.tiles if not (laid | round_.hand(player)) >> tile & 1]
        hands = []
        for seat in range(setup.players):
            tiles = [] if seat == player else [_taken(unseen, rng) for _ in range(round_.hand(seat).bit_count())]
            hands.append(round_.hand(player) if seat == player else sum(1 << tile for tile in tiles))
        yield hands


def _taken(tiles: list[int], rng: Ints) -> int:
    return tiles.pop(below(rng, len(tiles)))


class _Chain(NamedTuple):
    """The belief of a player in a state, ready for the next world."""

    player: int
    moves: int  # the number of moves before
    worlds: Worlds
    world: State
    known: Ints


# A search needs many worlds of one state; the chain continues from the last one.
_chains: WeakKeyDictionary[OpenSpielState, _Chain] = WeakKeyDictionary()


def _believed_hands(state: OpenSpielState, round_: ExplicitRound, player: int, rng: Ints) -> Iterator[list[int]]:
    """The hands of one world after the other."""
    chain = _chains.get(state)
    if chain is None or (chain.player, chain.moves) != (player, state.move_number()):
        chain = _chains[state] = _new_chain(state, round_, player, rng)
        mix(chain.worlds, _FORGET, rng)
    while True:
        mix(chain.worlds, STEPS, rng)
        deal_world(chain.worlds, chain.world, chain.known, rng)
        yield [chain.world[HANDS + seat] for seat in range(state.setup.players)]


def _new_chain(state: OpenSpielState, round_: ExplicitRound, player: int, rng: Ints) -> _Chain:
    setup = state.setup
    views = ViewTracker(setup.edition, tuple(f"player {seat}" for seat in range(setup.players)), player)
    views.add([*opening_events(round_.state, setup.edition, 1), *move_events(round_.state, setup.edition, LOG)])
    view = views.view(tuple(round_.scores), ())
    current = view.round
    assert current is not None
    world = new_state(setup.players)
    world[NEXT] = WELL_END - len(current.well)
    mind = believing(view, rng)
    return _Chain(player, state.move_number(), mind.worlds, world, mind.known)


# How the tiles may have got there.


class _Stay(NamedTuple):
    """A tile that a seat holds or has held: until when, and the moments when it must not have been there."""

    tile: int
    end: int
    barred: tuple[int, ...]  # draws and passes of the seat at which the tile fitted

    def may_come(self, moment: int) -> bool:
        """Whether the tile can have arrived at this moment."""
        return moment < self.end and not any(moment < barred < self.end for barred in self.barred)


def _explain(state: OpenSpielState, player: int, hands: list[int], rng: Ints) -> dict[int, int] | None:
    """The tile of every chance node such that the seats hold these hands now; None if that is not possible."""
    setup = state.setup
    if state.round is None:
        return _dealt_chances(state, hands)
    log = state.round.log()
    plays = (
        [*log, LOG_DRAW | state.round.seat << 3] if state.drawing else log
    )  # with a draw whose tile is not decided yet
    fitting = _fitting(plays) if not setup.edition.draw_optional else [0] * len(plays)
    chance: dict[int, int] = {}
    dealt = list(state.dealt)
    for seat in range(setup.players):
        if seat == player:
            continue
        came = _moments(_stays(plays, fitting, seat, hands[seat]), _arrivals(log, seat, setup.each), rng)
        if came is None:
            return None
        first = seat * setup.each
        dealt[first : first + setup.each] = [tile for moment, tile in came if moment == _DEALT]
        chance.update((moment, tile) for moment, tile in came if moment != _DEALT)
    draws = [place for place, entry in enumerate(log) if entry & 7 == LOG_DRAW]
    numbered = {setup.dealt + number: chance[place] for number, place in enumerate(draws) if place in chance}
    if not _starts_alike(setup, state.round, dealt):
        return None
    return {**dict(enumerate(dealt)), **numbered}


def _dealt_chances(state: OpenSpielState, hands: list[int]) -> dict[int, int]:
    """The tile of every chance node of an unfinished deal."""
    each = state.setup.each
    return {
        seat * each + index: tile.index for seat, hand in enumerate(hands) for index, tile in enumerate(tiles_of(hand))
    }


def _fitting(log: list[int]) -> list[int]:
    """The tiles that fitted somewhere before each logged play."""
    table, masks = new_table(), []
    for entry in log:
        masks.append(union(table))
        kind, tile, cell, shape = entry & 7, entry >> 6 & 63, entry >> 12 & 0x1FFF, entry >> 25 & 7
        if kind == LOG_START:
            put_first(table, cell, entry >> 34 & 7, entry >> 31 & 7, entry >> 28 & 7)
        elif kind == LOG_PLACE:
            put(table, cell, tile, shape)
    return masks


def _stays(log: list[int], fitting: list[int], seat: int, hand: int) -> list[_Stay]:
    """The tiles that a seat has placed or holds now."""
    own = [(place, entry & 7, entry >> 6 & 63) for place, entry in enumerate(log) if entry >> 3 & 7 == seat]
    ends = {tile: place for place, kind, tile in own if kind in (LOG_START, LOG_PLACE)}
    ends.update((tile.index, _NEVER) for tile in tiles_of(hand))
    unable = [place for place, kind, _ in own if kind in (LOG_DRAW, LOG_PASS)]
    return [
        _Stay(tile, end, tuple(place for place in unable if fitting[place] >> tile & 1)) for tile, end in ends.items()
    ]


def _arrivals(log: list[int], seat: int, each: int) -> list[int]:
    """The moments when tiles arrived in a seat's hand."""
    return [_DEALT] * each + [place for place, entry in enumerate(log) if entry & 63 == LOG_DRAW | seat << 3]


def _moments(stays: list[_Stay], arrivals: list[int], rng: Ints) -> list[tuple[int, int]] | None:
    """A random moment for each tile, as pairs in the order of the moments; None if there is no solution.

    It is a matching of tiles and arrivals, grown tile by tile.
    """
    _shuffle(stays, rng)
    _shuffle(arrivals, rng)
    taken: dict[int, int] = {}  # which tile came with each arrival

    def settle(index: int, tried: set[int]) -> bool:
        for place, moment in enumerate(arrivals):
            if place not in tried and stays[index].may_come(moment):
                tried.add(place)
                if place not in taken or settle(taken[place], tried):
                    taken[place] = index
                    return True
        return False

    if not all(settle(index, set()) for index in range(len(stays))):
        return None
    return sorted((arrivals[place], stays[index].tile) for place, index in taken.items())


def _shuffle(items: list[_Item], rng: Ints) -> None:
    for last in range(len(items) - 1, 0, -1):
        other = below(rng, last + 1)
        items[last], items[other] = items[other], items[last]


def _starts_alike(setup: Setup, round_: ExplicitRound, dealt: list[int]) -> bool:
    """Whether the same seat starts after this deal, and may start the same way."""
    twin = ExplicitRound(setup, dealt)
    if twin.seat != round_.starter:
        return False
    if not round_.log():
        return True
    if round_.log()[0] >> 6 & 63 not in twin.legal():
        return False
    twin.act(round_.log()[0] >> 6 & 63)
    return twin.lines(None)[0] == round_.lines(None)[0]  # which may show a triple
