"""Whole rounds and whole games played by policies, and the sums that a simulation keeps of them."""

from __future__ import annotations

from tricorn.core.compile import Ints, inline, jit, popcount
from tricorn.core.play import (
    DRAWS,
    LAID,
    OVER,
    PLAYERS,
    SEAT,
    WINNER,
    Play,
    carry_out,
    deal,
    in_well,
    placeable,
    start_with,
)
from tricorn.core.policy import Known, choose, choose_start
from tricorn.core.rng import next32, seed_rng
from tricorn.core.rules import NOBODY, Rules, game_winner
from tricorn.core.totals import note_game, note_round

__all__ = [
    "CHOICES",
    "MOST_ROUNDS",
    "finish_round",
    "game_seed",
    "known_of",
    "play_games",
    "play_round",
]

# Streams of a game's seed: round n is dealt from stream n, the choices of all players come from stream 0.
CHOICES = 0

# Streams of a simulation's seed, far from those of a game: game n's own seed comes from this one plus n.
_GAMES = 1 << 40

# House rules can make a target unreachable (a draw that costs more than rounds bring); nobody plays on so long.
MOST_ROUNDS = 1000


@inline
def known_of(play: Play) -> Known:
    """What the player on turn knows, cut from the whole state."""
    now, hands = play.now, play.hands
    seat = now[SEAT]
    following = seat + 1 if seat + 1 < now[PLAYERS] else 0
    return Known(hands[seat], placeable(play), now[LAID], popcount(hands[following]), now[DRAWS], in_well(play))


@inline
def finish_round(play: Play, rules: Rules, policies: Ints, rng: Ints) -> None:
    """Play a round on from where it stands to its end."""
    now = play.now
    while not now[OVER]:
        policy = policies[now[SEAT]]
        carry_out(play, rules, choose(play.table, rules, policy, known_of(play), play.weights, rng))


@jit
def play_round(play: Play, rules: Rules, each: int, policies: Ints, deal_rng: Ints, rng: Ints) -> None:
    """Deal a round and play it to its end."""
    deal(play, deal_rng, each)
    seat = play.now[SEAT]
    start_with(play, rules, choose_start(play.hands[seat], policies[seat], rng))
    finish_round(play, rules, policies, rng)


@jit
def game_seed(rng: Ints, seed: int, index: int) -> int:
    """The seed of one game of a simulation; the generator given is used up for it."""
    seed_rng(rng, seed, _GAMES + index)
    high = next32(rng) >> 1
    return high << 32 | next32(rng)


@jit
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
    players = play.now[PLAYERS]
    for index in range(first, first + number):
        game = game_seed(rng, seed, index)
        winner, rounds = NOBODY, CHOICES
        seed_rng(rng, game, rounds)
        for seat in range(players):
            play.scores[seat] = 0
        while winner == NOBODY and rounds < MOST_ROUNDS:
            rounds += 1
            for seat in range(players):
                before[seat] = play.scores[seat]
            seed_rng(deal_rng, game, rounds)
            play_round(play, rules, each, policies, deal_rng, rng)
            note_round(totals, play, before, players * each)
            winner = game_winner(rules, play.scores, players, play.now[WINNER])
        note_game(totals, winner, rounds)
