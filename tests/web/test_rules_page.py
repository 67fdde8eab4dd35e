"""The rules as the pages tell them, in both languages: what each edition and house rule says, and its pictures."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from tests.helpers import on_table
from tests.web.playing import Caller, run
from tests.web.serving import Server

import tricorn.web
from tricorn.challenge import Challenge, explain
from tricorn.editions import EDITIONS
from tricorn.moves import Place

TEMPLATE = Path(tricorn.web.__file__).parent / "templates" / "rules.html"
PICTURES = re.findall(r'shown\("([^"]+ [^"]+)", (?:"(\w+)"|None)', TEMPLATE.read_text(encoding="utf-8"))
ELSEWHERE = PICTURES[3]  # two sides that earn nothing, shown only where one of them must be a bridging tile's


async def words_of(server: Server, edition: str, language: str) -> str:
    """What a page says, without its markup; house rules follow the edition's id as in a record."""
    name, *rules = edition.split(" ")
    text = (await Caller(server).get(f"/rules/{name}?{'&'.join([*rules, f'lang={language}'])}")).text
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


SAID: dict[str, list[tuple[str, str]]] = {
    "spanish": [
        (
            "if you place none after the last, your turn ends as a pass, and you lose 10 more.",
            "si después de la última no colocas ninguna, tu turno acaba como un pase y pierdes 10 más.",
        ),
        (
            "While tiles are left in the well, that does not block the round.",
            "Mientras queden fichas en el pozo, eso no bloquea la ronda.",
        ),
        (
            "you pass and lose 10, even if you could place a tile but would rather not.",
            "pasas y pierdes 10, aunque puedas colocar una ficha y prefieras no hacerlo.",
        ),
    ],
    "wooden": [
        (
            "Of equal sums, the tile with the higher largest number starts",
            "A igual suma, sale la ficha cuyo número más alto sea mayor",
        ),
        ("loses those in the own hand; there is no bonus.", "resta los de la suya; no hay suplemento."),
        (
            "with the well empty at the end of each of those turns, the round is blocked.",
            "con el pozo vacío al final de cada uno de esos turnos, la ronda queda bloqueada.",
        ),
    ],
    "domino-site": [
        (
            "if one of the tiles matched was itself placed as a bridge",
            "si una de las fichas con las que casa se colocó como puente",
        ),
        (
            "0-0-0 starts only where it is the highest triple dealt.",
            "el 0-0-0 sale solo si es el triple más alto repartido.",
        ),
    ],
    "pressman-deluxe": [
        ("Rulebook: Pressman, Deluxe edition, 2009.", "Reglamento: Pressman, edición Deluxe, 2009."),
    ],
}

BY_HOUSE_RULE = {
    "spanish blocked_when=passes": (
        "the round is blocked, even while tiles are left in the well.",
        "la ronda queda bloqueada, aunque queden fichas en el pozo.",
    ),
    "wooden blocked_own=no": (
        "loses nothing for the own hand; there is no bonus.",
        "no pierde nada por la suya; no hay suplemento.",
    ),
    "wooden beside=bridge": (
        "Two sides, but the bridge 2-2-3 is elsewhere: 0 + 0 + 2 = 2",
        "Dos lados, pero el puente 2-2-3 está en otro sitio: 0 + 0 + 2 = 2",
    ),
    "wooden zero_option=no": ("There is no choice: 0-0-0 starts only", "No hay elección: el 0-0-0 sale solo"),
    "spanish pass_after_draw=yes": (
        "you may also end your turn without a placement, at no further cost.",
        "también puedes acabar el turno sin colocar, sin más coste.",
    ),
    "wooden draw_limit=3": ("A turn that uses up its draws", "Un turno que agota sus robos sin colocar"),
}


@pytest.mark.parametrize("edition", SAID)
def test_a_page_says_what_its_edition_asks(server: Server, edition: str) -> None:
    async def test() -> None:
        for index, language in enumerate(("en", "es")):
            words = await words_of(server, edition, language)
            for sentences in SAID[edition]:
                assert sentences[index] in words

    run(test())


@pytest.mark.parametrize("edition", BY_HOUSE_RULE)
def test_a_house_rule_changes_what_a_page_says(server: Server, edition: str) -> None:
    async def test() -> None:
        for language, sentence in zip(("en", "es"), BY_HOUSE_RULE[edition], strict=True):
            assert sentence in await words_of(server, edition, language)
            assert sentence not in await words_of(server, edition.partition(" ")[0], language)

    run(test())


def judged(placements: str, edition: str) -> Challenge:
    """What the last of some placements makes."""
    before, _, last = placements.rpartition(" ")
    return explain(on_table(before, edition), Place.parse(last))


def test_the_rules_have_a_picture_of_everything_that_scores() -> None:
    assert [bonus for _, bonus in PICTURES] == ["", "bridge", "beside", "", "hexagon"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_picture_of_the_rules_shows_what_the_core_makes_of_it(edition: str) -> None:
    shown = [each for each in PICTURES if each != ELSEWHERE or EDITIONS[edition].beside == "bridge"]
    for placements, bonus in shown:
        assert (judged(placements, edition).bonus or "") == bonus


def test_two_sides_away_from_the_bridge_are_paid_only_where_any_two_sides_are() -> None:
    for edition in EDITIONS.values():
        challenge = judged(ELSEWHERE[0], edition.id)
        assert (challenge.bonus, challenge.points) == ((None, 2) if edition.beside == "bridge" else ("beside", 42))
        assert sum(placed.bonus == "bridge" for placed in challenge.before.placements) == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_picture_of_two_sides_is_the_rulebooks_own_example(edition: str) -> None:
    (placements,) = [placements for placements, bonus in PICTURES if bonus == "beside"]
    challenge = judged(placements, edition)
    bridge = challenge.before.placements[-1]
    assert (str(bridge.tile), bridge.bonus) == ("1-2-5", "bridge")
    assert bridge.place is not None
    assert bridge.place.cell in challenge.neighbours
    assert (str(challenge.place.tile), challenge.points) == ("1-1-5", 47)
