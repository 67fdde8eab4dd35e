"""Whole rounds and games played by policies; compiled code returns only where an external bot has to choose."""

from __future__ import annotations

from tricorn.core.compile import Ints, inline, jit, jit_unlocked, popcount, variable
from tricorn.core.play import (
    DRAWS,
    HANDS,
    LAID,
    OVER,
    PLAYERS,
    SCORES,
    SEAT,
    WINNER,
    Play,
    carry_out,
    deal,
    in_well,
    placeable,
    start_with,
)
from tricorn.core.policy import GREEDY, Known, choose, choose_start
from tricorn.core.rng import next32, seed_rng
from tricorn.core.rules import NOBODY, Rules, ends_free, game_winner
from tricorn.core.table import FITS, OPEN
from tricorn.core.totals import note_game, note_round

__all__ = [
    "ASKED",
    "CHOICES",
    "MOST_ROUNDS",
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
MOST_ROUNDS = 1000


@inline
def known_of(play: Play) -> Known:
    """What the player on turn knows, cut from the whole state."""
    seat = play[SEAT]
    following = seat + 1 if seat + 1 < play[PLAYERS] else 0
    next_held = popcount(play[HANDS + following])
    return Known(play[HANDS + seat], placeable(play), play[LAID], next_held, play[DRAWS], in_well(play))


@jit_unlocked
def advance(play: Play, rules: Rules, policies: Ints, rng: Ints) -> bool:
    """Play a round on to its end (False), or until somebody ASKED has more than one lawful move (True)."""
    while not play[OVER]:
        policy = policies[play[SEAT]]
        if policy < 0:
            if _has_choice(play, rules, placeable(play)):
                return True
            policy = ~policy
        carry_out(play, rules, choose(play, rules, policy, known_of(play), policies, rng))
    return False


@inline
def _has_choice(play: Play, rules: Rules, fitting: int) -> bool:
    """Whether the player on turn has more than one lawful move; `fitting` are the tiles in hand that fit."""
    if fitting == 0:
        # Drawing and passing exclude each other, but where a draw may end the turn (R17).
        return ends_free(rules, play[DRAWS]) and in_well(play) > 0
    if rules.draw_optional:
        return True
    number = 0
    for slot in range(play[OPEN]):
        number += popcount(play[FITS + slot] & fitting)
    return number > 1


@inline
def begin_round(play: Play, rules: Rules, each: int, policies: Ints, deal_rng: Ints, rng: Ints) -> None:
    """Deal a round and lay its first tile."""
    deal(play, deal_rng, each)
    seat = play[SEAT]
    start_with(play, rules, choose_start(rules, play[HANDS + seat], policies[seat], rng))


@jit
def game_seed(rng: Ints, seed: int, index: int) -> int:
    """The seed of one game of a simulation; the generator given is used up for it."""
    seed_rng(rng, seed, _GAMES + index)
    high = next32(rng) >> 1
    return high << 32 | next32(rng)


@jit_unlocked
def play_games(
    play: Play,
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
    players = play[PLAYERS]
    for index in range(first, first + number):
        game = game_seed(rng, seed, index)
        winner, rounds = NOBODY, variable(CHOICES)
        seed_rng(rng, game, rounds)
        for seat in range(players):
            play[SCORES + seat] = 0
        while winner == NOBODY and rounds < MOST_ROUNDS:
            rounds += 1
            for seat in range(players):
                before[seat] = play[SCORES + seat]
            seed_rng(deal_rng, game, rounds)
            begin_round(play, rules, each, policies, deal_rng, rng)
            advance(play, rules, policies, rng)
            note_round(totals, play, before, players * each)
            winner = game_winner(rules, play, variable(SCORES), players, play[WINNER])
        note_game(totals, winner, rounds)
