"""The end of a round in the terminal: the winner's points add up to what the record says."""

from __future__ import annotations

import pytest

from tricorn.cli.terminal.round_end import at_round_end, round_end
from tricorn.cli.terminal.sentences import Audience
from tricorn.game import Game
from tricorn.locales.i18n import load_language
from tricorn.record import Blocked


def blocked_round(edition: str) -> Game:
    """A round in which nobody but the starter places a tile, and which somebody wins."""
    for seed in range(100):
        game = Game(edition, ["Ana", "Bo"], seed=seed)
        while not any(isinstance(event, Blocked) for event in game.events):
            moves = game.legal_moves()
            lazy = [move for move in moves if str(move) in ("draw", "pass")]
            game.play((lazy or moves)[0])
        if not any(str(event).startswith("blocked draw") for event in game.events):
            return game
    raise AssertionError("every round was drawn")


@pytest.mark.parametrize(("rule", "lost"), [("yes", True), ("no", False)])
def test_the_own_hand_is_taken_off_in_a_blocked_round_only_where_it_is_lost_r18(rule: str, lost: bool) -> None:
    game = blocked_round(f"spanish blocked_when=passes deal=3/3/3 blocked_own={rule}")
    (end,) = [event for event in game.events if isinstance(event, Blocked)]
    words = "\n".join(round_end(at_round_end(game.view(0)), Audience(load_language("en"), game.names)))
    assert (" in their own = " in words) == lost
    assert f" = {end.points:+d}\n" in words
