"""The adaptive bot of the page: players of any strength win about half of their games against it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.node import in_node

from tricorn.core.loading import web_file
from tricorn.editions import PRESETS, edition_named

EVENINGS, GAMES = 40, 6
FAMILY = PRESETS["family"].rules
PLAYERS = ["random", "easy", "medium"]


@pytest.mark.parametrize(("rules", "players"), [("pressman-classic", PLAYERS), (FAMILY, [*PLAYERS, "hard"])])
def test_a_player_of_any_strength_wins_about_half_of_the_games(rules: str, players: list[str]) -> None:
    edition = edition_named(rules).as_dict()
    jobs = [{"edition": edition, "player": player, "games": EVENINGS * GAMES, "seed": 1} for player in players]
    strengths = []
    for games in in_node(Path(__file__).parent / "evenings.mjs", str(web_file("play")), job=jobs):
        assert 0.4 <= sum(game["won"] for game in games) / len(games) <= 0.6
        assert all(0 <= game["strength"] <= 100 for game in games)
        strengths.append(sum(game["strength"] for game in games))
    assert strengths == sorted(strengths), "it plays stronger against stronger players"


def test_the_first_defeat_leads_to_the_gentlest_bot_and_the_first_win_to_a_stronger_one() -> None:
    edition = edition_named(FAMILY).as_dict()
    jobs = [{"edition": edition, "player": "random", "games": 2, "seed": seed} for seed in range(1, 9)]
    games = in_node(Path(__file__).parent / "evenings.mjs", str(web_file("play")), job=jobs)
    assert {(first["won"], second["strength"]) for first, second in games} == {(False, 0), (True, 50)}
