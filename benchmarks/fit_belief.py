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
    """For each choice: the index of the chosen placement, and the bonus and sum of every placement."""
    player = bot_named(bot)
    observed = []
    for seed in range(games):
        game, rng = Game(edition, players=2, seed=seed), new_rng(seed, 0)
        while not game.outcome():
            options = game.options()
            move = options[0].move
            if len(options) > 1 and game.turn is not None:
                move = player.choose(game.view(game.turn), None, rng)
                placements = [(option.move, option.points) for option in options if isinstance(option.move, Place)]
                if isinstance(move, Place) and game.round is not None and game.round.started:
                    values = [(points - place.tile.sum, place.tile.sum) for place, points in placements]
                    observed.append(([place for place, _ in placements].index(move), values))
            game.play(move)
    return observed


def likelihood(observed: list[tuple[int, list[tuple[int, int]]]], temperature: float, weight: float) -> float:
    """The mean log-likelihood of the choices."""
    total = 0.0
    for chosen, values in observed:
        appeals = [exp((bonus + weight * tile) / temperature) for bonus, tile in values]
        total += log(appeals[chosen] / sum(appeals))
    return total / len(observed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--edition", default="pressman-classic")
    parser.add_argument("--bots", default="greedy,heuristic")
    options = parser.parse_args()
    observed = {bot: choices(bot, options.games, options.edition) for bot in options.bots.split(",")}
    observed["all"] = [choice for bot_choices in observed.values() for choice in bot_choices]
    for bot, bot_choices in observed.items():
        table = {(t, w): likelihood(bot_choices, t, w) for t in TEMPERATURES for w in SUM_WEIGHTS}
        temperature, weight = max(table, key=table.__getitem__)
        print(f"{bot}: {len(bot_choices)} choices; ", end="")
        print(f"best temperature {temperature}, weight of the sum {weight}: {table[temperature, weight]:.3f}")
        for t in TEMPERATURES:
            print(f"  {t:>7} " + " ".join(f"{table[t, w]:8.3f}" for w in SUM_WEIGHTS))


if __name__ == "__main__":
    main()
