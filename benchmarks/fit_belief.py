"""Fits the belief's softmax: the temperature and the weight of a tile's sum that make observed choices likeliest.

Bots of different kinds play; at each placement with a choice the log-likelihood of what was chosen is added up for
every pair of parameters. Prints the table and the best pair, for each kind of player and for all together.
"""

from __future__ import annotations

import argparse
from math import exp, log

from tricorn.bots import bot_named
from tricorn.core.rng import new_rng
from tricorn.game import Game
from tricorn.moves import Place

TEMPERATURES = (2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 20.0, 1000.0)
SUM_WEIGHTS = (0.0, 0.25, 0.5, 1.0)


def choices(bot: str, games: int, edition: str) -> list[tuple[int, list[tuple[int, int]]]]:
    """For each choice made: the number of the placement taken, and every placement's bonus and sum."""
    player = bot_named(bot)
    seen = []
    for seed in range(games):
        game, rng = Game(edition, players=2, seed=seed), new_rng(seed, 0)
        while not game.outcome():
            options = game.options()
            move = options[0].move
            if len(options) > 1 and game.seat is not None:
                move = player.choose(game.view(game.seat), None, rng)
                placed = [option for option in options if isinstance(option.move, Place)]
                if isinstance(move, Place) and game.round is not None and game.round.started:
                    values = [
                        (o.points - o.move.tile.sum, o.move.tile.sum) for o in placed if isinstance(o.move, Place)
                    ]
                    seen.append(([o.move for o in placed].index(move), values))
            game.play(move)
    return seen


def likelihood(seen: list[tuple[int, list[tuple[int, int]]]], temperature: float, weight: float) -> float:
    """The mean log-likelihood of the choices."""
    total = 0.0
    for taken, values in seen:
        appeals = [exp((bonus + weight * tile) / temperature) for bonus, tile in values]
        total += log(appeals[taken] / sum(appeals))
    return total / len(seen)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--edition", default="pressman-classic")
    parser.add_argument("--bots", default="greedy,heuristic")
    options = parser.parse_args()
    seen = {bot: choices(bot, options.games, options.edition) for bot in options.bots.split(",")}
    seen["all"] = [choice for each in seen.values() for choice in each]
    for bot, these in seen.items():
        table = {(t, w): likelihood(these, t, w) for t in TEMPERATURES for w in SUM_WEIGHTS}
        best = max(table, key=table.__getitem__)
        print(
            f"{bot}: {len(these)} choices; best temperature {best[0]}, weight of the sum {best[1]}: {table[best]:.3f}"
        )
        for t in TEMPERATURES:
            print(f"  {t:>7} " + " ".join(f"{table[t, w]:8.3f}" for w in SUM_WEIGHTS))


if __name__ == "__main__":
    main()
