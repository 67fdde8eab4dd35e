"""The rules on the pages: the rulebook's own text in every language, and pictures of what scores."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from tests.helpers import on_table
from tests.web.clients import Caller
from tests.web.server_process import Server

import tricorn.web
from tricorn.editions import EDITIONS, PRESETS, edition_named
from tricorn.locales.i18n import load_languages
from tricorn.moves import Place
from tricorn.rulebook import sections
from tricorn.rules_in_short import in_short
from tricorn.sheet.challenge import Challenge, explain
from tricorn.web.pages.offline import rules_page

LANGUAGES = load_languages()
TEMPLATE = Path(tricorn.web.__file__).parent / "templates" / "rules.html"
PICTURES = re.findall(r'shown\(\s*"([^"]+ [^"]+)",\s*(?:"(\w+)"|None)', TEMPLATE.read_text(encoding="utf-8"))
BESIDE = PICTURES[2]  # two sides that earn a bonus, shown where any do
ELSEWHERE = PICTURES[3]  # two sides that earn nothing, shown where some do not


async def words_of(server: Server, edition: str, language: str) -> str:
    """The text of a page without its markup; house rules follow the edition's id as in a record."""
    name, *rules = edition.split(" ")
    text = (await Caller(server).get(f"/rules/{name}?{'&'.join([*rules, f'lang={language}'])}")).text
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


HOUSE = ("beside=bridge", "zero_option=no", "blocked_when=passes", "blocked_own=no", "won_by=highest", "clock=30")
PLAIN = re.compile(r"[*`|]|^- ", re.MULTILINE)


def pieces(text: str) -> list[str]:
    """The lines of a section without their Markdown."""
    lines = [" ".join(PLAIN.sub(" ", line).split()) for line in text.split("\n") if not line.startswith("| ---")]
    return [line for line in lines if line]


def plain(words: str) -> str:
    """A page's text without the spaces that removing its tags has left before punctuation."""
    return re.sub(r" ([.,;:)])", r"\1", words)


@pytest.mark.parametrize("edition", [*EDITIONS, f"wooden {' '.join(HOUSE)}", PRESETS["children"].rules])
@pytest.mark.parametrize("language", ["en", "es"])
async def test_a_page_says_what_the_rulebook_says(server: Server, edition: str, language: str) -> None:
    words = plain(await words_of(server, edition, language))
    say = LANGUAGES[language].gettext
    value = edition_named(edition)
    for section in sections(value, say):
        assert section.title in words
        for piece in pieces(section.text):
            assert plain(piece) in words
    for sentence in in_short(value, say):
        assert sentence in words


async def test_a_page_says_what_is_known_of_its_rulebook_and_which_house_rules_have_no_effect(server: Server) -> None:
    words = await words_of(server, "goliath show_triple=no", "en")
    assert "not one of Tricorn's five rulebooks" in words
    assert "show_triple=no has no effect with start=choice." in words
    assert "Two sides, no bonus: 0 + 0 + 2 = 2" in words


async def test_a_preset_has_a_page_of_its_own_which_is_the_first(server: Server) -> None:
    first, *_ = PRESETS.values()
    assert await words_of(server, first.id, "en") == (await words_of(server, first.rules, "en"))
    page = (await Caller(server).get("/rules")).text
    assert re.findall(r'href="/rules/([\w-]+)"\s+aria-current="page"', page) == [first.id]


@pytest.mark.parametrize(
    ("line", "page"),
    [
        (PRESETS["family"].rules, "rules/family"),
        (f"{PRESETS['family'].rules} clock=30", "rules/family?clock=30"),
        (f"{PRESETS['family'].rules} bridge=1", "rules/pressman-classic?target=200&bridge=1&draw_limit=3"),
        ("spanish", "rules/spanish"),
    ],
)
def test_the_rules_of_a_table_are_on_the_page_of_their_preset_or_rulebook(line: str, page: str) -> None:
    assert rules_page(edition_named(line)) == page


async def test_the_pictures_count_tiles_where_the_rules_do(server: Server) -> None:
    words = await words_of(server, PRESETS["children"].rules, "en")
    assert "A bridge: 1 + 1 = 2" in words
    assert "One side matches: 1 " in words


async def test_the_scorekeeper_shows_what_the_rulebook_says(server: Server) -> None:
    caller = Caller(server, **{"Accept-Language": "es"})
    code = (await caller.post("/api/sheets", {"edition": "domino-site", "names": ["Ana", "Bo"]})).json()["code"]
    words = plain(" ".join(unescape(re.sub(r"<[^>]+>", " ", (await caller.get(f"/score/{code}")).text)).split()))
    spanish = {section.key: section.text for section in sections(EDITIONS["domino-site"], LANGUAGES["es"].gettext)}
    for piece in (*pieces(spanish["start"]), *pieces(spanish["points"])):
        assert plain(piece) in words


def judged(placements: str, edition: str) -> Challenge:
    """The challenge of the last placement."""
    before, _, last = placements.rpartition(" ")
    return explain(on_table(before, edition), Place.parse(last))


def test_the_rules_have_a_picture_of_everything_that_scores() -> None:
    assert [bonus for _, bonus in PICTURES] == ["", "bridge", "beside", "", "hexagon"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_picture_of_the_rules_shows_what_the_core_makes_of_it(edition: str) -> None:
    left_out = {"sides": [ELSEWHERE], "bridge": [], "none": [BESIDE]}[EDITIONS[edition].beside]
    for placements, bonus in (each for each in PICTURES if each not in left_out):
        assert (judged(placements, edition).bonus or "") == bonus


def test_two_sides_away_from_the_bridge_score_only_where_any_two_sides_do() -> None:
    for edition in EDITIONS.values():
        challenge = judged(ELSEWHERE[0], edition.id)
        assert (challenge.bonus, challenge.points) == (("beside", 42) if edition.beside == "sides" else (None, 2))
        assert sum(placed.bonus == "bridge" for placed in challenge.before.placements) == 1


@pytest.mark.parametrize("edition", [id for id, edition in EDITIONS.items() if edition.beside != "none"])
def test_the_picture_of_two_sides_is_the_rulebooks_own_example(edition: str) -> None:
    challenge = judged(BESIDE[0], edition)
    bridge = challenge.before.placements[-1]
    assert (str(bridge.tile), bridge.bonus) == ("1-2-5", "bridge")
    assert bridge.place is not None
    assert bridge.place.cell in challenge.neighbours
    assert (str(challenge.place.tile), challenge.points) == ("1-1-5", 47)
