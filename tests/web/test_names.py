"""Names: readable, and no two at a table or on a score sheet look alike."""

from __future__ import annotations

from collections.abc import Sequence

import httpx
import pytest
from tests.web.clients import HUMAN, Caller, join, new_table
from tests.web.server_process import Server

from tricorn.record import parse_record
from tricorn.web.names import clean_name, distinct_names, unused_name
from tricorn.web.refusals import Refused

INVISIBLE = {
    "zero width space": "A\u200bna",
    "nothing but that": "\u200b",
    "soft hyphen": "An\u00ada",
    "byte order mark": "\ufeffAna",
    "word joiner": "Ana\u2060",
    "text turned round": "\u202eanA",
    "isolated text": "\u2066Ana\u2069",
    "control character": "A\u0007na",
    "Hangul filler": "\u3164",
    "blank Braille": "\u2800\u2800",
    "tag": "Ana\U000e0041",
    "variation of nothing": "\ufe0f",
    "joiner of nothing": "\u200d\u200d",
    "two joiners": "A\u200c\u200dna",
    "unassigned and ignorable": "Ana\u2065",
    "private": "\ue000",
}


@pytest.mark.parametrize("name", INVISIBLE.values(), ids=INVISIBLE)
def test_a_name_with_invisible_characters_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="only visible characters"):
        clean_name(name)


@pytest.mark.parametrize("name", ["\u0301", "\u0301Ana", "Ana \u0301\u0302"])
def test_an_accent_without_a_letter_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="has to follow a letter"):
        clean_name(name)


def test_stacked_accents_are_refused() -> None:
    assert clean_name("A\u0323\u0324\u0325\u0326na")
    for pile in ("\u0323" * 6, "\u0324\ufe0f" * 3):
        with pytest.raises(Refused, match="at most 4 accents"):
            clean_name(f"A{pile}na")


PEOPLE = """
José Zoë Łukasz Nguyễn O'Brien 李小龍 Αθηνά Юля Işıl J.R. Ana-María שָׁלוֹם
می\u200cخواهم क्\u200dष 🎲 👩\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3 🇪🇸 👍🏽
"""


@pytest.mark.parametrize("name", PEOPLE.split())
def test_real_names_are_accepted_unchanged(name: str) -> None:
    assert clean_name(name) == name
    assert unused_name(name, ["Bo", "Bot"]) == name


@pytest.mark.parametrize(
    "spaces", [" Ana  Bo ", "Ana\u00a0Bo", "Ana\u2003Bo", "Ana\u3000Bo", "Ana\tBo\n", "\u2009Ana\u202fBo"]
)
def test_all_spaces_become_single_plain_spaces(spaces: str) -> None:
    assert clean_name(spaces) == "Ana Bo"


ALIKE = {
    "same": ("Ana", "Ana"),
    "case": ("Ana", "aNA"),
    "case in Cyrillic": ("Нина", "нина"),
    "case in German": ("Strauß", "STRAUSS"),
    "Cyrillic a": ("Ana", "\u0410n\u0430"),
    "Greek": ("NIKO", "\u039d\u0399\u039a\u039f"),
    "all Cyrillic": ("cop", "\u0441\u043e\u0440"),
    "full width": ("Ana", "\uff21\uff4e\uff41"),
    "mathematical": ("Ana", "\U0001d400\U0001d427\U0001d41a"),
    "joiner": ("Ana", "A\u200dna"),
    "variation": ("Ana", "A\ufe0ena"),
    "accent composed": ("Zoë", "Zo\u0435\u0308"),
    "capital i": ("Al", "AI"),
    "one": ("Al", "A1"),
    "zero": ("Bo", "B0"),
    "apostrophe": ("O'Brien", "O\u2019Brien"),
    "dash": ("Ana-Bo", "Ana\u2010Bo"),
    "soft sign": ("bo", "\u042co"),
    "kra": ("kim", "\u0138im"),
    "tau": ("tom", "\u03c4om"),
    "micro": ("uma", "\u00b5ma"),
    "bot": ("Bot", "B\u043et"),
}


@pytest.mark.parametrize(("one", "other"), ALIKE.values(), ids=ALIKE)
def test_a_name_that_looks_like_another_gets_a_number(one: str, other: str) -> None:
    for first, second in ((one, other), (other, one)):
        name = clean_name(second)
        assert unused_name(name, ["Cy", first]) == f"{name} 2"
        assert unused_name(name, [first, f"{first} 2"]) == f"{name} 3"


def test_a_name_with_a_number_is_no_longer_than_others() -> None:
    longest = "Ana" + " B" * 18 + "o"
    assert len(longest) == 40
    assert unused_name(longest, [longest]) == f"{longest[:37]} 2"
    for name in (longest, longest + " 2", "\N{GAME DIE}" * 40):
        names: list[str] = []
        for _ in range(6):
            names.append(unused_name(clean_name(name[:40]), names))
        assert distinct_names(names) == tuple(names)


@pytest.mark.parametrize(("one", "other"), ALIKE.values(), ids=ALIKE)
def test_names_of_a_record_that_look_alike_get_numbers(one: str, other: str) -> None:
    for first, second in ((one, other), (other, one)):
        assert distinct_names(["Cy", first, second])[2].endswith(" 2")


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("Jose", "José"), ("Bo", "Bob"), ("Player 1", "Player 2")])
def test_names_that_differ_visibly_are_unchanged(one: str, other: str) -> None:
    assert unused_name(other, [one]) == other


async def test_at_a_table_no_name_is_invisible_or_looks_like_another(server: Server) -> None:
    host = await new_table(server, HUMAN, {"kind": "bot", "level": "easy"}, start=False)
    invisible = await Caller(server).post(f"/api/tables/{host.code}/join", {"name": "A\u200bna"})
    assert (invisible.status_code, invisible.json()) == (
        422,
        {
            "error": "A name may contain only visible characters; U+200B is not one.",
            "code": "name",
            "message": None,
        },
    )
    for name in ("\u0410na", "\u0420ip"):
        await join(server, host.code, name)
    await host.enter()
    assert names(host.table["seats"]) == ["Ana", "Pip", "\u0410na 2", "\u0420ip 2"]


def names(seats: Sequence[dict[str, str]]) -> list[str]:
    return [seat["name"] for seat in seats]


async def test_on_a_score_sheet_no_name_is_invisible_or_looks_like_another(server: Server) -> None:
    caller = Caller(server, **{"Accept-Language": "es"})
    record = "tricorn 1\nedition wooden\nplayer A Ana\nplayer B {}\n"
    for body in ({"names": ["Ana", "B\u200bo"]}, {"record": record.format("B\u200bo")}):
        answer = await caller.post("/api/sheets", body)
        assert answer.status_code == 422, body
        assert answer.json()["error"] == "Un nombre solo puede tener caracteres visibles; U+200B no lo es."
    too_long = await caller.post("/api/sheets", {"record": record.format("Bo" * 21)})
    assert (too_long.status_code, too_long.json()["code"]) == (422, "name")
    for name in ("ana", "\u0410n\u0430"):
        made = await caller.post("/api/sheets", {"record": record.format(name)})
        assert await sheet_names(caller, made) == ["Ana", f"{name} 2"]
    made = await caller.post("/api/sheets", {"names": ["Ana", "ana", "\u0410n\u0430"]})
    assert await sheet_names(caller, made) == ["Ana", "ana 2", "\u0410n\u0430 3"]
    made = await caller.post("/api/sheets", {"record": record.format("Zoe\u0308\u2003Bo")})
    assert await sheet_names(caller, made) == ["Ana", "Zoë Bo"]


async def sheet_names(caller: Caller, made: httpx.Response) -> list[str]:
    """The names on a sheet that was just made, which its record has too."""
    path = f"/api/sheets/{made.json()['code']}"
    listed: list[str] = (await caller.get(path)).json()["sheet"]["names"]
    assert parse_record((await caller.get(f"{path}/record")).text).names == tuple(listed)
    return listed
