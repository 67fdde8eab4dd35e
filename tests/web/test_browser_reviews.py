"""A review in the browser has the figures of the server's review, to the last digit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.helpers import HOUSE_EDITIONS, RULEBOOKS
from tests.node import in_node

from tricorn.analysis.as_data import review_data
from tricorn.analysis.reason_data import reason_data
from tricorn.analysis.review import review
from tricorn.arena.seating import Seating
from tricorn.core.compile import accelerate
from tricorn.core.loading import WEB_PARTS, web_file
from tricorn.core.totals import new_totals
from tricorn.editions import PRESETS, edition_named

SCRIPT = Path(__file__).with_name("review.mjs")
ITERATIONS, PLAYOUTS = 150, 6
EFFORT = {"iterations": ITERATIONS, "playouts": PLAYOUTS}
# Every rulebook, house rules, the presets and a start by choice, with two to four players; short games.
TABLES = [
    *((f"{edition} target=40", 2 + number % 3) for number, edition in enumerate(RULEBOOKS)),
    *((str(preset.edition), 2) for preset in PRESETS.values()),
    *((str(edition), edition_named(edition).players[0]) for edition in HOUSE_EDITIONS),
    ("wooden target=40 start=choice", 3),
]


def record_of(edition: str, players: int, seed: int) -> str:
    """A game of easy bots."""
    accelerate()
    return str(Seating(edition_named(edition), ["easy"] * players, log=True).record_of(seed, new_totals()))


def reviews_in_node(texts: list[str]) -> list[dict[str, Any]]:
    jobs = [{"text": text, "effort": EFFORT} for text in texts]
    answers: list[dict[str, Any]] = in_node(SCRIPT, *(str(web_file(part)) for part in WEB_PARTS), job=jobs)
    return answers


def on_server(text: str) -> dict[str, Any]:
    """The server's review, without the edition, which the page knows from the record."""
    data = review_data(review(text, iterations=ITERATIONS, playouts=PLAYOUTS), reason_data)
    return {key: value for key, value in data.items() if key not in ("edition", "house_rules")}


def test_reviews_in_the_browser_are_those_of_the_server() -> None:
    texts = [record_of(edition, players, seed) for seed, (edition, players) in enumerate(TABLES)]
    found = reviews_in_node(texts)
    graded, levels = 0, set()
    for text, answer in zip(texts, found, strict=True):
        expected = on_server(text)
        names = answer["review"].pop("names")
        assert names == [player["name"] for player in expected["players"]]
        for part, figures in expected.items():
            assert answer["review"][part] == figures, part
        assert answer["review"].keys() == expected.keys()
        assert answer["progress"] == [[done, expected["moves"]] for done in range(1, expected["moves"] + 1)]
        levels |= {player["plays_like"] for player in expected["players"]}
        graded += sum(choice["grade"] is not None for choice in expected["choices"])
    assert graded > len(texts), "there are errors in most of the games"
    assert levels > {None}, "some players have enough choices to be compared with a level"


def test_a_game_that_is_not_over_with_comments_is_reviewed_as_far_as_it_goes() -> None:
    lines = record_of("pressman-classic target=20", 2, 3).splitlines()
    unfinished = [*lines[:8], "# a comment", "", *lines[8:20]]
    answer = reviews_in_node(["\n".join(unfinished) + "\n"])[0]["review"]
    expected = on_server("\n".join(unfinished) + "\n")
    answer.pop("names")
    assert answer == expected
    assert expected["winner"] is None


def changed_points(lines: list[str]) -> int:
    """Change the points of the last placement; returns its index."""
    index = max(index for index, line in enumerate(lines) if line[:2] in ("A ", "B ") and " +" in line)
    lines[index] = lines[index].replace(" +", " +1")
    return index


def changed_winner(lines: list[str]) -> int:
    index = len(lines) - 1
    lines[index] = "winner A" if lines[index] == "winner B" else "winner B"
    return index


def changed_score(lines: list[str]) -> int:
    index = max(index for index, line in enumerate(lines) if line.startswith("score "))
    lines[index] += "1"
    return index


def unknown_edition(lines: list[str]) -> int:
    lines[1] = "edition nobody"
    return 0


@pytest.mark.parametrize("change", [changed_points, changed_winner, changed_score, unknown_edition])
def test_a_record_that_breaks_the_rules_is_refused_with_its_line(change: Callable[[list[str]], int]) -> None:
    lines = record_of("pressman-classic target=20", 2, 1).splitlines()
    index = change(lines)
    assert reviews_in_node(["\n".join(lines) + "\n"]) == [{"line": index + 1}]
