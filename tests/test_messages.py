"""Every message has its parameters where it is used, and errors carry them."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tricorn
from tricorn.analysis.puzzles import load_puzzles
from tricorn.cli.terminal.game_session import TO_YOU
from tricorn.errors import EditionError, IllegalMove, Mismatch, RecordError, TricornError
from tricorn.messages import Message, either
from tricorn.wording import Line, Seat, quoted

SOURCE = Path(tricorn.__file__).parent


@cache
def trees() -> dict[Path, ast.Module]:
    """The syntax tree of every module."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))}


def message_named(node: ast.AST) -> str | None:
    """The X of `Message.X`."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Message":
        return node.attr
    return None


def uses(tree: ast.Module) -> Iterator[tuple[int, str, set[str]]]:
    """Every call that names a message: the line, the message and its parameters.

    The message is called, or is the first argument of an error, alone or in `a if b else c`.
    """
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        params = {keyword.arg or "**" for keyword in node.keywords}
        first = node.args[0] if node.args else None
        choices = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
        for choice in (node.func, *choices):
            name = None if choice is None else message_named(choice)
            if name is not None:
                yield node.lineno, name, params


def all_uses() -> list[tuple[str, str, set[str]]]:
    return [
        (f"{path.relative_to(SOURCE)}:{line}", name, params)
        for path, tree in trees().items()
        for line, name, params in uses(tree)
    ]


def test_every_use_of_a_message_gives_exactly_its_fields() -> None:
    wrong = {where: f"{name} {sorted(params)}" for where, name, params in all_uses() if params != Message[name].fields}
    assert not wrong


def test_every_message_is_used() -> None:
    named = {message_named(node) for tree in trees().values() for node in ast.walk(tree)}
    stored = {reason.message.name for puzzle in load_puzzles() for move in puzzle.moves for reason in move.reasons}
    assert named - {None} | stored == {message.name for message in Message}


def test_what_is_said_to_a_player_has_the_fields_of_what_is_said_of_one() -> None:
    for said_of, said_to in TO_YOU.items():
        assert said_to.fields == said_of.fields - {"seat"}


def test_the_check_of_uses_sees_every_form() -> None:
    code = "E(Message.A, x=1)\nMessage.B(y=1)\nE(Message.C if z else Message.D)\nE(Message.E().F)"
    assert list(uses(ast.parse(code))) == [
        (1, "A", {"x"}),
        (2, "B", {"y"}),
        (3, "C", set()),
        (3, "D", set()),
        (4, "E", set()),
    ]


def test_both_forms_of_a_message_have_the_same_fields() -> None:
    for message in Message:
        if len(message.forms) > 1:
            one, other = ({part.split("}")[0] for part in form.split("{")[1:]} for form in message.forms)
            assert one == other
            assert "count" in one


def test_no_two_messages_have_the_same_template() -> None:
    assert len(Message.__members__) == len(list(Message))


def test_an_error_is_its_english_sentence() -> None:
    error = IllegalMove(Message.MUST_DRAW_NOT_PASS, seat=Seat(1), count=1)
    assert str(error) == "B must draw before passing: 1 tile is left in the pile"
    assert error.template.format(**error.params) == str(error)
    assert repr(error) == "IllegalMove('B must draw before passing: 1 tile is left in the pile')"


class Bracketing:
    """A reader who sees every template in brackets, and knows the players by name."""

    def gettext(self, template: str, /) -> str:
        return f"[{template}]"

    def ngettext(self, one: str, other: str, count: int, /) -> str:
        return self.gettext(one if count == 1 else other)

    def value(self, value: object, /) -> str:
        return ["Ana", "Bo"][value.index] if isinstance(value, Seat) else str(value)


def test_a_phrase_within_a_phrase_is_worded_for_the_reader_too() -> None:
    error = IllegalMove(Message.PLACED_TOO_LATE, seat=Seat(1), what=Message.TILE_WITH_SUM(sum=9))
    words = error.phrase.words(Bracketing())
    assert words == "[Bo should have placed [a tile with the sum 9] earlier (R6, R14)]"


@pytest.mark.parametrize(
    "error",
    [
        TricornError(Message.WELL_EMPTY),
        EditionError(Message.HOUSE_RULE_TWICE, rule="target"),
        IllegalMove(Message.PLACED_TOO_LATE, seat=Seat(1), what=Message.TILE_WITH_SUM(sum=9)),
        Mismatch(Message.WELL_HOLDS(count=2), Line("well")),
        RecordError(7, Message.LEGAL_MOVE(), quoted("A pass -10")),
    ],
)
def test_an_error_can_be_pickled(error: TricornError) -> None:
    clone = pickle.loads(pickle.dumps(error))
    assert type(clone) is type(error)
    assert (str(clone), clone.message, clone.__dict__) == (str(error), error.message, error.__dict__)
    assert clone.phrase.words(Bracketing()) == error.phrase.words(Bracketing())


def test_quotation_marks_show_where_a_text_ends() -> None:
    assert str(quoted("it's 12345", 6)) == '"it\'s 1"'


def test_choices_are_joined_with_or() -> None:
    assert either(["a"]) == "a"
    assert either(["a", Message.NO_BONUS(), "c"]) == "a or no bonus or c"
