"""What the rules refuse on a score sheet has the same words with and without a server, in every language."""

from __future__ import annotations

from random import Random

import pytest
from tests.round.test_refusals import CASES, Case
from tests.web.test_offline_sheet import check_same, new_sheet, offline, physical_games, unknown_to_server

from tricorn.core import refusals
from tricorn.core.refusals import REFUSALS
from tricorn.errors import TricornError
from tricorn.locales.i18n import Language, load_languages
from tricorn.sheet import Sheet
from tricorn.tiles import TILES

LANGUAGES = load_languages()

# Refusals that need a deal on record, a round after its end, or what a sheet does not take as an entry.
NOT_ON_A_SHEET = {
    *("NOTHING_IN_ROUND", "NO_SEAT", "DEALS_FIRST", "ONE_DEAL_PER_SEAT", "TILES_FOR_PLAYERS", "ONE_WELL", "WELL_HOLDS"),
    *("DIFFERENT_TILES", "ANYWAY_IN_DEALT_ROUND", "RIGHT_WITHOUT_ANYWAY", "MIRRORED", "NEXT_OF_WELL", "LEFT_IS_KNOWN"),
    *("SEAT_OF_PLAYERS", "NO_STARTS", "ONE_STARTS"),
}
# In place of those of the rounds, some of which have a deal on record: on a sheet, earlier entries may be refused too.
SHEET_CASES = [
    Case(
        "PLACE_WHEN_TIME_UP",
        "spanish clock=30",
        2,
        ["A 0,0^555", "B draw 4-5-5 timeout"],
        "B pass timeout",
        "expected a placement, as one is possible, when time is up (R14), found B pass -10 timeout",
    ),
    Case(
        "NOT_IN_HAND",
        "spanish",
        2,
        ["A 0,0^555", "B draw 0-0-1", "B 0,0v554"],
        "A 0-0-1",
        "0-0-1 is not in A's hand",
    ),
    Case(
        "WAS_IN_HAND",
        "pressman-classic",
        2,
        ["A 0,0^555", "B draw 0-0-1", "B draw 0-0-2"],
        "B 0-0-1",
        "B must place a tile, not draw: 0-0-1 was in hand (R6)",
    ),
    Case(
        "SUM_NOT_IN_HAND",
        "spanish deal=2/2/2",
        2,
        ["A 0,0^555", "B draw 0-0-1", "B 4-5-5", "A pass", "B 3-5-5", "A pass"],
        "B =9",
        "no tile with the sum 9 is in B's hand",
    ),
    Case(
        "OTHER_MUST_START",
        "spanish",
        2,
        ["B draw 5-5-5", "B pass"],
        "A 4-4-4",
        "B must start with 5-5-5, not A with 4-4-4 (R5)",
    ),
    Case(
        "MUST_START_WITH",
        "spanish",
        2,
        ["A draw 5-5-5"],
        "A 4-4-4",
        "A must start with 5-5-5, not with 4-4-4 (R5)",
    ),
    Case(
        "MUST_PLACE_NOT_DRAW",
        "pressman-classic",
        2,
        ["A 3,-2^555", "B draw 4-5-5"],
        "B draw",
        "B must place a tile, not draw: 3,-2v554 is possible (R6)",
    ),
    Case(
        "MUST_PLACE_NOT_PASS",
        "pressman-classic",
        2,
        ["A 3,-2^555", "B draw 4-5-5"],
        "B pass",
        "B must place a tile, not pass: 3,-2v554 is possible (R6)",
    ),
    Case(
        "ONE_LEFT_PER_SEAT",
        "wooden deal=1/1/1",
        3,
        ["A 0,0^555", "left B =3"],
        "left B =3",
        "expected at most one line of tiles left per seat, in seat order, found left B =3",
    ),
    Case(
        "BONUS_FOR",
        "pressman-classic",
        2,
        ["A 0,0^555", "B 0,0v550", "A 1,0^015", "B 1,-1v251", "A 1,-1^523"],
        "B 3-5-5 bridge",
        "expected hexagon or no bonus for 3-5-5, found bridge",
    ),
    Case(
        "EXPECTED_PENALTY",
        "pressman-classic draw_penalty=0",
        2,
        ["A 0,0^555"],
        "B draw -4",
        "expected +0, found -4",
    ),
    Case("NOT_OUT", "wooden", 2, ["A 0,0^555"], "out A", "A is not out: 8 tiles are still in hand"),
    Case(
        "NOT_BLOCKED_WELL",
        "wooden",
        2,
        ["A 0,0^555"],
        "blocked",
        "the round is not blocked: according to this sheet, 38 tiles are still in the pile (R9)",
    ),
    Case(
        "NOT_BLOCKED_PASSES",
        "wooden deal=28/18/14",
        2,
        ["A 0,0^555", "B pass"],
        "blocked B",
        "the round is not blocked: the 2 players have not all passed in a row",
    ),
    Case("NO_ROUND_TO_END", "wooden", 2, ["left A =5"], "left B =5", "there is no round in progress to end"),
    Case("GAME_OVER", "wooden deal=1/1/1 target=1", 2, ["A 0,0^555", "left B =3"], "A 5-5-5", "the game is over"),
]
_OWN = {case.code for case in SHEET_CASES}
ON_A_SHEET = [*SHEET_CASES, *(case for case in CASES if case.code not in _OWN | NOT_ON_A_SHEET)]


def test_every_refusal_can_be_met_on_a_sheet_or_is_listed() -> None:
    numbers = {name: value for name, value in vars(refusals).items() if name.isupper() and isinstance(value, int)}
    names = {name for name, code in numbers.items() if code in REFUSALS}
    met = {case.code for case in ON_A_SHEET} - {"NO_ROUND_TO_END", "GAME_OVER"}
    assert met | NOT_ON_A_SHEET == names - {"FIGURES", "SUM_OF_TILE"}


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_every_refusal_has_the_servers_words_without_a_server(language: Language) -> None:
    sheets = [new_sheet(case.edition, tuple("ABCDEF"[: case.players])) for case in ON_A_SHEET]
    changes = [[f"add {entry}" for entry in (*case.lines, case.refused)] for case in ON_A_SHEET]
    for case, right, entered, shown in zip(
        ON_A_SHEET, sheets, changes, in_page(sheets, changes, language), strict=True
    ):
        right.apply_changes(entered)
        assert right.lines[-1].reason == case.sentence
        check_same(shown, right, len(entered), language)


def test_a_declaration_after_which_the_round_goes_on_is_withdrawn_with_the_servers_words() -> None:
    changes = ["add A 0,0^555", "add out A", "add B 0,0v554"]
    for language in LANGUAGES.values():
        right = new_sheet()
        (shown,) = in_page([right], [changes], language)
        right.apply_changes(changes)
        assert right.lines[1].reason == "the round went on after this"
        check_same(shown, right, len(changes), language)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_games_with_wrong_entries_are_those_of_the_servers_sheet(language: Language) -> None:
    rng = Random(26)
    games = [(sheet, altered(entries, rng)) for sheet, entries in physical_games() for _ in range(3)]
    sheets = [new_sheet(str(sheet.edition), sheet.names) for sheet, _ in games]
    changes = [[f"add {entry}" for entry in entries] for _, entries in games]
    reasons = set()
    for right, entered, shown in zip(sheets, changes, in_page(sheets, changes, language), strict=True):
        right.apply_changes(entered)
        check_same(shown, right, len(entered), language)
        reasons |= {line.reason.template for line in right.lines if line.reason is not None}
    assert len(reasons) > 15


def in_page(sheets: list[Sheet], changes: list[list[str]], language: Language) -> list[dict[str, object]]:
    """What the page shows without a server after these changes."""
    jobs = [{"view": unknown_to_server(sheet), "changes": c} for sheet, c in zip(sheets, changes, strict=True)]
    return offline(*jobs, language=language)


def altered(entries: list[str], rng: Random) -> list[str]:
    """The first entries of a game, of which some are missing, doubled, exchanged or changed."""
    made = entries[: rng.randrange(5, 60)]
    for _ in range(6):
        at = rng.randrange(len(made) - 1)
        changed = rng.choice([[], [made[at]] * 2, [alteration(made[at], rng)], [alteration(made[at], rng)]])
        made[at : at + 1] = changed
    return made


def alteration(entry: str, rng: Random) -> str:
    """An entry with another tile, seat, bonus or points, or insisted on, if it can be read so."""
    words = entry.removesuffix(" anyway").split(" ")
    place = 1 if words[0] in ("left", "out", "blocked") else 0
    changes = [
        [*words[:place], rng.choice("AB"), *words[place + 1 :]],
        [*words, "anyway"],
        [*words, "bridge"],
        [*words[:2], "+7", *words[2:]],
        [words[0], str(rng.choice(TILES))],
        [words[0], f"={rng.randrange(18)}"],
        [rng.choice("AB"), rng.choice(["draw", "pass"])],
        ["left", rng.choice("AB"), f"={rng.randrange(60)}"],
        ["out", rng.choice("AB")],
        ["blocked"],
    ]
    text = " ".join(rng.choice(changes))
    try:
        new_sheet().add(text)
    except TricornError:
        return entry
    return text
