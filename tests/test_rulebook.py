"""The rules as a player reads them: the pages, the rulings, docs/rules.md, the records in docs/record.md."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricorn.editions import EDITIONS, HOUSE_RULES, PRESETS, Edition, edition_named
from tricorn.errors import EditionError, TricornError
from tricorn.game import Game
from tricorn.rule_words import DESCRIPTIONS
from tricorn.rulebook import page, rulings_for
from tricorn.rules_in_short import in_short
from tricorn.rulings import RULINGS, ruling

DOCS = Path(__file__).parents[1] / "docs"
EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))
FIGURES = (
    "target",
    "bridge",
    "start_bonus",
    "zero_start",
    "draw_penalty",
    "pass_penalty",
    "out_bonus",
)


@pytest.fixture(scope="module")
def make_rules() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "make_rules.py"))


@pytest.fixture(scope="module")
def rules() -> str:
    return (DOCS / "rules.md").read_text(encoding="utf-8")


def numbers(text: str) -> set[int]:
    """The figures of a page: every number except those of rulings, tiles and rulebooks."""
    text = re.sub(r"`[^`]*`|\b\d-\d-\d\b|^Rulebook: .*$", "", text, flags=re.MULTILINE)
    return {int(number) for number in re.findall(r"(?<!\w)\d+(?!\w)", text)}


def listed(text: str) -> list[str]:
    """The rulings listed at the end of a page."""
    return re.findall(r"^- \*\*(R\d+) ", text, re.MULTILINE)


def test_the_page_of_house_rules_that_deal_to_fewer_players_lists_those() -> None:
    text = page(edition_named("pressman-classic deal=8/7"))
    assert re.findall(r"^\| (\d) \| (\d) \|", text, re.MULTILINE) == [("2", "8"), ("3", "7")]


# docs/rules.md


def test_rules_md_is_exactly_what_its_script_makes(make_rules: dict[str, Any], rules: str) -> None:
    assert rules == make_rules["text"](), "run docs/make_rules.py"


def test_every_ruling_is_in_rules_md_once(rules: str) -> None:
    assert re.findall(r"^### (R\d+) ", rules, re.MULTILINE) == [f"R{n}" for n in range(1, 24)]
    text = rules.partition("## Rulings")[2]
    for candidate in RULINGS:
        for part in (candidate.text, *(part.text for part in candidate.parts)):
            assert text.count(part) == 1


def test_rulebooks_are_named_by_their_titles_and_never_by_a_file(rules: str) -> None:
    for edition in EDITIONS.values():
        assert f"Rulebook: {edition.rulebook}." in rules
        assert f"Rulebook: {edition.rulebook}." in page(edition)
    assert not re.search(r"\.txt|[0-9a-f]{12}", rules)


def test_the_comparison_lists_deals_only_for_the_players_that_an_edition_allows(rules: str) -> None:
    assert "| `deal` | 9/7/7 | 9/7/7/6/6 | 9/7/7 | 9/7/7 | 9/7/7/6/6 | 9/7/7 |" in rules


def test_every_edition_is_in_rules_md_once(rules: str) -> None:
    assert re.findall(r"^## The rules of `(.*)`$", rules, re.MULTILINE) == list(EDITIONS)


def test_every_link_in_rules_md_has_its_heading(rules: str) -> None:
    headings = re.findall(r"^#+ (.*)$", rules, re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-") for heading in headings}
    links = re.findall(r"\]\(#(.*?)\)", rules)
    assert links
    assert set(links) <= anchors


def test_every_house_rule_is_explained_with_a_valid_example() -> None:
    assert list(DESCRIPTIONS) == list(HOUSE_RULES)
    for key, field in DESCRIPTIONS.items():
        assert field.example.startswith(f"{key}=")
        edition = edition_named(f"pressman-deluxe {field.example}")
        value = field.example.partition("=")[2]
        assert HOUSE_RULES[key].write(getattr(edition, key)) == value


def test_the_limits_given_for_house_rules_are_the_real_ones() -> None:
    for key, field in DESCRIPTIONS.items():
        found = re.search(r"(\d+) to (\d+)$", field.values)
        if found is None or key == "players":
            continue
        low, high = int(found[1]), int(found[2])
        copies = 3 if key in ("hexagons", "deal") else 1
        # With the largest hands only two can play, so every figure is tried with two players.
        edition = EDITIONS["pressman-deluxe"].with_rules(players="2-2")
        for figure in (low, high):
            spelled = "/".join([str(figure)] * copies)
            assert (key, spelled) in edition.with_rules(**{key: spelled}).house_rules()
        for figure in (low - 1, high + 1):
            with pytest.raises(EditionError):
                edition.with_rules(**{key: "/".join([str(figure)] * copies)})


def test_the_words_given_for_house_rules_are_the_real_ones() -> None:
    for key, field in DESCRIPTIONS.items():
        for word in re.findall(r"`([a-z]+)`", field.values):
            assert HOUSE_RULES[key].write(getattr(edition_named(f"spanish {key}={word}"), key)) == word
    with pytest.raises(EditionError):
        edition_named("spanish players=1-6")
    with pytest.raises(EditionError):
        edition_named("spanish players=2-7")
    assert edition_named("pressman-classic players=2-6").players == (2, 6)


# docs/record.md


def test_the_records_in_record_md_are_valid_and_canonical() -> None:
    text = (DOCS / "record.md").read_text(encoding="utf-8")
    records = re.findall(r"^```text\n(tricorn 1\n.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(records) == 2
    games = [Game.from_record(record) for record in records]
    assert [game.record() for game in games] == records
    assert [game.outcome() for game in games] == [games[0].outcome()] * 2


# The rulings


def test_rulings_are_numbered_from_1_to_23() -> None:
    assert [candidate.id for candidate in RULINGS] == [f"R{n}" for n in range(1, 24)]
    assert all(ruling(candidate.id) is candidate for candidate in RULINGS)


def test_an_unknown_ruling_is_refused_by_name() -> None:
    with pytest.raises(TricornError, match="no ruling 'R24'; the rulings are R1 to R23"):
        ruling("R24")


def test_a_ruling_names_each_rulebook_it_concerns_once() -> None:
    for candidate in RULINGS:
        named = [id for note in candidate.notes for id in note.editions]
        assert named or candidate.id == "R23"  # no rulebook counts tiles
        assert len(named) == len(set(named))
        assert set(named) <= set(EDITIONS)


def test_a_ruling_holds_no_figure_of_an_edition() -> None:
    for candidate in RULINGS:
        assert not numbers(" ".join(candidate.texts()))


@EVERY_EDITION
@pytest.mark.parametrize("house", ["", "draw_limit=2 draw_optional=yes pass_after_draw=yes"])
def test_parts_of_a_ruling_are_on_a_page_only_if_they_apply(edition: Edition, house: str) -> None:
    edition = edition_named(f"{edition.id} {house}".strip())
    text = page(edition)
    for candidate in RULINGS:
        for part in candidate.parts:
            assert (part.text in text) == (candidate.concerns(edition) and part.applies(edition)), part.where


def test_only_a_limit_on_draws_is_mentioned_in_the_ruling_on_blocked_rounds() -> None:
    for id in EDITIONS:
        found = "uses up its draws" in ruling("R9").text_for(EDITIONS[id])
        assert found == (EDITIONS[id].draw_limit is not None)


@EVERY_EDITION
def test_an_edition_lists_the_rulings_that_concern_its_rulebook(edition: Edition) -> None:
    expected = [candidate.id for candidate in RULINGS if candidate.note(edition)]
    if edition.id == "goliath":
        expected.remove("R22")  # it allows an agreed number of rounds, which is a house rule here
    assert [candidate.id for candidate, _ in rulings_for(edition)] == expected
    assert listed(page(edition)) == expected


@pytest.mark.parametrize(
    ("ruling", "editions"),
    [
        ("R13", ["domino-site"]),
        ("R15", [id for id in EDITIONS if id != "goliath"]),
        ("R16", ["domino-site"]),
        ("R17", ["spanish", "goliath"]),
        ("R18", ["pressman-classic", "domino-site"]),
        ("R19", ["goliath"]),
        ("R20", ["goliath"]),
        ("R21", ["goliath"]),
        ("R22", []),
        ("R23", []),
    ],
)
def test_a_ruling_is_on_the_pages_of_the_editions_it_concerns(ruling: str, editions: list[str]) -> None:
    assert [id for id in EDITIONS if ruling in listed(page(EDITIONS[id]))] == editions


# The pages


@EVERY_EDITION
def test_a_page_has_every_section_in_order(edition: Edition) -> None:
    assert re.findall(r"^## (.*)$", page(edition), re.MULTILINE) == [
        "What you need",
        "Players and deal",
        "Start",
        "Your turn",
        "Points",
        "End of the round",
        "End of the game",
        "Where the rulebook is silent",
    ]


@EVERY_EDITION
def test_a_page_holds_the_key_figures_of_its_edition(edition: Edition) -> None:
    text = page(edition)
    assert edition.rulebook in text
    assert {getattr(edition, key) for key in FIGURES} | set(edition.hexagons) <= numbers(text)
    low, high = edition.players
    assert f"- {low} to {high} players." in text
    for players in range(low, high + 1):
        hand_size = edition.tiles_dealt(players)
        assert f"| {players} | {hand_size} | {56 - players * hand_size} |" in text


@pytest.mark.parametrize("name", [id for id in EDITIONS if id != "goliath"])
def test_the_worked_examples_of_the_rulebooks_are_right(name: str) -> None:
    text = page(EDITIONS[name])
    for line in (
        "5-5-5: 5 + 5 + 5 + 10 = 25",
        "4-4-4: 4 + 4 + 4 + 10 = 22",
        "0-0-0: 0 + 0 + 0 + 10 + 30 = 40",
        "3-4-5: 3 + 4 + 5 = 12",
        "3-4-4: 3 + 4 + 4 = 11",
        "1-4-4: 1 + 4 + 4 + 40 = 49",
        "1-1-5: 1 + 1 + 5 + 40 = 47",
        "0-5-5: 0 + 5 + 5 + 50 = 60",
    ):
        assert line in text


def test_the_spanish_page_has_what_sets_it_apart() -> None:
    text = page(EDITIONS["spanish"])
    assert "at most 3 tiles in a turn" in text
    assert "passing costs 3 × 5 + 10 = 25." in text
    assert "If you have drawn 3 tiles and place none, your turn also ends with a pass" in text
    assert "does not block the round while tiles are left in the well" in text
    assert "even if you could place a tile but would rather not" in text
    assert "or would rather not" in text
    assert "closes three hexagons at once | its numbers + 70" in text
    assert "the highest score wins" in text
    assert "you must place one" not in text


def test_an_edition_without_a_limit_draws_until_a_tile_fits() -> None:
    text = page(EDITIONS["wooden"])
    assert "you must place one (R6)" in text
    assert "As soon as you can place a tile" in text
    assert "at most" not in text.partition("## Points")[0]


@pytest.mark.parametrize(("id", "measure"), [("wooden", "tiles"), ("spanish", "points in hand")])
def test_a_blocked_round_goes_to_the_edition_s_measure(id: str, measure: str) -> None:
    assert f"The player with the fewest {measure} wins it" in page(EDITIONS[id])


def test_the_site_s_page_has_what_sets_it_apart() -> None:
    text = page(EDITIONS["domino-site"])
    assert "at least one of a bridging tile (*beside*) | its numbers + 40 | 1-1-5: 1 + 1 + 5 + 40 = 47" in text
    assert "matches two or three other sides | its numbers | 0-0-2: 0 + 0 + 2 = 2" in text
    assert "0-0-0 starts only if it is the highest triple dealt (R16)" in text
    assert "may start with either" not in text


def test_the_page_of_goliath_has_what_sets_it_apart() -> None:
    text = page(EDITIONS["goliath"])
    assert "is not one of Tricorn's five rulebooks" in text
    assert "A lot decides who starts" in text
    assert "The first tile scores its numbers.\n\nExamples:\n\n- 5-5-5: 5 + 5 + 5 = 15\n" in text
    assert "you pass and lose no points (R20)" in text
    assert "This pass costs 10 points even if the last draw emptied the well." in text
    assert "| matches two or three sides | its numbers | 0-0-2: 0 + 0 + 2 = 2 |" in text
    assert "closes three hexagons at once | its numbers + 70" in text
    assert "highest triple" not in text
    assert not [id for id in EDITIONS if id != "goliath" and "five rulebooks" in page(EDITIONS[id])]


def test_a_page_with_points_by_tiles_has_examples_that_count_tiles() -> None:
    text = page(PRESETS["children"].edition)
    for line in (
        "- 5-5-5: 1\n",
        "- 3-4-5: 1, when no triple was dealt",
        "| matches one side | 1 point | 3-4-4: 1 |",
        "| makes a *bridge* | 1 point + 1 | 1-4-4: 1 + 1 = 2 |",
        "| closes three hexagons at once | 1 point + 3 | 0-5-5: 1 + 3 = 4 |",
        "going out scores 5 + 1 + 1 = 7.",
        "so the winner scores 1 + 1 - 1 = 1.",
        "The player with the fewest tiles wins it",
        "If several players have the fewest tiles, the round is a draw",
    ):
        assert line in text
    body = text.partition("## Where the rulebook is silent")[0]
    assert "its numbers" not in body
    assert "points in hand" not in body


def test_a_game_of_a_number_of_rounds_has_no_target_on_its_page() -> None:
    text = page(edition_named("spanish rounds=1"))
    assert "The game is over after 1 round, whatever the scores." in text
    assert "400" not in text
    assert not {"R11", "R12"} & set(listed(text))


def test_the_game_in_short_is_three_sentences_that_follow_the_edition() -> None:
    place = "Place a tile along a whole side of another so that the numbers match, and score {}; "
    assert in_short(EDITIONS["wooden"]) == [
        place.format("its three numbers") + "bridges and hexagons earn a bonus.",
        "If no tile of yours fits, draw until one does; each costs 5 points.",
        "Whoever places all their tiles first wins the round, and whoever gets to 400 points wins the game.",
    ]
    assert in_short(PRESETS["children"].edition)[0] == place.format("1 point") + "bridges and hexagons earn a bonus."
    assert in_short(PRESETS["children"].edition)[2] == (
        "Whoever places all their tiles first wins the round; after 3 rounds the highest score wins the game."
    )
    rules = {"draw_limit=3": "If no tile of yours fits, draw up to 3; each costs 5 points."}
    rather_not = "If no tile of yours fits, or you would rather not place one, draw"
    rules["draw_optional=yes"] = f"{rather_not}; each costs 5 points."
    rules["draw_optional=yes draw_limit=1 draw_penalty=0"] = f"{rather_not} up to 1; that costs nothing."
    for house, sentence in rules.items():
        assert in_short(edition_named(f"wooden {house}"))[1] == sentence


@pytest.mark.parametrize(
    ("house", "notes"),
    [
        ("goliath zero_option=no", ["zero_option=no has no effect with start=choice."]),
        ("spanish zero_option=no show_triple=yes", ["show_triple=yes has no effect with zero_option=no."]),
        ("wooden pass_after_draw=yes", ["pass_after_draw=yes has no effect with draw_optional=no."]),
        (
            "wooden rounds=3 target=200 won_by=highest",
            ["target=200 has no effect with rounds=3.", "won_by=highest has no effect with rounds=3."],
        ),
        ("wooden start=choice start_bonus=5 zero_start=7", []),
    ],
)
def test_a_page_names_the_house_rules_that_have_no_effect(house: str, notes: list[str]) -> None:
    text = page(edition_named(house))
    assert re.findall(r"\S+ has no effect with \S+\.", text) == notes


HOUSE_EDITIONS = (
    "",
    "start=choice empty_well_free=yes rounds=2",
    "start=triple beside=none scoring=tiles",
    "draw_limit=2 hexagons=1/2/3 clock=9",
    "draw_optional=yes pass_after_draw=yes zero_option=no",
    "blocked_own=no blocked_when=passes beside=bridge",
)


@EVERY_EDITION
@pytest.mark.parametrize("house", HOUSE_EDITIONS)
def test_a_page_cites_only_rulings_that_it_lists(edition: Edition, house: str) -> None:
    text = page(edition_named(f"{edition.id} {house}".strip()))
    body = text.partition("## What you need")[2].partition("## Where the rulebook is silent")[0]
    assert set(re.findall(r"R\d+", body)) <= set(listed(text))


# House rules


@pytest.mark.parametrize(
    ("rule", "shown"),
    [
        ("target=200", "a player has 200 points or more"),
        ("bridge=30", "1-4-4: 1 + 4 + 4 + 30 = 39"),
        ("bridge=0", "makes a *bridge* | its numbers, no bonus"),
        ("hexagons=45/45/45", "0-5-5: 0 + 5 + 5 + 45 = 55"),
        ("start_bonus=7", "4-4-4: 4 + 4 + 4 + 7 = 19"),
        ("zero_start=11", "0-0-0: 0 + 0 + 0 + 10 + 11 = 21"),
        ("draw_penalty=1", "Each tile drawn costs 1 point."),
        ("pass_penalty=0", "you pass and lose no points"),
        ("out_bonus=100", "going out scores 100 + 8 + 7 = 115"),
        ("draw_limit=none", "one tile at a time. Each"),
        ("draw_limit=1", "at most 1 tile in a turn"),
        ("draw_optional=no", "you must place one (R6)"),
        ("pass_after_draw=yes", "you can also end your turn at no further cost"),
        ("zero_option=no", "0-0-0 starts only if it is the highest triple dealt"),
        ("show_triple=yes", "you must show everybody the highest triple"),
        ("beside=bridge", "matches two or three other sides | its numbers |"),
        ("beside=none", "matches two or three sides | its numbers |"),
        ("start=choice", "A lot decides who starts"),
        ("empty_well_free=yes", "you pass and lose no points (R20)"),
        ("rounds=3", "The game is over after 3 rounds"),
        ("scoring=tiles", "1-4-4: 1 + 40 = 41"),
        ("blocked_when=passes", "is also a pass, even while tiles are left in the well"),
        ("blocked_own=no", "so the winner scores 10 + 11 = 21"),
        ("blocked=tiles", "The player with the fewest tiles wins it"),
        ("won_by=round", "the winner of that round is one of them, that player wins the game"),
        ("clock=60", "A turn may take 60 seconds."),
        ("players=2-3", "- 2 to 3 players."),
        ("deal=12/7/7", "| 2 | 12 | 32 |"),
        ("head_start=0/50", "begin the game with points, by seat: B 50."),
    ],
)
def test_a_house_rule_changes_the_page(rule: str, shown: str) -> None:
    plain, house = page(EDITIONS["spanish"]), page(edition_named(f"spanish {rule}"))
    assert shown not in plain
    assert shown in house
    assert f"`{rule}`" in house
    assert house.startswith("# Tricorn: the rules of `spanish`, with house rules\n")


def test_a_limit_on_draws_brings_its_ruling_to_an_edition_that_has_none() -> None:
    text = page(edition_named("wooden draw_limit=3"))
    assert "still cannot place one, your turn also ends with a pass" in text
    assert "R8" in listed(text)
    assert "This comes from the house rules, not from the rulebook." in text
    assert "R8" not in listed(page(EDITIONS["wooden"]))


def test_a_turn_clock_has_a_section_only_if_it_is_set() -> None:
    assert "## Turn clock" in page(edition_named("wooden clock=30"))
    assert "## Turn clock" not in page(EDITIONS["wooden"])


_POINTS = st.integers(1000, 9999)


@st.composite
def houses(draw: st.DrawFn) -> Edition:
    """An edition with every figure changed to one that no page has otherwise."""
    edition = draw(st.sampled_from(list(EDITIONS.values())))
    changed = {key: str(draw(_POINTS)) for key in (*FIGURES, "clock")}
    hexagons = "/".join(str(draw(_POINTS)) for _ in range(3))
    return edition.with_rules(**changed, hexagons=hexagons)


@given(houses())
def test_every_figure_of_an_edition_is_on_its_page(edition: Edition) -> None:
    assert {getattr(edition, key) for key in (*FIGURES, "clock")} <= numbers(page(edition))
    assert set(edition.hexagons) <= numbers(page(edition))


@EVERY_EDITION
def test_every_figure_on_a_page_comes_from_its_edition(edition: Edition) -> None:
    """Two editions with no figure in common share only the figures of tiles and examples."""
    first, second = (
        edition.with_rules(
            **dict.fromkeys((*FIGURES, "clock"), str(figure)),
            hexagons=f"{figure}/{figure + 20}/{figure + 40}",
            draw_limit=str(figure // 100),
            players=players,
            deal=deal,
        )
        for figure, players, deal in ((2000, "2-3", "13/15"), (5000, "4-4", "14/14/14"))
    )
    printed = {0, 1, 2, 3, 4, 5, 6, 12, 56}  # the numbers, the triples, the sum of 3-4-5, the tiles
    hands = {8, 7, 10, 11, 3, 18}  # the hands in the worked ends of a round
    assert numbers(page(first)) & numbers(page(second)) <= printed | hands
