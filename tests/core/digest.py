"""Prints a digest of some games and rounds: the same from compiled and from plain Python."""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random

from tricorn.core import layout as at
from tricorn.core.compile import is_compiled
from tricorn.core.heuristic import new_policies
from tricorn.core.playout import advance, begin_round
from tricorn.core.policy import GREEDY, RANDOM
from tricorn.core.rng import new_rng
from tricorn.core.rules import rules_for
from tricorn.core.state import new_state
from tricorn.editions import EDITIONS, Edition
from tricorn.game import Game


def games_digest(edition: Edition, rounds: int) -> str:
    """A digest of the records of `rounds` rounds played at random through `Game`, with each number of players."""
    text = ""
    for players in edition.player_counts():
        game, rng = Game(edition, players, seed=players), Random(players)
        while game.outcome() is None and game.rounds <= rounds:
            game.play(rng.choice(game.legal_moves()))
        text += game.record()
    return sha256(text.encode()).hexdigest()


def rounds_digest(edition: Edition, rounds: int) -> str:
    """A digest of the logs of `rounds` rounds played by the core alone, by the random and the greedy policy."""
    rules = rules_for(edition)
    numbers: list[int] = []
    for players in edition.player_counts():
        state = new_state(players, log=True)
        policies = new_policies([RANDOM, GREEDY] * 3)
        choices = new_rng(players, 0)
        for number in range(1, rounds + 1):
            begin_round(state, rules, edition.tiles_dealt(players), policies, new_rng(players, number), choices)
            advance(state, rules, policies, choices)
            numbers += [int(state[index]) for index in range(at.LOG, state[at.LOG_END])]
            numbers += [int(state[index]) for index in (at.OVER, at.WINNER, at.PRIZE)]
            numbers += [int(state[at.SCORES + seat]) for seat in range(players)]
    return sha256(json.dumps(numbers).encode()).hexdigest()


def digest(games: int = 3, rounds: int = 5) -> dict[str, list[str]]:
    """For each edition, digests of `games` rounds played through `Game` and `rounds` rounds played by the core."""
    return {name: [games_digest(edition, games), rounds_digest(edition, rounds)] for name, edition in EDITIONS.items()}


def main() -> None:
    print(json.dumps({"compiled": is_compiled(), "digest": digest()}))
