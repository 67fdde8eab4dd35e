"""What domino-site leaves out is taken from pressman-classic (R13)."""

from __future__ import annotations

from tests.helpers import checked

from tricorn.editions import EDITIONS
from tricorn.game import Game


def test_r13_domino_site_plays_by_the_figures_of_pressman_classic() -> None:
    own = {"id", "name", "rulebook", "rulebook_publisher", "zero_option", "beside"}  # the last two are R16 and R15
    site, classic = EDITIONS["domino-site"].as_dict(), EDITIONS["pressman-classic"].as_dict()
    assert {key: site[key] for key in site.keys() - own} == {key: classic[key] for key in classic.keys() - own}


def test_r13_a_game_of_one_is_a_game_of_the_other() -> None:
    game = Game("domino-site", 5, seed=13)
    while game.outcome() is None:
        game.play(game.legal_moves()[0])
    checked(game.record().replace("edition domino-site", "edition pressman-classic"))
