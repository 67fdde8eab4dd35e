"""Whole rounds and games played by policies; compiled code returns only when an external bot must choose."""

from __future__ import annotations

from tricorn.core import layout as at
from tricorn.core.board import FITS, OPEN
from tricorn.core.compile import Ints, inline, jit, jit_nogil, not_literal, popcount
from tricorn.core.policy import GREEDY, Knowledge, choose, choose_start
from tricorn.core.rng import next32, seed_rng
from tricorn.core.rules import NOBODY, Rules, ends_free, game_winner, next_seat
from tricorn.core.state import State, apply_choice, deal, in_well, placeable, start_with
from tricorn.core.totals import add_game, add_round

__all__ = [
    "CHOICE_STREAM",
    "EXTERNAL",
    "MAX_ROUNDS",
    "advance",
    "begin_round",
    "game_seed",
    "play_games",
    "seat_knowledge",
]

EXTERNAL = -1  # in place of a policy: the choices of this seat are made outside the core

# The stream of a game's seed for the choices of all players; round n is dealt from stream n.
CHOICE_STREAM = 0

# Streams of a simulation's seed, far from those of a game: the seed of game n comes from this stream plus n.
_FIRST_GAME_STREAM = 1 << 40

# House rules can make a target unreachable (a draw that costs more than rounds bring), so games are stopped.
MAX_ROUNDS = 1000


@inline
def seat_knowledge(state: State) -> Knowledge:
    """What the player on turn knows, from the whole state."""
    seat = state[at.SEAT]
    next_held = popcount(state[at.HANDS + next_seat(seat, state[at.PLAYERS])])
    return Knowledge(
        state[at.HANDS + seat], placeable(state), state[at.ON_TABLE], next_held, state[at.DRAWS], in_well(state)
    )


@jit_nogil
def advance(state: State, rules: Rules, policies: Ints, rng: Ints) -> bool:
    """Continue a round until an EXTERNAL seat has more than one legal move (True) or the round is over (False)."""
    while not state[at.OVER]:
        policy = policies[state[at.SEAT]]
        if policy == EXTERNAL:
            if _has_choice(state, rules, placeable(state)):
                return True
            policy = GREEDY  # for a forced move; any policy makes the same one, and this one needs no generator
        apply_choice(state, rules, choose(state, rules, policy, seat_knowledge(state), policies, rng))
    return False


@inline
def _has_choice(state: State, rules: Rules, fitting: int) -> bool:
    """Whether the player on turn has more than one legal move; `fitting` is the mask of tiles in hand that fit."""
    if fitting == 0:
        # Drawing and passing exclude each other, unless the turn may end after a draw (R17).
        return ends_free(rules, state[at.DRAWS]) and in_well(state) > 0
    if rules.draw_optional:
        return True
    count = 0
    for slot in range(state[OPEN]):
        count += popcount(state[FITS + slot] & fitting)
    return count > 1


@inline
def begin_round(state: State, rules: Rules, hand_size: int, policies: Ints, deal_rng: Ints, rng: Ints) -> None:
    """Deal a round and place its first tile."""
    deal(state, rules, deal_rng, hand_size)
    seat = state[at.SEAT]
    start_with(state, rules, choose_start(rules, state[at.HANDS + seat], policies[seat], rng))


@jit
def game_seed(rng: Ints, seed: int, index: int) -> int:
    """The seed of one game of a simulation; the generator is overwritten."""
    seed_rng(rng, seed, _FIRST_GAME_STREAM + index)
    high = next32(rng) >> 1
    return high << 32 | next32(rng)


@jit_nogil
def play_games(
    state: State,
    rules: Rules,
    hand_size: int,
    policies: Ints,
    seed: int,
    first: int,
    games: int,
    deal_rng: Ints,
    rng: Ints,
    before: Ints,
    totals: Ints,
) -> None:
    """Play whole games, from game `first` of a simulation's seed on, and add them to the totals."""
    players = state[at.PLAYERS]
    for index in range(first, first + games):
        own_seed = game_seed(rng, seed, index)
        winner, rounds = NOBODY, not_literal(0)
        seed_rng(rng, own_seed, not_literal(CHOICE_STREAM))
        for seat in range(players):
            state[at.SCORES + seat] = rules.head_start[seat]
        while winner == NOBODY and rounds < MAX_ROUNDS:
            rounds += 1
            state[at.ROUND] = rounds
            for seat in range(players):
                before[seat] = state[at.SCORES + seat]
            seed_rng(deal_rng, own_seed, rounds)
            begin_round(state, rules, hand_size, policies, deal_rng, rng)
            advance(state, rules, policies, rng)
            add_round(totals, state, before, players * hand_size)
            winner = game_winner(rules, state, not_literal(at.SCORES), players, state[at.WINNER], rounds)
        add_game(totals, winner, rounds)
