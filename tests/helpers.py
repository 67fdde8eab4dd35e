"""Shared helpers: records, dealt games, tables, and games played at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from tricorn.core import layout as at
from tricorn.core.board import BOARD_SIZE, CELLS
from tricorn.core.layout import NOT_CACHED
from tricorn.core.unknown_tiles import HAND_STRIDE, excluded_index
from tricorn.editions import EDITIONS, Edition, edition_named
from tricorn.errors import RecordError, TricornError
from tricorn.game import Game, check_record
from tricorn.moves import Place
from tricorn.record import Placed, parse_event
from tricorn.round import Round
from tricorn.tiles import TILES, Tile
from tricorn.wording import SEATS

# House rules for each field that changes how a game is played, in addition to the rulebooks.
HOUSE_EDITIONS = (
    "wooden target=150 hexagons=10/20/30 bridge=0 start_bonus=0 zero_start=0",
    "pressman-classic target=150 draw_penalty=0 pass_penalty=0 out_bonus=0 clock=60",
    "pressman-deluxe target=100 draw_limit=1 blocked=points won_by=highest",
    "domino-site target=100 draw_limit=2 draw_optional=yes show_triple=no",
    "spanish target=150 draw_limit=none draw_optional=no blocked=tiles won_by=round",
    "spanish target=150 draw_limit=none show_triple=yes",
    "pressman-classic target=60 players=2-4 deal=28/18/14",
    "spanish target=40 deal=1/1/1",
    "spanish target=100 pass_after_draw=yes beside=bridge clock=60",
    "spanish target=100 zero_option=no blocked_when=passes blocked_own=no",
    "domino-site target=100 zero_option=yes beside=sides",
    "wooden target=60 draw_limit=1 pass_after_draw=yes beside=bridge blocked_when=passes blocked_own=no",
    "goliath target=60 start=triple empty_well_free=no beside=sides",
    "goliath rounds=2 scoring=tiles blocked_when=passes",
    "pressman-deluxe rounds=1 start=choice empty_well_free=yes beside=none deal=20/14/12",
    "domino-site target=60 start=choice draw_limit=2 empty_well_free=yes deal=20/14/12/9/8",
    "pressman-classic target=100 head_start=0/50",
)
RULEBOOKS = tuple(EDITIONS)


def other_readings(name: str) -> list[str]:
    """An edition with each field that is a reading of the rulebooks reversed, then all at once.

    Draws are limited and optional, because some readings make no difference otherwise. The games are short.
    """
    edition = EDITIONS[name]
    readings = [
        "pass_after_draw=yes",
        f"zero_option={'no' if edition.zero_option else 'yes'}",
        f"beside={'sides' if edition.beside == 'bridge' else 'bridge'}",
        "blocked_when=passes",
        "blocked_own=no",
    ]
    return [f"{name} target=60 draw_limit=3 draw_optional=yes {rules}" for rules in (*readings, " ".join(readings))]


# Every tile is dealt, so two players can lay a table of any size.
ALL_DEALT = "deal=28/18/14/11/9"


def tiles(text: str) -> list[Tile]:
    """The tiles in a text."""
    return [Tile.parse(word) for word in text.split()]


def header(edition: str = "wooden", players: int = 2) -> list[str]:
    """The first lines of a record."""
    return ["tricorn 1", f"edition {edition}", *(f"player {seat} Player {seat}" for seat in SEATS[:players])]


def record(*lines: str, edition: str = "wooden", players: int = 2) -> str:
    """A record whose first round has these lines."""
    return "\n".join([*header(edition, players), "round 1", *lines]) + "\n"


def checked(text: str) -> Game:
    """The game of a valid record."""
    game = check_record(text)
    assert game is not None
    return game


def refusal(text: str, valid: str = "") -> RecordError:
    """Why a record is refused; also checks that it is valid up to the line before, unless `valid` begins with that."""
    with pytest.raises(RecordError) as caught:
        check_record(text)
    error = caught.value
    assert 1 <= error.line <= len(text.splitlines())
    before = "".join(line + "\n" for line in text.splitlines()[: error.line - 1])
    if error.line > 2 and not valid.startswith(before):
        check_record(before)
    return error


def deal_order(hands: Iterable[str], well: str = "") -> list[Tile]:
    """The 56 tiles in an order that deals these hands and begins the well with these tiles."""
    front = [tile for hand in hands for tile in tiles(hand)] + tiles(well)
    return front + [tile for tile in TILES if tile not in front]


def dealt(edition: str, *hands: str, well: str = "", lot: int = 0) -> Game:
    """A game whose first round has these hands; where a lot decides who starts, it falls on this seat."""
    hand_size = len(hands[0].split())
    sizes = "/".join([str(hand_size)] * 5)
    game = Game(edition_named(f"{edition} deal={sizes}"), players=len(hands), dealt=False)
    game.deal(deal_order(hands, well), lot=lot)
    return game


def on_table(placements: str, edition: str = "pressman-deluxe") -> Round:
    """These tiles, placed alternately by two players whose other tiles are unknown."""
    rules = edition_named(f"{edition} {ALL_DEALT}")
    round_ = Round(rules, players=2)
    for number, text in enumerate(placements.split()):
        place = Place.parse(text)
        if number:
            round_.apply(round_.event_for(place))
        else:
            round_.apply(first_placed(place, rules))
    return round_


def first_placed(place: Place, edition: Edition) -> Placed:
    """Seat A's line for the first tile of a round."""
    value = 1 if edition.scoring == "tiles" else place.tile.sum
    bonus = edition.start_bonus if place.tile.is_triple else 0
    zero = edition.zero_start if not place.tile.sum else 0
    event = parse_event(f"A {place} {value + bonus + zero:+d}")
    assert isinstance(event, Placed)
    return event


def first_game_where(is_wanted: Callable[[Game], bool], edition: str, players: int = 2, games: int = 300) -> Game:
    """The first game for which this holds, at some moment of games played at random."""
    for seed in range(games):
        game, rng = Game(edition, players, seed=seed), Random(seed)
        while game.outcome() is None:
            if is_wanted(game):
                return game
            game.play(rng.choice(game.legal_moves()))
    raise AssertionError(f"no such moment in {games} games of {edition}")


def played(edition: str, players: int, seed: int, moves: int, choices: int) -> Game:
    """A game after this many moves chosen at random, or when it is over."""
    game, rng = Game(edition, players, seed=seed), Random(choices)
    for _ in range(moves):
        if game.outcome() is not None:
            break
        game.play(rng.choice(game.legal_moves()))
    return game


def games(max_moves: int = 150) -> st.SearchStrategy[Game]:
    """Games of every edition and some house rules, played at random up to some moment."""
    return st.one_of(
        *(
            st.builds(
                played,
                st.just(edition),
                st.integers(*edition_named(edition).players),
                st.integers(0, 2**63 - 1),
                st.integers(0, max_moves),
                st.integers(0, 2**32),
            )
            for edition in RULEBOOKS + HOUSE_EDITIONS
        )
    )


def attributes_of(round_: Round) -> dict[str, Any]:
    """Everything that a round holds, apart from the core's board, and without numbers left from earlier tiles."""
    state = round_.state[:]
    state[at.FITTING] = NOT_CACHED
    hands = [at.UNKNOWN + seat * HAND_STRIDE for seat in range(round_.players)]
    return {
        **{name: value for name, value in vars(round_).items() if name != "state" and not name.startswith("_")},
        "numbers": [state[index] for index in range(BOARD_SIZE, at.UNKNOWN)],
        "unknown": [[state[index] for index in range(first, excluded_index(first, state[first]))] for first in hands],
        "log": [state[index] for index in range(at.LOG, state[at.LOG_END])],
        "placements": round_.placements,
    }


def snapshot(game: Game) -> dict[str, Any]:
    """The full public state of a game, to compare two moments."""
    values: dict[str, Any] = {
        "record": game.record(),
        "scores": game.scores,
        "seat": game.turn,
        "outcome": game.outcome(),
        "options": _options(game),
    }
    if game.round is not None:
        values["round"] = deepcopy(attributes_of(game.round))
        # Without the slots of open cells, whose order may differ.
        board = game.round.state
        values["board"] = [board[point] & ~0xFFFF00 for point in range(CELLS)], game.round.open_cells()
    return values


def _options(game: Game) -> Any:
    try:
        return game.options()
    except TricornError as error:
        return str(error)
