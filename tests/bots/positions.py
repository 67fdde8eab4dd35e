"""Positions to think about: games at their real choices, and other games that look the same from a seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from tests.helpers import HOUSE_EDITIONS, RULEBOOKS

from tricorn.bots import BOTS, Bot, Budget, SearchBot, bot_named
from tricorn.core import layout as at
from tricorn.core.board import CELLS, FITS, LATTICE_POINTS, OPEN, PLACED, TRAIL, Board
from tricorn.core.compile import Ints
from tricorn.core.state import State
from tricorn.editions import edition_named
from tricorn.errors import TricornError
from tricorn.game import Game
from tricorn.tiles import TILES, Tile, tiles_of
from tricorn.view import View

# Unlike any number that a view may hold, so a search for it finds only leaks.
SEED = 0x5EED_5EED_0000

TABLES = [
    pytest.param(edition, players, id=f"{edition}-{players}")
    for edition in RULEBOOKS
    for players in edition_named(edition).player_counts()
]

# The house rules of the other tests, then: unlimited optional draws, large bonuses, a high target.
MORE_HOUSE_EDITIONS = (
    *HOUSE_EDITIONS,
    "wooden target=200 draw_optional=yes",
    "spanish target=200 hexagons=0/500/1000 bridge=200",
    "pressman-classic target=5000 deal=9/9/9/9/9",
)

PLAIN = [name for name, bot in BOTS.items() if not isinstance(bot, SearchBot)]
SEARCH_BOTS = [name for name, bot in BOTS.items() if isinstance(bot, SearchBot)]


def quick(name: str) -> tuple[Bot, Budget | None]:
    """A bot with the budget of the tests: searching bots sample two worlds per candidate."""
    bot = bot_named(name)
    return bot, Budget(worlds=2) if isinstance(bot, SearchBot) else None


def real_choices(edition: str, players: int, seed: int, rounds: int = 1) -> Iterator[Game]:
    """A game at each of its real choices, played mostly for points and sometimes by chance."""
    game, rng = Game(edition, players, seed=SEED + seed), Random(seed)
    while game.outcome() is None and game.rounds <= rounds:
        moves = game.legal_moves()
        if len(moves) > 1:
            yield game.copy()
        game.play(moves[0] if rng.random() < 0.7 else rng.choice(moves))


def some_choices(edition: str, players: int, count: int, seed: int = 0) -> Iterator[Game]:
    """Up to `count` real choices, a few from each of several games, from all stages of a round."""
    for game_seed in range(seed, seed + 20):
        games = list(real_choices(edition, players, game_seed, rounds=1 + game_seed % 2))
        for game in games[game_seed % 3 :: max(1, len(games) // 4)][:count]:
            count -= 1
            yield game
        if not count:
            break


def a_choice(edition: str = "pressman-classic", players: int = 2, seed: int = 0, after: int = 6) -> Game:
    """A game at a real choice that is not the start, after `after` others if there are as many."""
    games = [game for game in real_choices(edition, players, seed) if game.round is not None and game.round.started]
    return games[min(after, len(games) - 1)]


def seat_of(game: Game) -> int:
    assert game.turn is not None
    return game.turn


def view_of(game: Game) -> View:
    """What the player on turn sees."""
    return game.view(seat_of(game))


def unseen(view: View) -> list[Tile]:
    """The tiles that the view's seat has not seen in this round."""
    assert view.round is not None
    seen = sum(placed.tile.bit for placed in view.round.placements) + sum(view.round.masks)
    return tiles_of((1 << len(TILES)) - 1 & ~seen)


def exchanged(game: Game, one: Tile, two: Tile) -> Game | None:
    """The game with two tiles exchanged wherever the record of its round names them, if that is a legal game."""
    text = game.record()
    start = text.rindex("\nround ")
    swap = {str(one): str(two), str(two): str(one)}
    pattern = f"{re.escape(str(one))}|{re.escape(str(two))}"
    try:
        return Game.from_record(text[:start] + re.sub(pattern, lambda match: swap[match[0]], text[start:]))
    except TricornError:
        return None


def indistinguishable_game(game: Game, rng: Random, exchanges: int = 2) -> Game | None:
    """Another game that looks the same to the player on turn: tiles unseen by this seat have changed places.

    At least one is in another player's hand, unless all tiles that could be exchanged are in the well.
    """
    hidden = unseen(view_of(game))
    assert game.round is not None
    held = sum(game.round.masks) & sum(tile.bit for tile in hidden)
    changed, done = game, 0
    for _ in range(12):
        if done == exchanges or len(hidden) < 2:
            break
        one = rng.choice(tiles_of(held)) if held and not done else rng.choice(hidden)
        two = rng.choice([tile for tile in hidden if tile != one])
        other = exchanged(changed, one, two)
        if other is not None:
            changed, done = other, done + 1
    return changed if done and hidden_places(changed) != hidden_places(game) else None


def hidden_places(game: Game) -> tuple[list[int], list[Tile | None]]:
    """The tiles that not all players see: the hands, and the well in its order."""
    assert game.round is not None
    return game.round.masks, game.round.well


def state_of_rng(rng: Ints) -> list[int]:
    return [int(rng[index]) for index in range(len(rng))]


def on_the_board(board: Board) -> list[list[int]]:
    """Everything in a board except scratch space, which is all beyond the counts."""
    opened, placed = int(board[OPEN]), int(board[PLACED])
    sizes = {LATTICE_POINTS: CELLS - LATTICE_POINTS, CELLS: opened, FITS: opened, TRAIL: placed, OPEN: 1, PLACED: 1}
    return [[int(board[part + index]) for index in range(size)] for part, size in sizes.items()]


def everything(state: State) -> list[list[int]]:
    """Everything in a state except scratch space and what is cached."""
    return [
        [int(state[index]) for index in range(at.MUTABLE_START, at.MUTABLE_END) if index != at.FITTING],
        *on_the_board(state),
    ]
