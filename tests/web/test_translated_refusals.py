"""Every sentence that a person may read from the server is translated into every language."""

from __future__ import annotations

import re
from random import Random

import pytest
from tests.helpers import on_table
from tests.oracle.alter import alterations, samples
from tests.oracle.positions import POSITIONS

from tricorn.bonus import Bonus
from tricorn.editions import edition_named
from tricorn.errors import EditionError, RecordError, TricornError
from tricorn.game import Game, check_record
from tricorn.locales.i18n import Translator, load_languages
from tricorn.messages import Message, Phrase
from tricorn.moves import Place, parse_move
from tricorn.sheet import Sheet
from tricorn.sheet.challenge import explain, explain_line
from tricorn.web.channel import Stale
from tricorn.web.refusals import Refused
from tricorn.wording import Line, Seat, quoted

LANGUAGES = load_languages()
SPANISH, ENGLISH = LANGUAGES["es"], LANGUAGES["en"]
# A parameter that is not a phrase is the same in every language: figures, names of rules and bots, hashes.
NEUTRAL = re.compile(r"[^\s,]*(?:, [^\s,]+)*")


def check_translated(phrase: object) -> None:
    """Check that every English part of a phrase has a translation."""
    if not isinstance(phrase, Phrase):
        assert not isinstance(phrase, str) or NEUTRAL.fullmatch(phrase), f"English as a parameter: {phrase!r}"
        return
    english, spanish = phrase.message.forms, tuple(map(SPANISH.gettext, phrase.message.forms))
    if len(english) == 1 and re.search("[a-z]", re.sub(r"\{\w+\}", "", english[0])):
        assert spanish != english, phrase.message
    names = {"name"} if "name" in phrase.message.fields else set()  # a player's, which may be anything
    for name in phrase.message.fields - names:
        check_translated(phrase.params[name])


def test_the_check_of_translations_would_see_english() -> None:
    with pytest.raises(AssertionError, match="English as a parameter"):
        check_translated(Message.FITS_NOWHERE(what="a tile with the sum 9"))


def refusal_of(game: Game, move: str) -> TricornError | None:
    try:
        game.copy().play(parse_move(move))
    except TricornError as error:
        return error
    return None


@pytest.mark.parametrize("edition", ["pressman-classic", "spanish", "wooden draw_limit=1"])
def test_every_refusal_of_a_move_is_translated(edition: str) -> None:
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
                    check_translated(refusal.phrase)
                    heard.add(refusal.message)
            game.play(random.choice(game.legal_moves()))
    assert len(heard) > 7


def test_every_outcome_is_translated() -> None:
    for seed in range(12):
        for edition in ("pressman-classic target=40", "spanish target=40"):
            game = Game(edition, ["Ana", "x has the highest score, 1, of those"], seed=seed)
            while not (outcome := game.outcome()):
                game.play(game.legal_moves()[0])
            assert outcome.reason.words(Translator(SPANISH)) != outcome.reason
            assert outcome.reason.words(Translator(ENGLISH)) == outcome.reason


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
        "spanish deal=1/1/1/1/1/1/1",
        "spanish players=9-2",
    ],
)
def test_every_refusal_of_an_edition_is_translated(text: str) -> None:
    with pytest.raises(EditionError) as caught:
        edition_named(text)
    check_translated(caught.value.phrase)


def test_refusals_use_the_players_names() -> None:
    error = TricornError(Message.NOT_IN_HAND, tile="1-2-3", seat=Seat(1))
    refusal = Refused.by_rules(error, "illegal", names=("Ana", "Bo {x}"))
    assert refusal.text(ENGLISH) == "1-2-3 is not in Bo {x}'s hand."
    assert refusal.text(SPANISH) == "1-2-3 no está en la mano de Bo {x}."
    assert Refused.by_rules(error, "illegal").text(ENGLISH) == "1-2-3 is not in B's hand."


def test_the_refusal_of_a_stale_move_is_translated() -> None:
    assert Stale().text(SPANISH) == "La mesa ha cambiado entretanto; mira otra vez."


def test_a_refusal_by_the_rules_has_the_id_of_their_message() -> None:
    error = TricornError(Message.NOT_IN_HAND, tile="1-2-3", seat=Seat(1))
    assert Refused.by_rules(error, "illegal").copy().message == "not-in-hand"
    assert Refused("stale", "Look again.").message is None


@pytest.mark.parametrize("sample", [2, 7])  # one with a clock, one with secrets
def test_every_refusal_of_a_record_is_translated(sample: int) -> None:
    for altered in alterations(samples()[sample], Random(sample), per_kind=1):
        with pytest.raises(RecordError) as caught:
            check_record(altered.text)
        check_translated(caught.value.phrase)


@pytest.mark.parametrize(
    ("expected", "found", "english", "spanish"),
    [
        (
            Message.LEGAL_MOVE(),
            Message.LINE_REFUSED(line=quoted("B =9"), reason=Message.FITS_NOWHERE(what=Message.TILE_WITH_SUM(sum=9))),
            "a legal move, found 'B =9': a tile with the sum 9 fits nowhere on the table",
            "una jugada permitida. Se encontró: 'B =9': una ficha de suma 9 no encaja en ningún sitio de la mesa",
        ),
        (
            Message.BONUS_FOR(bonuses=Message.EITHER(one=Bonus.BESIDE, other=Message.NO_BONUS()), what="1-4-4"),
            Bonus.BRIDGE,
            "beside a bridge or no bonus for 1-4-4, found bridge",
            "junto a un puente o ningún suplemento para 1-4-4. Se encontró: puente",
        ),
        (
            Line("player B"),
            quoted("player C Waiting for 7 tiles"),
            "player B, found 'player C Waiting for 7 tiles'",
            "player B. Se encontró: 'player C Waiting for 7 tiles'",
        ),
        (
            Message.EACH_TILE_ONCE(),
            Message.LINE_REFUSED(line=quoted("A =9"), reason=Message.MISMATCH(expected="=8", found="=9")),
            "each tile once, found 'A =9': expected =8, found =9",
            "cada ficha una vez. Se encontró: 'A =9': se esperaba: =8; se encontró: =9",
        ),
        (
            Message.SECRET_WITH_HASH(whose=Message.COMMITMENT(), hash="ab12"),
            Message.NONE(),
            "a secret whose SHA-256 is the commitment, ab12, found none",
            "un secreto cuyo SHA-256 sea el compromiso, ab12. Se encontró: ninguna",
        ),
    ],
)
def test_refusals_of_a_record_read_well(expected: object, found: object, english: str, spanish: str) -> None:
    refusal = Refused.by_rules(RecordError(7, expected, found), "record")
    assert refusal.text(SPANISH) == f"Línea 7. Se esperaba: {spanish}."
    assert refusal.text(ENGLISH) == f"Line 7: expected {english}."


@pytest.mark.parametrize("sheets", [25, pytest.param(60, marks=pytest.mark.soak)])
@pytest.mark.parametrize("edition", ["pressman-classic", "spanish", "wooden draw_limit=1"])
def test_every_refusal_of_an_entry_is_translated(edition: str, sheets: int) -> None:
    random = Random(edition)
    tiles = ["4-4-4", "1-4-4", "0,0v441", "0,0^444", "5,5^123", "1,0^455", "2-4-4 bridge", "=9", "=16", "=3 hexagon"]
    ends = ["left A =3", "left B 2 =17", "left A 1-2-5", "left B =300", "out A", "out B", "blocked", "out A +3"]
    heard = set()
    for _ in range(sheets):
        sheet = Sheet(edition, ["Ana", "Bo"], entries=["A 0,0^444"])
        for _ in range(25):
            play = f"{random.choice('AB')} {random.choice([*tiles, 'draw', 'pass'])}"
            line = sheet.add(random.choice([play, play, play, random.choice(ends)]))
            if line.reason is not None:
                check_translated(line.reason)
                heard.add(re.sub("[0-9]+", "0", line.reason))
    assert len(heard) > 15


def test_every_answer_to_a_challenge_is_translated() -> None:
    for position in POSITIONS:
        if position.before and "mirrored" not in position.refused:
            challenge = explain(on_table(position.before, position.edition), Place.parse(position.then))
            for sentence in challenge.sentences():
                check_translated(sentence)
    bonuses = ["", *(f" {bonus}" for bonus in Bonus)]
    sheet = Sheet(
        entries=["A 0,0^444", *(f"B 1-4-4{bonus}" for bonus in bonuses), *(f"A =9{bonus}" for bonus in bonuses)]
    )
    for line in sheet.lines:
        for sentence in explain_line(sheet, line.number).sentences():
            check_translated(sentence)
