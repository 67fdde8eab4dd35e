"""Samples states of an OpenSpiel round that a player cannot distinguish, with unseen tiles from the bots' belief.

A state includes its history, so sampling the current hands is not enough. Every tile that another seat has placed or
holds is assigned to the deal or to one of the seat's draws, in a way that is consistent with all plays of the seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from tricorn.bots.decision import BURN_IN_STEPS
from tricorn.bots.observe_view import belief_from_view
from tricorn.bots.worlds import STEPS_PER_WORLD, WorldChain, advance_chain, deal_world
from tricorn.core import layout as at
from tricorn.core.compile import Ints
from tricorn.core.log import LOG_DRAW, LOG_PLACE, LOG_START, complete_logged, logged_kind, logged_seat, logged_tile
from tricorn.core.rng import below, new_rng
from tricorn.core.rules import NOBODY
from tricorn.core.state import State, new_state, proved_absent
from tricorn.envs.explicit_round import ExplicitRound, OpenSpielState, Setup
from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.record import Record
from tricorn.round import Round
from tricorn.round.state import observed
from tricorn.tiles import TILES, tiles_of
from tricorn.view import View

__all__ = ["resample"]

_Item = TypeVar("_Item")

_MAX_TRIES = 1000
_DEALT = -1  # the time of the deal; other times are indexes of the log
_NEVER = 1 << 30


def resample(state: OpenSpielState, player: int, sampler: Callable[[], float]) -> Any:
    """A state that the player cannot distinguish from this one."""
    rng = new_rng(int(sampler() * 2**52), 0)
    hands = _hands(state, player, rng)
    for _ in range(_MAX_TRIES):
        chance = _explain(state, player, next(hands), rng)
        if chance is not None:
            return _replay(state, chance)
    raise TricornError(Message.NOT_EXPLAINED)


def _replay(state: OpenSpielState, chance: dict[int, int]) -> Any:
    """Replay the same plays with other chance outcomes; `chance` maps the number of a chance node to its tile."""
    new = state.get_game().new_initial_state()
    number = 0
    for step in state.full_history():
        if new.is_chance_node():
            new.apply_action(chance.get(number, step.action))
            number += 1
        else:
            new.apply_action(step.action)
    return new


# Sampling hands.


def _hands(state: OpenSpielState, player: int, rng: Ints) -> Iterator[list[int]]:
    """An endless series of possible hands of all seats; the player's own hand is the real one."""
    if state.round is None:
        yield from _dealt_hands(state, player, rng)
    elif len(state.setup.tiles) < len(TILES):
        yield from _random_hands(state.setup, state.round, player, rng)
    else:
        yield from _believed_hands(state, state.round, player, rng)


def _dealt_hands(state: OpenSpielState, player: int, rng: Ints) -> Iterator[list[int]]:
    """Possible hands while tiles are still being dealt, when any unseen tile may be anywhere."""
    size = state.setup.hand_size
    while True:
        own = set(state.dealt[player * size : (player + 1) * size])
        unseen = [tile for tile in state.setup.tiles if tile not in own]
        hands = []
        for seat in range(state.setup.players):
            count = len(state.dealt[seat * size : (seat + 1) * size])
            tiles = own if seat == player else {_take_random(unseen, rng) for _ in range(count)}
            hands.append(sum(1 << tile for tile in tiles))
        yield hands


def _random_hands(setup: Setup, round_: ExplicitRound, player: int, rng: Ints) -> Iterator[list[int]]:
    """Random hands, for games with fewer than 56 tiles, which the belief does not support."""
    placed = sum(1 << logged_tile(logged) for logged in round_.log() if logged_kind(logged) in (LOG_START, LOG_PLACE))
    while True:
        unseen = [tile for tile in setup.tiles if not (placed | round_.hand(player)) >> tile & 1]
        hands = []
        for seat in range(setup.players):
            hand = round_.hand(seat)
            if seat != player:
                hand = sum(1 << _take_random(unseen, rng) for _ in range(hand.bit_count()))
            hands.append(hand)
        yield hands


def _take_random(tiles: list[int], rng: Ints) -> int:
    return tiles.pop(below(rng, len(tiles)))


class _Belief(NamedTuple):
    """A player's belief in a state: the chain of its worlds, and the last world."""

    player: int
    move_number: int
    chain: WorldChain
    world: State
    known: Ints


# A search samples many worlds of one state, so the chain is kept and continued.
_beliefs: WeakKeyDictionary[OpenSpielState, _Belief] = WeakKeyDictionary()


def _believed_hands(state: OpenSpielState, round_: ExplicitRound, player: int, rng: Ints) -> Iterator[list[int]]:
    """Hands sampled from the bots' belief."""
    belief = _beliefs.get(state)
    if belief is None or (belief.player, belief.move_number) != (player, state.move_number()):
        belief = _beliefs[state] = _new_belief(state, round_, player, rng)
        advance_chain(belief.chain, BURN_IN_STEPS, rng)
    while True:
        advance_chain(belief.chain, STEPS_PER_WORLD, rng)
        deal_world(belief.chain, belief.world, belief.known, rng)
        yield [belief.world[at.HANDS + seat] for seat in range(state.setup.players)]


def _new_belief(state: OpenSpielState, round_: ExplicitRound, player: int, rng: Ints) -> _Belief:
    setup = state.setup
    record = Record(setup.edition, tuple(f"player {seat}" for seat in range(setup.players)), (), ())
    current = Round.of(setup.edition, 1, observed(round_.state, setup.rules, player))
    view = View(record, player, player, tuple(round_.scores), (), current)
    world = new_state(setup.players)
    world[at.NEXT_DRAW] = current.state[at.NEXT_DRAW]
    workspace = belief_from_view(view, rng)
    return _Belief(player, state.move_number(), workspace.chain, world, workspace.known)


# Explaining how the tiles got into the hands.


class _Stay(NamedTuple):
    """The time that a tile spends in a seat's hand."""

    tile: int
    end: int  # when it was placed
    absent: tuple[int, ...]  # when a move of the seat proved that it was not in the hand

    def may_begin(self, time: int) -> bool:
        """Whether the tile can have arrived at this time."""
        return time < self.end and not any(time < absent < self.end for absent in self.absent)


def _explain(state: OpenSpielState, player: int, hands: list[int], rng: Ints) -> dict[int, int] | None:
    """Tiles for all chance nodes that lead to these hands; None if there are none."""
    setup = state.setup
    if state.round is None:
        return _chance_of_deal(state, hands)
    log = state.round.log()
    plays, proved = log, state.round.proved()
    if state.drawing:  # a draw whose tile is not decided yet is not in the log
        plays = [*log, complete_logged(LOG_DRAW, state.round.turn, 0)]
        proved.append(proved_absent(state.round.state, setup.rules, LOG_DRAW, False, 0))
    drawn: dict[int, int] = {}  # by the time of the draw
    dealt = list(state.dealt)
    for seat in range(setup.players):
        if seat == player:
            continue
        arrivals = _assign(_stays(plays, proved, seat, hands[seat]), _arrival_times(log, seat, setup.hand_size), rng)
        if arrivals is None:
            return None
        first = seat * setup.hand_size
        dealt[first : first + setup.hand_size] = [tile for time, tile in arrivals if time == _DEALT]
        drawn.update((time, tile) for time, tile in arrivals if time != _DEALT)
    draw_times = [time for time, logged in enumerate(log) if logged_kind(logged) == LOG_DRAW]
    first_draw = setup.dealt + setup.rules.start_by_choice  # the number of the chance node
    drawn_by_node = {first_draw + number: drawn[time] for number, time in enumerate(draw_times) if time in drawn}
    if not _has_same_start(setup, state.round, dealt):
        return None
    return {**dict(enumerate(dealt)), **drawn_by_node}


def _chance_of_deal(state: OpenSpielState, hands: list[int]) -> dict[int, int]:
    """The tiles of all chance nodes of an unfinished deal."""
    size = state.setup.hand_size
    return {
        seat * size + index: tile.index for seat, hand in enumerate(hands) for index, tile in enumerate(tiles_of(hand))
    }


def _stays(log: list[int], proved: list[int], seat: int, hand: int) -> list[_Stay]:
    """The tiles that a seat has placed or holds now."""
    own = [
        (time, logged_kind(logged), logged_tile(logged))
        for time, logged in enumerate(log)
        if logged_seat(logged) == seat
    ]
    ends = {tile: time for time, kind, tile in own if kind in (LOG_START, LOG_PLACE)}
    ends.update((tile.index, _NEVER) for tile in tiles_of(hand))
    times = [time for time, _, _ in own]
    return [_Stay(tile, end, tuple(time for time in times if proved[time] >> tile & 1)) for tile, end in ends.items()]


def _arrival_times(log: list[int], seat: int, hand_size: int) -> list[int]:
    """The times when tiles arrived in a seat's hand."""
    draws = [time for time, logged in enumerate(log) if (logged_kind(logged), logged_seat(logged)) == (LOG_DRAW, seat)]
    return [_DEALT] * hand_size + draws


def _assign(stays: list[_Stay], times: list[int], rng: Ints) -> list[tuple[int, int]] | None:
    """A random arrival time for each tile, as pairs of time and tile in order; None if there is no solution.

    This is a bipartite matching, found by augmenting paths.
    """
    _shuffle(stays, rng)
    _shuffle(times, rng)
    stay_at: dict[int, int] = {}  # the index of the stay assigned to each index of `times`

    def assign(stay: int, tried: set[int]) -> bool:
        for index, time in enumerate(times):
            if index not in tried and stays[stay].may_begin(time):
                tried.add(index)
                if index not in stay_at or assign(stay_at[index], tried):
                    stay_at[index] = stay
                    return True
        return False

    if not all(assign(stay, set()) for stay in range(len(stays))):
        return None
    return sorted((times[index], stays[stay].tile) for index, stay in stay_at.items())


def _shuffle(items: list[_Item], rng: Ints) -> None:
    for last in range(len(items) - 1, 0, -1):
        other = below(rng, last + 1)
        items[last], items[other] = items[other], items[last]


def _has_same_start(setup: Setup, round_: ExplicitRound, dealt: list[int]) -> bool:
    """Whether the same seat starts after this deal, and may start the same way."""
    redealt = ExplicitRound(setup, dealt, round_.starter if setup.rules.start_by_choice else NOBODY)
    if redealt.turn != round_.starter:
        return False
    if not round_.log():
        return True
    start = logged_tile(round_.log()[0])  # the action of a start is its tile
    if start not in redealt.legal():
        return False
    redealt.act(start)
    return redealt.lines(None)[0] == round_.lines(None)[0]  # the line may show a triple
