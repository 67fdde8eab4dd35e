"""The bots by name: which there are, their levels, and names and budgets that are refused."""

from __future__ import annotations

import re

import pytest

from tricorn.bots import BOTS, LEVELS, PlainBot, SearchBot, bot_named
from tricorn.bots.base import Budget
from tricorn.errors import TricornError


@pytest.mark.parametrize("name", [*BOTS])
def test_every_bot_is_found_by_its_name(name: str) -> None:
    assert bot_named(name).name == name
    assert BOTS[name] is bot_named(name)


def test_the_levels_are_in_the_order_of_their_strength() -> None:
    assert LEVELS == ("gentle", "easy", "medium", "hard", "expert")
    assert all(name in BOTS for name in LEVELS)


def test_the_upper_levels_search_and_expert_searches_more() -> None:
    hard, expert = BOTS["hard"], BOTS["expert"]
    assert isinstance(hard, SearchBot)
    assert isinstance(expert, SearchBot)
    assert hard.budget.worlds is not None
    assert expert.budget.worlds is None or expert.budget.worlds > hard.budget.worlds


def test_expert_thinks_for_at_most_a_second() -> None:
    expert = BOTS["expert"]
    assert isinstance(expert, SearchBot)
    assert expert.budget.seconds is not None
    assert 0 < expert.budget.seconds <= 1


@pytest.mark.parametrize(
    ("name", "budget"),
    [
        ("search:300", Budget(worlds=300)),
        ("search:0", Budget(worlds=0)),
        ("search:999999", Budget(worlds=999_999)),
        ("search:0.5s", Budget(seconds=0.5)),
        ("search:2s", Budget(seconds=2.0)),
        ("search:0s", Budget(seconds=0.0)),
    ],
)
def test_a_search_has_the_budget_that_its_name_says(name: str, budget: Budget) -> None:
    bot = bot_named(name)
    assert isinstance(bot, SearchBot)
    assert bot.name == name
    assert bot.budget == budget


@pytest.mark.parametrize(
    "name",
    [
        "",
        "deep-blue",
        "Greedy",
        "greedy ",
        "greedy:3",
        "expert:0.5s",
        "search:",
        "search:s",
        "search:-1",
        "search:+1",
        "search: 5",
        "search:5\\n",
        "search:5\n",
        "search:1.5",
        "search:.5s",
        "search:5.s",
        "search:1e3",
        "search:1_000",
        "search:0x10",
        "search:٣",
        "search:5S",
        "search:5ms",
        "search:nans",
        "search:infs",
        "search:-1s",
        "search:1000000",
        "search:1000s",
        "search:5:5",
        "search:" + "9" * 5000,
        "x" * 100_000,
    ],
)
def test_an_unknown_name_or_a_malformed_budget_is_refused_in_one_short_sentence(name: str) -> None:
    with pytest.raises(TricornError) as caught:
        bot_named(name)
    message = str(caught.value)
    assert message.startswith("there is no bot ")
    assert repr(name[:40]) in message
    assert "\n" not in message
    assert len(message) < 250
    assert all(re.search(rf"\b{bot}\b", message) for bot in BOTS)


def test_plain_bots_and_searching_bots_are_values() -> None:
    assert bot_named("search:7") == bot_named("search:7")
    assert bot_named("search:7") != bot_named("search:8")
    assert PlainBot("greedy", 1) == bot_named("greedy")
    assert len({bot_named("search:7"), bot_named("search:7")}) == 1
