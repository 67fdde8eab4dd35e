"""Pictures of a round: its position and its caption."""

from __future__ import annotations

from tricorn.editions import EDITIONS
from tricorn.game import Game
from tricorn.record import Placed, parse_event
from tricorn.round import Round
from tricorn.round.pictures import position_of, round_svg


def after(*lines: str) -> Round:
    """A round of three players after these lines."""
    round_ = Round(EDITIONS["wooden"], players=3, number=2)
    for line in lines:
        event = parse_event(line)
        assert isinstance(event, Placed)
        round_.apply(event)
    return round_


def test_the_tiles_are_in_the_order_of_their_placement() -> None:
    position = position_of(after("A 0,0^444 +22", "B 0,0v441 +9"))
    assert [str(drawn) for drawn in position.tiles] == ["0,0^444", "0,0v441"]


def test_the_caption_names_the_last_placement() -> None:
    assert position_of(after()).caption == "Round 2 before the first tile"
    assert position_of(after("A 0,0^444 +22")).caption == "Round 2 after A placed 4-4-4 for 22 points"
    one = after("A 0,0^000 +40", "B 0,0v001 +1")
    assert position_of(one).caption == "Round 2 after B placed 0-0-1 for 1 point"


def test_a_bonus_is_marked_and_named() -> None:
    game = Game("wooden", players=2, seed=0)
    while game.round is None or not game.round.placements or game.round.placements[-1].bonus is None:
        game.play(game.legal_moves()[0])
    last = game.round.placements[-1]
    assert last.bonus is not None
    position = position_of(game.round)
    assert position.bonus == last.bonus
    assert position.caption.endswith(f"for {last.points} points ({last.bonus.label})")


def test_open_cells_are_included_on_request() -> None:
    round_ = after("A 0,0^444 +22")
    assert position_of(round_).open_cells == ()
    assert len(position_of(round_, open_cells=True).open_cells) == 3


def test_a_tile_without_its_cell_is_left_out_and_nothing_is_marked() -> None:
    round_ = after("A 0,0^444 +22", "B 1-4-4 +9")
    position = position_of(round_, open_cells=True)
    assert len(position.tiles) == 1
    assert position.open_cells == ()


def test_notebooks_show_rounds_and_games() -> None:
    game = Game("wooden", players=2, seed=1)
    game.play(game.legal_moves()[0])
    assert game.round is not None
    assert game._repr_svg_() == game.round._repr_svg_() == round_svg(game.round)
    assert "prefers-color-scheme" in round_svg(game.round)
