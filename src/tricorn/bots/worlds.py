"""Worlds a searcher may think in: where the unseen tiles may be, given everything a seat has seen.

A world puts each unseen tile into one of the unknown places of the other hands or into the well. Worlds are drawn
by a Markov chain that exchanges two tiles at a time. An exchange that contradicts what is proven (a player who
drew or passed could place nothing held at that moment) is never made; others are accepted as often as the
players' observed choices make them likely, under a softmax of what each placement would have scored.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from tricorn.bonus import to_shape
from tricorn.core.compile import Floats, Ints, floats, inline, ints, ints_of, jit, lowest
from tricorn.core.maths import exp
from tricorn.core.play import HANDS, NEXT, Play
from tricorn.core.rng import below, next32
from tricorn.core.rules import Rules
from tricorn.core.table import CELLS, FITS, OPEN, SUMS, Table, new_table, put, put_first, shape_of
from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.record import Drew, Event, Passed, Placed, RoundStart
from tricorn.round import Round, Unknown
from tricorn.tiles import TILES, tiles_of
from tricorn.view import View

__all__ = ["STEPS", "Worlds", "deal_world", "known_hands", "mix", "worlds_of"]

_EVERY_TILE = (1 << len(TILES)) - 1
_TILES = 64  # the width of a row by tiles

# How strongly players are taken to prefer what scores: exp(value / TEMPERATURE), where a point of a tile's own sum
# counts SUM_WEIGHT. Fitted by likelihood: benchmarks/fit_belief.py.
TEMPERATURE = 3.0
SUM_WEIGHT = 1.0
# What a draw or a pass is taken to be worth to a player who need not; people rarely do so when they can place.
DRAW_VALUE = -12.0
# More than this is not told apart: the sums of a house with huge bonuses would lose what is small beside them.
MOST = 70.0

# Steps of the chain between two worlds.
STEPS = 12

UNKNOWN, POOL, DECISIONS = 0, 1, 2

# Moments of a round in one number: this much for each placement, and one for each draw of a seat since then.
_TURN = 64


class Worlds(NamedTuple):
    """The state of the chain: one world, and all that is needed to step to the next."""

    pool: Ints  # the unseen tiles: first those in unknown places of hands, then the well
    owner: Ints  # for each unknown place in a hand, whose it is
    excluded: Ints  # for each unknown place, the tiles that it cannot hold
    since: Ints  # for each unknown place, when it was filled: placements made by then, and draws of the seat since
    sizes: Ints  # how many unknown places, unseen tiles and decisions there are
    decider: Ints  # for each observed choice, who made it
    when: Ints  # and when, in the same measure
    chosen: Floats  # the appeal of what was chosen
    others: Floats  # the appeal of what else could have been chosen in this world
    appeal: Floats  # for each choice a row: the appeal of each tile if it was in hand


@jit
def appeals(table: Table, rules: Rules, first: int, appeal: Floats, temperature: float, sum_weight: float) -> None:
    """Add up, for each tile, how much its placements on this table appeal; from `first` on in the row."""
    for slot in range(table[OPEN]):
        bonus = rules.bonuses[shape_of(table, table[CELLS + slot], rules.beside_bridge)]
        tiles = table[FITS + slot]
        while tiles:
            tile = lowest(tiles)
            tiles &= tiles - 1
            appeal[first + tile] += exp(min(bonus + sum_weight * SUMS[tile], MOST) / temperature)


@inline
def _change(worlds: Worlds, decision: int, place: int, gone: int, come: int) -> float:
    """How the appeal of the alternatives changes at a choice when a place's tile is exchanged."""
    if place >= worlds.sizes[UNKNOWN]:
        return 0.0
    if worlds.owner[place] != worlds.decider[decision] or worlds.since[place] > worlds.when[decision]:
        return 0.0
    row = decision * _TILES
    return worlds.appeal[row + come] - worlds.appeal[row + gone]


@jit
def _exchange(worlds: Worlds, place: int, other: int, chance: float) -> None:
    """Exchange the tiles of two places, if it is possible and the chance falls that way."""
    one, two = worlds.pool[place], worlds.pool[other]
    if worlds.excluded[place] >> two & 1:
        return
    if other < worlds.sizes[UNKNOWN] and worlds.excluded[other] >> one & 1:
        return
    ratio = 1.0
    for decision in range(worlds.sizes[DECISIONS]):
        change = _change(worlds, decision, place, one, two) + _change(worlds, decision, other, two, one)
        if change != 0.0:
            before = worlds.chosen[decision] + worlds.others[decision]
            ratio *= before / (before + change)
    if ratio < chance:
        return
    for decision in range(worlds.sizes[DECISIONS]):
        worlds.others[decision] += _change(worlds, decision, place, one, two)
        worlds.others[decision] += _change(worlds, decision, other, two, one)
    worlds.pool[place], worlds.pool[other] = two, one


@jit
def mix(worlds: Worlds, steps: int, rng: Ints) -> None:
    """Take so many steps of the chain."""
    unknown, pool = worlds.sizes[UNKNOWN], worlds.sizes[POOL]
    if not unknown:
        return
    for _ in range(steps):
        place = below(rng, unknown)
        other = below(rng, pool)
        chance = next32(rng) / 4294967296.0
        if place != other:
            _exchange(worlds, place, other, chance)


@jit
def deal_world(worlds: Worlds, play: Play, known: Ints, rng: Ints) -> None:
    """Put the chain's world into a state: known tiles and this world's into the hands, the rest into the well."""
    unknown, pool = worlds.sizes[UNKNOWN], worlds.sizes[POOL]
    for seat in range(len(known)):
        play[HANDS + seat] = known[seat]
    for place in range(unknown):
        play[HANDS + worlds.owner[place]] |= 1 << worlds.pool[place]
    # The chain moves tiles between hands and well; the order within the well is drawn afresh.
    for last in range(pool - 1, unknown, -1):
        other = unknown + below(rng, last + 1 - unknown)
        worlds.pool[last], worlds.pool[other] = worlds.pool[other], worlds.pool[last]
    for index in range(pool - unknown):
        play[play[NEXT] + index] = worlds.pool[unknown + index]


def worlds_of(view: View, rng: Ints) -> Worlds:
    """The chain for a view whose seat is on turn, at a first world that contradicts nothing proven."""
    current = view.round
    if current is None or view.seat is None or not current.located:
        raise TricornError(Message.CANNOT_THINK_AHEAD)
    places = [(seat, unknown) for seat in range(current.players) for unknown in current.tiles.unknown[seat]]
    unseen = _unseen(current)
    if len(places) + len(current.well) != len(unseen):
        raise TricornError(Message.TILES_DO_NOT_ADD_UP)
    moments = _moments(view, current)
    worlds = Worlds(
        pool=ints_of(unseen),
        owner=ints_of((seat for seat, _ in places)),
        excluded=ints_of((unknown.excluded for _, unknown in places)),
        since=ints_of(_filled(places, _round_events(view))),
        sizes=ints_of((len(places), len(unseen), len(moments))),
        decider=ints_of(moment.seat for moment in moments),
        when=ints_of(moment.when * _TURN + moment.draws for moment in moments),
        chosen=floats(len(moments)),
        others=floats(len(moments)),
        appeal=floats(len(moments) * _TILES),
    )
    _weigh(worlds, current, moments)
    _settle(worlds, rng)
    _add_up(worlds, moments)
    return worlds


def _unseen(current: Round) -> list[int]:
    """The tiles neither on the table nor known to be in a hand."""
    seen = 0
    for hand in current.tiles.masks:
        seen |= hand
    for placed in current.placements:
        seen |= placed.tile.bit
    return [tile.index for tile in tiles_of(_EVERY_TILE & ~seen)]


class _Moment(NamedTuple):
    """A choice that another seat was seen to make: a placement from the hand, or a draw or pass that was not forced."""

    seat: int
    when: int  # after how many placements
    draws: int  # and how many draws of this seat since the last of them
    placed: Placed | None
    later: tuple[int, ...]  # tiles that were in the hand and were placed afterwards


def _moments(view: View, current: Round) -> list[_Moment]:
    """The others' choices in this round that tell something of what they hold."""
    kept = _choices_made(_round_events(view), view.seat)
    if not current.edition.draw_optional:
        kept = [choice for choice in kept if isinstance(choice.event, Placed) and not choice.drawn]
    moments = []
    for choice in kept:
        event = choice.event
        later = tuple(
            other.event.tile.index
            for other in kept
            if isinstance(other.event, Placed) and other.event.seat == event.seat and other.laid > choice.laid
        )
        moments.append(
            _Moment(event.seat, choice.laid, choice.draws, event if isinstance(event, Placed) else None, later)
        )
    return moments


def _filled(places: list[tuple[int, Unknown]], events: list[Event]) -> list[int]:
    """When each unknown place was filled. The places of draws between two placements are in their order."""
    draws: dict[tuple[int, int], int] = {}
    laid = 0
    for event in events:
        if isinstance(event, Drew):
            draws[event.seat, laid] = draws.get((event.seat, laid), 0) + 1
        laid += isinstance(event, Placed)
    filled = []
    for seat, unknown in reversed(places):
        number = draws.get((seat, unknown.since), 0)
        draws[seat, unknown.since] = max(0, number - 1)
        filled.append(unknown.since * _TURN + number)
    return filled[::-1]


def _round_events(view: View) -> list[Event]:
    events = view.source.events
    start = max(index for index, event in enumerate(events) if isinstance(event, RoundStart))
    return list(events[start + 1 :])


class _Choice(NamedTuple):
    """A play of another seat, and what came before it."""

    event: Placed | Drew | Passed
    laid: int  # placements
    drawn: int  # draws of this turn
    draws: int  # draws of this seat since the last placement; it may have passed in between


def _choices_made(events: list[Event], seat: int | None) -> list[_Choice]:
    """The plays of the others after the start."""
    made = []
    laid, drawn = 0, 0
    draws: Counter[int] = Counter()
    for event in events:
        if not isinstance(event, Placed | Drew | Passed):
            continue
        if laid and event.seat != seat and not event.timeout:
            made.append(_Choice(event, laid, drawn, draws[event.seat]))
        if isinstance(event, Drew):
            drawn += 1
            draws[event.seat] += 1
        else:
            drawn = 0
        if isinstance(event, Placed):
            laid += 1
            draws.clear()
    return made


def _weigh(worlds: Worlds, current: Round, moments: list[_Moment]) -> None:
    """Work out what appealed how much at each moment, on the table as it was then."""
    table = new_table()
    wanted = dict(enumerate(moments))
    for laid, placed in enumerate(current.placements):
        for index, moment in wanted.items():
            if moment.when == laid:
                appeals(table, current.rules, index * _TILES, worlds.appeal, TEMPERATURE, SUM_WEIGHT)
                worlds.chosen[index] = _chosen_appeal(moment)
        assert placed.place is not None
        if laid:
            put(table, current.board.core_cell(placed.place.cell), placed.tile.index, to_shape(placed.bonus))
        else:
            put_first(table, current.board.core_cell(placed.place.cell), *placed.place.numbers)
    for index, moment in wanted.items():
        if moment.when == len(current.placements):
            appeals(table, current.rules, index * _TILES, worlds.appeal, TEMPERATURE, SUM_WEIGHT)
            worlds.chosen[index] = _chosen_appeal(moment)


def _chosen_appeal(moment: _Moment) -> float:
    if moment.placed is None:
        return exp(DRAW_VALUE / TEMPERATURE)
    total = moment.placed.tile.sum
    return exp(min(moment.placed.points - total + SUM_WEIGHT * total, MOST) / TEMPERATURE)


def _settle(worlds: Worlds, rng: Ints) -> None:
    """Shuffle the unseen tiles, then mend what contradicts the proven, place by place, as long as that is possible."""
    unknown, pool = worlds.sizes[UNKNOWN], worlds.sizes[POOL]
    for last in range(pool - 1, 0, -1):
        other = below(rng, last + 1)
        worlds.pool[last], worlds.pool[other] = worlds.pool[other], worlds.pool[last]
    if all(_mend(worlds, place, place, set()) for place in range(unknown)):
        return
    # Notes taken at a real table may contradict themselves; then nothing counts as proven.
    for place in range(unknown):
        worlds.excluded[place] = 0


def _mend(worlds: Worlds, place: int, mended: int, tried: set[int]) -> bool:
    """Bring a tile to this place that it may hold, from among the first `mended` only if their tile can be replaced.

    This is how a matching is grown; whatever worlds there are, one is found.
    """
    if not worlds.excluded[place] >> worlds.pool[place] & 1:
        return True
    tried.add(place)
    for other in (*range(mended + 1, worlds.sizes[POOL]), *range(mended)):
        if other in tried or worlds.excluded[place] >> worlds.pool[other] & 1:
            continue
        worlds.pool[place], worlds.pool[other] = worlds.pool[other], worlds.pool[place]
        if other > mended or _mend(worlds, other, mended, tried):
            return True
        worlds.pool[place], worlds.pool[other] = worlds.pool[other], worlds.pool[place]
    return False


def _add_up(worlds: Worlds, moments: list[_Moment]) -> None:
    """The appeal of all alternatives at each choice in the first world."""
    for index, moment in enumerate(moments):
        row = index * _TILES
        total = sum(worlds.appeal[row + tile] for tile in moment.later)
        for place in range(worlds.sizes[UNKNOWN]):
            if worlds.owner[place] == moment.seat and worlds.since[place] <= worlds.when[index]:
                total += worlds.appeal[row + worlds.pool[place]]
        worlds.others[index] = total


def known_hands(current: Round) -> Ints:
    """The known tiles of every hand, as the core has them."""
    known = ints(current.players)
    for seat in range(current.players):
        known[seat] = current.tiles.masks[seat]
    return known
