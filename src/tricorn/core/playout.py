"""Whole rounds and games played by policies; compiled code returns only where an external bot has to choose."""

from __future__ import annotations

from tricorn.core.compile import Ints, inline, jit, jit_unlocked, popcount, variable
from tricorn.core.policy import GREEDY, Known, choose, choose_start
from tricorn.core.rng import next32, seed_rng
from tricorn.core.rules import NOBODY, Rules, ends_free, game_winner
from tricorn.core.state import (
    DRAWS,
    HANDS,
    LAID,
    OVER,
    PLAYERS,
    SCORES,
    SEAT,
    WINNER,
    State,
    carry_out,
    deal,
    in_well,
    placeable,
    start_with,
)
from tricorn.core.table import FITS, OPEN
from tricorn.core.totals import note_game, note_round

__all__ = [
    "ASKED",
    "CHOICES",
    "MAX_ROUNDS",
    "advance",
    "begin_round",
    "game_seed",
    "known_of",
    "play_games",
]

# In the place of a policy: the choices of this seat are made outside the core. Its complement is the policy that makes
# the seat's forced moves; any would do, and greedy needs no generator.
ASKED = ~GREEDY

# Streams of a game's seed: round n is dealt from stream n, the choices of all players come from stream 0.
CHOICES = 0

# Streams of a simulation's seed, far from those of a game: game n's own seed comes from this one plus n.
_GAMES = 1 << 40

# House rules can make a target unreachable (a draw that costs more than rounds bring), so a game ends after this many.
MAX_ROUNDS = 1000


@inline
def known_of(state: State) -> Known:
    """What the player on turn knows, cut from the whole state."""
    seat = state[SEAT]
    following = seat + 1 if seat + 1 < state[PLAYERS] else 0
    next_held = popcount(state[HANDS + following])
    return Known(state[HANDS + seat], placeable(state), state[LAID], next_held, state[DRAWS], in_well(state))


@jit_unlocked
def advance(state: State, rules: Rules, policies: Ints, rng: Ints) -> bool:
    """Play a round on to its end (False), or until somebody ASKED has more than one legal move (True)."""
    while not state[OVER]:
        policy = policies[state[SEAT]]
        if policy < 0:
            if _has_choice(state, rules, placeable(state)):
                return True
            policy = ~policy
        carry_out(state, rules, choose(state, rules, policy, known_of(state), policies, rng))
    return False


@inline
def _has_choice(state: State, rules: Rules, fitting: int) -> bool:
    """Whether the player on turn has more than one legal move; `fitting` are the tiles in hand that fit."""
    if fitting == 0:
        # Drawing and passing exclude each other, but where a draw may end the turn (R17).
        return ends_free(rules, state[DRAWS]) and in_well(state) > 0
    if rules.draw_optional:
        return True
    number = 0
    for slot in range(state[OPEN]):
        number += popcount(state[FITS + slot] & fitting)
    return number > 1


@inline
def begin_round(state: State, rules: Rules, each: int, policies: Ints, deal_rng: Ints, rng: Ints) -> None:
    """Deal a round and lay its first tile."""
    deal(state, deal_rng, each)
    seat = state[SEAT]
    start_with(state, rules, choose_start(rules, state[HANDS + seat], policies[seat], rng))


@jit
def game_seed(rng: Ints, seed: int, index: int) -> int:
    """The seed of one game of a simulation; the generator given is used up for it."""
    seed_rng(rng, seed, _GAMES + index)
    high = next32(rng) >> 1
    return high << 32 | next32(rng)


@jit_unlocked
def play_games(
    state: State,
    rules: Rules,
    each: int,
    policies: Ints,
    seed: int,
    first: int,
    number: int,
    deal_rng: Ints,
    rng: Ints,
    before: Ints,
    totals: Ints,
) -> None:
    """Play whole games, from number `first` of a simulation's seed on, and add them to the totals."""
    players = state[PLAYERS]
    for index in range(first, first + number):
        game = game_seed(rng, seed, index)
        winner, rounds = NOBODY, variable(CHOICES)
        seed_rng(rng, game, rounds)
        for seat in range(players):
            state[SCORES + seat] = 0
        while winner == NOBODY and rounds < MAX_ROUNDS:
            rounds += 1
            for seat in range(players):
                before[seat] = state[SCORES + seat]
            seed_rng(deal_rng, game, rounds)
            begin_round(state, rules, each, policies, deal_rng, rng)
            advance(state, rules, policies, rng)
            note_round(totals, state, before, players * each)
            winner = game_winner(rules, state, variable(SCORES), players, state[WINNER])
        note_game(totals, winner, rounds)
