"""Every sentence a person may read from the server is there in every language."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.helpers import on_table
from tests.oracle.alter import SAMPLES, alterations
from tests.oracle.oracle import play
from tests.oracle.positions import POSITIONS

import tricorn.web
from tricorn.bonus import Bonus
from tricorn.challenge import explain, explain_line
from tricorn.editions import edition_named
from tricorn.errors import EditionError, RecordError, TricornError
from tricorn.game import Game, check_record
from tricorn.moves import Place, parse_move
from tricorn.record import parse_event
from tricorn.sheet import Sheet
from tricorn.web.languages import LANGUAGES, load_languages
from tricorn.web.record_phrases import RECORD_PHRASES
from tricorn.web.refusals import RULE_SENTENCES, Refused, in_words
from tricorn.web.sheet_phrases import SHEET_PHRASES

WEB = Path(tricorn.web.__file__).parent
SPANISH = load_languages()["es"]
ENGLISH = load_languages()["en"]


def sentences() -> Iterator[str]:
    """What the sources say: the second argument of every refusal, and all that is translated, also in pictures."""
    for path in (*WEB.glob("*.py"), *WEB.parent.glob("render/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            told = node.args[1] if name == "Refused" else node.args[0] if name in ("gettext", "say") else None
            if isinstance(told, ast.Constant) and isinstance(told.value, str):
                yield told.value


def test_every_sentence_of_the_server_is_translated() -> None:
    found = set(sentences())
    assert len(found) > 30
    for sentence in {*found, *RULE_SENTENCES, *RECORD_PHRASES, *SHEET_PHRASES}:
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


# The modules that read and check a record, and those whose refusals they pass on.
CHECKERS = ("record", "round", "hands", "ending", "game", "fairness", "editions", "moves", "lattice", "tiles")
# Calls whose texts a reader of a wrong record may see: the refusals, and helpers that are handed what is expected.
REFUSING = {"Mismatch", "RecordError", "UnfinishedHeader", "_Unreadable", "IllegalMove", "TricornError", "EditionError"}
HELPING = {"_matching", "_number", "next"}
# What only a program that calls the library wrongly is told.
TOLD_TO_PROGRAMS = (
    "no round has been dealt; call deal()",
    "there is no turn here that a clock could take",
    "there is no move to take back",
    "there is no such seat; the seats are ",
    "the hand of ",
    "a deal is an order of the 56 tiles, each once",
    "a seed is a whole number from ",
    "the round is not over, or not all hands are known",
    "the order of the well is not known, so nobody can draw here",
    "a tile's cell was not taken down, so the lawful moves are not known",
    "a tile is three numbers 0-5 in ascending order, not ",
    "a tile holds three numbers 0-5, not ",
)
# What may stand where a sentence has a hole, one of every kind.
FILLINGS = ("7", "A", "1-2-3", "'x'", "bridge")
# Words of the record, which are the same in every language.
RECORD_TEXT = re.compile(
    r"'.*'|[=+-]\d+|\d-\d-\d|(timeout|player|round|out|blocked|winner|bridge|beside|hexagon\d?)( [A-F]| \d+)?"
)


class Source:
    """A module, and the texts that an expression in it may come to."""

    def __init__(self, name: str) -> None:
        self.tree = ast.parse((WEB.parent / f"{name}.py").read_text(encoding="utf-8"))
        self.values: dict[str, list[ast.expr]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.values.setdefault(node.targets[0].id, []).append(node.value)
            if isinstance(node, ast.FunctionDef):
                returned = [each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value]
                self.values.setdefault(f"{node.name}()", []).extend(returned)

    def refusals(self) -> Iterator[list[str]]:
        """Of every text that a refusal may show, the ways its holes may be filled."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and called(node) in REFUSING | HELPING:
                for argument in node.args if called(node) in REFUSING else node.args[-1:]:
                    yield from self.texts(argument)

    def texts(self, node: ast.expr) -> Iterator[list[str]]:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield [node.value]
        elif isinstance(node, ast.JoinedStr):
            yield filled(node)
        elif isinstance(node, ast.IfExp):
            yield from self.texts(node.body)
            yield from self.texts(node.orelse)
        elif isinstance(node, ast.BoolOp):
            for value in node.values:
                yield from self.texts(value)
        elif isinstance(node, ast.Name | ast.Call):
            name = node.id if isinstance(node, ast.Name) else f"{called(node)}()"
            for value in self.values.get(name, []):
                if not isinstance(value, ast.Name | ast.Call):  # one step is enough, and comes to an end
                    yield from self.texts(value)


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def filled(node: ast.JoinedStr) -> list[str]:
    """An f-string with every kind of filling in every hole; what is quoted has a quotation in it."""
    choices = [
        [str(part.value)]
        if isinstance(part, ast.Constant)
        else ["'x'"]
        if isinstance(part, ast.FormattedValue) and part.conversion == ord("r")
        else FILLINGS
        for part in node.values
    ]
    return ["".join(parts) for parts in itertools.product(*choices)]


def understood(phrase: str) -> bool:
    return RECORD_TEXT.fullmatch(phrase) is not None or in_words(phrase, SPANISH) != phrase


@pytest.mark.parametrize("module", CHECKERS)
def test_every_phrase_in_the_source_of_a_checker_is_understood(module: str) -> None:
    for ways in Source(module).refusals():
        if not ways[0].startswith(TOLD_TO_PROGRAMS):
            assert any(map(understood, ways)), ways[0]


@pytest.mark.parametrize("sample", [2, 7])  # one with a clock, one with secrets
def test_whatever_is_said_against_a_record_is_understood(sample: int) -> None:
    edition, players, style, seed, committed = SAMPLES[sample]
    record = play(edition, players, Random(seed), style, committed=committed)
    for altered in alterations(record, Random(sample), per_kind=1):
        with pytest.raises(RecordError) as caught:
            check_record(altered.text)
        for phrase in (caught.value.expected, caught.value.found):
            assert understood(phrase) or is_line(phrase), f"{altered.name}: {phrase}"


def is_line(phrase: str) -> bool:
    try:
        return str(parse_event(phrase)) == phrase
    except TricornError:
        return False


@pytest.mark.parametrize(
    ("expected", "found", "words"),
    [
        (
            "a lawful move",
            "'B =9': a tile with the sum 9 fits nowhere on the table (R2)",
            "una jugada permitida. Se encontró: 'B =9': una ficha de suma 9 no encaja en ningún sitio de la mesa (R2)",
        ),
        ("beside or no bonus for 1-4-4", "bridge", "beside o ningún suplemento para 1-4-4. Se encontró: bridge"),
        ("player B", "'player C Waiting for 7 tiles'", "player B. Se encontró: 'player C Waiting for 7 tiles'"),
        (
            "each tile once",
            "'A =9': expected =8, found =9",
            "cada ficha una vez. Se encontró: 'A =9': se esperaba: =8; se encontró: =9",
        ),
        (
            "a secret whose SHA-256 is the commitment, ab12",
            "none",
            "un secreto cuyo SHA-256 sea el compromiso, ab12. Se encontró: ninguna",
        ),
    ],
)
def test_what_is_said_against_a_record_reads_well_in_spanish(expected: str, found: str, words: str) -> None:
    refusal = Refused.by_rules(RecordError(7, expected, found), "record")
    assert refusal.text(SPANISH) == f"Línea 7. Se esperaba: {words}."
    assert refusal.text(ENGLISH) == f"Line 7: expected {expected}, found {found}."


@pytest.mark.parametrize("edition", ["pressman-classic", "spanish", "wooden draw_limit=1"])
def test_whatever_the_rules_say_against_an_entry_is_understood(edition: str) -> None:
    random = Random(edition)
    tiles = ["4-4-4", "1-4-4", "0,0v441", "0,0^444", "5,5^123", "1,0^455", "2-4-4 bridge", "=9", "=16", "=3 hexagon"]
    ends = ["left A =3", "left B 2 =17", "left A 1-2-5", "left B =300", "out A", "out B", "blocked", "out A +3"]
    heard = set()
    for _ in range(60):
        sheet = Sheet(edition, ["Ana", "Bo"], entries=["A 0,0^444"])
        for _ in range(25):
            play = f"{random.choice('AB')} {random.choice([*tiles, 'draw', 'pass'])}"
            line = sheet.add(random.choice([play, play, play, random.choice(ends)]))
            if line.reason is not None:
                assert in_words(line.reason, SPANISH) != line.reason, f"{line.entry}: {line.reason}"
                heard.add(re.sub("[0-9]+", "0", line.reason))
    assert len(heard) > 15


def test_whatever_a_challenge_answers_is_understood() -> None:
    for position in POSITIONS:
        if position.before and "mirrored" not in position.refused:
            challenge = explain(on_table(position.before, position.edition), Place.parse(position.then))
            for sentence in challenge.sentences():
                assert in_words(sentence, SPANISH) != sentence
    bonuses = ["", *(f" {bonus}" for bonus in Bonus)]
    sheet = Sheet(
        entries=["A 0,0^444", *(f"B 1-4-4{bonus}" for bonus in bonuses), *(f"A =9{bonus}" for bonus in bonuses)]
    )
    for line in sheet.lines:
        for sentence in explain_line(sheet, line.number).sentences():
            assert in_words(sentence, SPANISH) != sentence
