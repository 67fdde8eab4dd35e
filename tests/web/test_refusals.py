"""Every sentence a person may read from the server is there in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import tricorn.web
from tricorn.bots import LEVELS
from tricorn.editions import edition_named
from tricorn.errors import EditionError, TricornError
from tricorn.game import Game
from tricorn.moves import parse_move
from tricorn.web.languages import LANGUAGES, load_languages
from tricorn.web.refusals import RULE_SENTENCES, Refused, in_words

WEB = Path(tricorn.web.__file__).parent
SPANISH = load_languages()["es"]
ENGLISH = load_languages()["en"]


def sentences() -> Iterator[str]:
    """What the server's sources say: the second argument of every refusal, and all that is translated."""
    for path in WEB.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            told = node.args[1] if name == "Refused" else node.args[0] if name == "gettext" else None
            if isinstance(told, ast.Constant) and isinstance(told.value, str):
                yield told.value


def test_every_sentence_of_the_server_is_translated() -> None:
    found = set(sentences())
    assert len(found) > 30
    for sentence in {*found, *RULE_SENTENCES, *LEVELS} - {"'tricorn 1'", "Bot ({level})"}:
        translated = SPANISH.gettext(sentence)
        assert translated != sentence, f"not in Spanish: {sentence}"
        parts = re.compile(r"\{\w+\}")
        assert sorted(parts.findall(translated)) == sorted(parts.findall(sentence))


def test_no_language_lacks_its_catalogue() -> None:
    assert load_languages().keys() == set(LANGUAGES)


def known(error: TricornError) -> bool:
    """Whether a sentence of the rules is recognised: then it reads otherwise in Spanish."""
    return in_words(str(error), SPANISH) != str(error)


def refusal_of(game: Game, move: str) -> TricornError | None:
    try:
        game.copy().play(parse_move(move))
    except TricornError as error:
        return error
    return None


@pytest.mark.parametrize("edition", ["pressman-classic", "spanish", "wooden draw_limit=1"])
def test_whatever_the_rules_say_against_a_move_is_understood(edition: str) -> None:
    random = Random(edition)
    heard = set()
    for seed in range(6):
        game = Game(edition, 2, seed=seed)
        for _ in range(60):
            for _ in range(6):
                x, y, numbers = (
                    random.randrange(-3, 4),
                    random.randrange(-3, 4),
                    random.choices("012345", k=3),
                )
                move = random.choice([f"{x},{y}{random.choice('v^')}{''.join(numbers)}", "draw", "pass", "x"])
                refusal = refusal_of(game, move)
                if refusal is not None:
                    assert known(refusal), f"{move}: {refusal}"
                    heard.add(re.sub("[0-9]", "0", str(refusal)))
            game.play(random.choice(game.legal_moves()))
    assert len(heard) > 10


def test_whatever_the_rules_say_of_an_outcome_is_understood() -> None:
    for seed in range(12):
        for edition in ("pressman-classic target=40", "spanish target=40"):
            game = Game(edition, ["Ana", "x has the highest score, 1, of those"], seed=seed)
            while not (outcome := game.outcome()):
                game.play(game.legal_moves()[0])
            assert in_words(outcome.reason, SPANISH) != outcome.reason
            assert in_words(outcome.reason, ENGLISH) == outcome.reason


@pytest.mark.parametrize(
    "text",
    [
        "checkers",
        "spanish x=1",
        "spanish target",
        "spanish target=0",
        "spanish target=1 target=1",
        "spanish draw_limit=99",
        "spanish blocked=never",
        "spanish hexagons=1",
        "spanish players=9-2",
    ],
)
def test_whatever_is_said_against_an_edition_is_understood(text: str) -> None:
    with pytest.raises(EditionError) as caught:
        edition_named(text)
    assert known(caught.value), str(caught.value)


def test_people_are_called_by_their_names() -> None:
    error = TricornError("1-2-3 is not in the hand of B")
    refusal = Refused.by_rules(error, "unlawful", names=("Ana", "Bo {x}"))
    assert refusal.text(ENGLISH) == "1-2-3 is not in the hand of Bo {x}."
    assert refusal.text(SPANISH) == "1-2-3 no está en la mano de Bo {x}."
    assert Refused.by_rules(error, "unlawful").text(ENGLISH) == "1-2-3 is not in the hand of B."


def test_a_sentence_nobody_knows_stays_as_it_is() -> None:
    assert in_words("the moon is full", SPANISH) == "the moon is full"
