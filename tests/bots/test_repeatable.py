"""The same question gets the same answer: from the same view, budget and generator, compiled or not."""

from __future__ import annotations

import json

import pytest
from tests.bots.choices import choices
from tests.bots.positions import some_choices, state_of_rng, view_of
from tests.fork_server import fork_server

from tricorn.bots import BOTS, Budget, bot_named
from tricorn.core.compile import is_compiled
from tricorn.core.rng import new_rng


@pytest.mark.parametrize("name", [*BOTS, "search:5"])
def test_the_same_view_budget_and_generator_give_the_same_move(name: str) -> None:
    bot = bot_named(name)
    for number, game in enumerate(some_choices("spanish", 3, 8)):
        view = view_of(game)
        answers = []
        for again in (view, view, view_of(game)):
            rng = new_rng(number, 2)
            answers.append((bot.choose(again, Budget(worlds=5), rng), state_of_rng(rng)))
        assert answers[0] == answers[1] == answers[2]


def test_another_generator_can_give_another_move() -> None:
    """With few worlds per candidate the moves depend on the sample, so other generators give other moves."""
    distinct = [
        len({bot_named("search:3").choose(view_of(game), None, new_rng(seed, 0)) for seed in range(10)})
        for game in some_choices("spanish", 2, 6, seed=5)
    ]
    assert max(distinct) > 1


def test_plain_bots_choose_the_same_compiled_and_uncompiled() -> None:
    other = json.loads(fork_server(compiled=not is_compiled()).output_of("tests.bots.choices"))
    assert other["compiled"] is not is_compiled()
    assert other["choices"] == choices()
