"""A move that is refused at a table in the browser has the reason that a server gives, in every language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.helpers import HOUSE_EDITIONS, RULEBOOKS, played
from tests.node import in_node, scripts_in

from tricorn.core.loading import web_file
from tricorn.editions import edition_named
from tricorn.errors import TricornError
from tricorn.game import Game
from tricorn.lattice import Cell
from tricorn.locales.i18n import Language, load_languages, sentence
from tricorn.tiles import TILES

LANGUAGES = load_languages()
FAR = Cell(9, 9, up=True)


def positions() -> list[Game]:
    """Games of all editions and some house rules, before the first move, early and late."""
    editions = [*RULEBOOKS, *HOUSE_EDITIONS]
    return [
        played(edition, edition_named(edition).players[0], seed=number, moves=moves, choices=number)
        for number, edition in enumerate(editions)
        for moves in (0, 4, 30 + number)
    ]


def attempts(game: Game) -> list[str]:
    """Moves that are not legal: draws, passes, and tiles of all players on open, filled and distant cells."""
    current = game.round
    assert current is not None
    cells = [*current.open_cells()[:4], *(place.cell for place in current.places[:1]), FAR]
    tiles = [*TILES[::11], *(tile for hand in current.hands for tile in hand[:2])]
    moves = [f"{cell}{''.join(map(str, tile.numbers))}" for tile in tiles for cell in cells]
    legal = {str(move) for move in game.legal_moves()}
    return [move for move in ("draw", "pass", *moves) if move not in legal and reason_for(game, move) is not None]


def reason_for(game: Game, move: str) -> TricornError | None:
    """Why a game refuses a move."""
    try:
        assert game.round is not None
        game.copy().play(move)
    except TricornError as error:
        return error
    return None


def saved(game: Game) -> dict[str, Any]:
    """The game as a table in the browser saves it."""
    seats = [{"kind": "human", "name": name} for name in game.names]
    return {"version": 1, "code": "bcdfgh", "edition": str(game.edition), "seats": seats, "records": [game.record()]}


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_a_refused_move_has_the_servers_reason(language: Language) -> None:
    games = [game for game in positions() if game.turn is not None]
    tried = [attempts(game) for game in games]
    jobs = [{"table": saved(game), "seat": game.turn, "moves": moves} for game, moves in zip(games, tried, strict=True)]
    job = {"lang": language.code, "jobs": jobs}
    answers = in_node(Path(__file__).parent / "referee.mjs", scripts_in(language), str(web_file("score")), job=job)
    templates = set()
    for game, moves, answer in zip(games, tried, answers, strict=True):
        assert answer["unloaded"] is None, "without the module the page has its own words"
        errors = [error for move in moves if (error := reason_for(game, move)) is not None]
        templates |= {error.template for error in errors}
        assert answer["reasons"] == [sentence(error.phrase, language, game.names) for error in errors]
    assert len(templates) > 10
