"""A turn in a window of 80 x 24: every cell that is offered is on the screen, and nothing is cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tricorn.bots import bot_named
from tricorn.cli.terminal.layout import public_screen, turn_screen
from tricorn.cli.terminal.panel import public_panel
from tricorn.cli.terminal.round_end import at_round_end
from tricorn.cli.terminal.sentences import Audience
from tricorn.cli.terminal.table_picture import Size, placement_labels
from tricorn.core.rng import new_rng
from tricorn.game import Game
from tricorn.locales.i18n import load_language
from tricorn.moves import Place
from tricorn.view import View

LANGUAGES = {code: load_language(code) for code in ("en", "es")}
WINDOW = Size(80, 21)  # 24 lines less the prompt's
# A label in a cell; the numbers of points stand alone, so two digits side by side are a label.
LABEL = re.compile(r"\((\d)\)|(\d\d\+?|\d\+)")


def games(players: int, seed: int, rounds: int = 1) -> Iterator[Game]:
    """A game turn by turn, bots choosing for all players."""
    game = Game("pressman-classic", [f"Somebody {seat}" for seat in range(players)], seed)
    bot = bot_named("greedy")
    while game.rounds <= rounds and game.outcome() is None:
        yield game
        game.play(bot.choose(game.view(game.turn), None, new_rng(seed, len(game.events))))


def turns(players: int, seed: int, rounds: int = 1) -> Iterator[View]:
    """What the players of such a game see in their turns."""
    return (game.view(game.turn) for game in games(players, seed, rounds))


def large_table() -> Game:
    """A game in which player A is offered cells that do not fit on the screen together."""
    return next(game for game in games(2, 2) if game.turn == 0 and len(parts(game.view(0), WINDOW)) > 1)


def labels_in(lines: list[str]) -> set[str]:
    return {one or other for line in lines for one, other in LABEL.findall(line)}


def parts(view: View, size: Size, language: str = "en") -> list[list[str]]:
    """The screens of a turn as plain lines."""
    audience = Audience(LANGUAGES[language], view.parsed_record.names)
    first = turn_screen(view, audience, size)
    others = [turn_screen(view, audience, size, part) for part in range(1, first.part_count)]
    return [[line.plain for line in screen.lines] for screen in (first, *others)]


@pytest.mark.parametrize(
    ("players", "seeds"),
    [
        (2, range(1, 3)),
        (4, range(5, 7)),
        (6, range(1, 4)),
        *(pytest.param(players, range(8), marks=pytest.mark.soak) for players in (2, 4, 6)),
    ],
)
def test_every_cell_that_is_offered_is_on_the_screen(players: int, seeds: range) -> None:
    large = 0
    for seed in seeds:
        for view in turns(players, seed):
            screens = parts(view, WINDOW, "es" if seed % 2 else "en")
            for lines in screens:
                assert len(lines) <= WINDOW.height
                assert max(map(len, lines)) <= WINDOW.width
            if view.round is not None and view.round.places:
                shown = [labels_in(lines) for lines in screens]
                assert set(placement_labels(view).values()) <= set.union(*shown)
            large += len(screens) > 1
    assert large, "no table was too large to be shown at once"


def test_what_a_part_of_the_table_lists_is_drawn_in_it() -> None:
    view = large_table().view(0)
    labels = placement_labels(view)
    numbered = [option.move for option in view.options if isinstance(option.move, Place)]
    listed_somewhere: set[int] = set()
    for lines in parts(view, WINDOW):
        beside = lines[0].index("Round 1")
        panel = "\n".join(line[beside:] for line in lines)
        tiles = [(int(number), tile) for number, tile in re.findall(r"(?<![-\d])(\d+) +(\d-\d-\d)", panel)]
        known = {number: str(place.tile) for number, place in enumerate(numbered, 1)}
        listed = [number for number, tile in tiles if known.get(number) == tile]
        drawn = labels_in([line[:beside] for line in lines])
        assert listed
        assert {labels[numbered[number - 1].cell] for number in listed} <= drawn
        listed_somewhere.update(listed)
    assert listed_somewhere == set(range(1, len(numbered) + 1))


@pytest.mark.parametrize("size", [Size(40, 15), Size(60, 30), Size(132, 40)])
def test_every_offered_cell_is_shown_in_any_window(size: Size) -> None:
    for view in turns(3, 5):
        if view.round is not None and view.round.places:
            shown = [labels_in(lines) for lines in parts(view, size)]
            assert set(placement_labels(view).values()) <= set.union(*shown)


def test_what_everybody_may_read_stays_on_the_screen_beside_a_large_table() -> None:
    *_, last = turns(2, 0, rounds=2)
    audience = Audience(LANGUAGES["en"], last.parsed_record.names)
    view = at_round_end(last)
    words = public_panel(view, audience)
    lines = public_screen(view, audience, words, WINDOW)
    assert len(lines) <= WINDOW.height
    assert lines[-1].plain.endswith(words[-1].plain)
