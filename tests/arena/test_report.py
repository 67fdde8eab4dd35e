"""The report of a simulation, and the command that writes it."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.arena.players import Dice, seated
from tests.cli.conftest import Run

from tricorn.arena.charts import Bar, Column, bar_chart, column_chart, standalone
from tricorn.arena.job import Job
from tricorn.arena.report import FIGURES, bounds, comparisons, folded, page
from tricorn.arena.statistics import Totals, summary
from tricorn.editions import EDITIONS

VOID = {"meta", "br", "link"}


def figures(job: Job) -> dict[str, Any]:
    totals = Totals(job.players)
    for part in job.parts():
        totals.add(part.play())
    return {**summary(job, totals, 1.0, True), "command": job.command, "version": "1.0"}


def job(edition: str = "spanish", bots: tuple[str, ...] = ("greedy", "random"), games: int = 30) -> Job:
    return Job(EDITIONS[edition], bots, games, seed=4)


@pytest.fixture(scope="module")
def text() -> str:
    compared = [figures(other) for other in comparisons(job())]
    return page(figures(job()), compared)


class Tags(HTMLParser):
    """Checks that every tag is closed, and collects the tags."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


def test_the_page_is_complete_and_loads_nothing(text: str) -> None:
    tags = Tags()
    tags.feed(text)
    assert not tags.open
    assert not [tag for tag, _ in tags.seen if tag in ("script", "link", "img", "iframe", "object")]
    assert not [name for _, attributes in tags.seen for name in attributes if name in ("src", "href", "onload")]
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", text)


def test_the_page_follows_light_and_dark(text: str) -> None:
    assert text.count("prefers-color-scheme: dark") == 2


def test_every_chart_is_valid_svg_with_a_name(text: str) -> None:
    charts = re.findall(r"<svg.*?</svg>", text, re.S)
    names = [ElementTree.fromstring(chart).get("aria-label") for chart in charts]
    assert len(set(names)) == len(charts) == 14
    for name in (
        "Points of greedy in a round",
        "Points of random in a round",
        "Tiles placed in a round",
        "Bridges and hexagons in a round",
        "How rounds end",
        "Points in a round: the starter minus the mean of the others",
        "Rounds blocked",
    ):
        assert name in names


def test_the_page_compares_every_edition_and_number_of_players(text: str) -> None:
    lines = re.findall(r'<th scope="row">([a-z, -]+)</th><td>(\d)</td>', text)
    for name, edition in EDITIONS.items():
        for players in edition.player_counts():
            assert sum(int(number) == players and name in editions.split(", ") for editions, number in lines) == 1
    charts = re.findall(r">(\d) players, [a-z-]+(?: and \d more)?<", text)
    assert len(charts) == 6 * len(lines)


@pytest.mark.parametrize("name", [name for name, _, _ in FIGURES])
def test_editions_with_equal_figures_are_merged(name: str) -> None:
    one = figures(job("pressman-classic"))
    same, other = {**one, "edition": "same"}, {**one, "edition": "other"}
    other["statistics"] = {**one["statistics"], name: bounds(one, name)[1] + 0.1}
    assert [names for names, _ in folded([one, same, other])] == [("pressman-classic", "same"), ("other",)]


def test_every_figure_has_an_interval_that_holds_it() -> None:
    run = figures(job())
    for name, _, _ in FIGURES:
        low, high = bounds(run, name)
        assert low <= run["statistics"][name] <= high
        assert low < high or name == "tied_share"


def test_the_page_says_how_to_repeat_it(text: str) -> None:
    assert "tricorn simulate --bots greedy,random --games 30 --edition spanish --seed 4" in text
    assert "Tricorn 1.0, seed 4, edition spanish" in text


def test_house_rules_go_into_the_comparison_and_impossible_ones_are_left_out() -> None:
    edition = EDITIONS["pressman-classic"].with_rules(target="150", players="2-3")
    jobs = list(comparisons(Job(edition, ("greedy", "random"), 10, 1)))
    assert {other.players for other in jobs} == {2, 3}
    assert {other.edition.target for other in jobs} == {150}
    assert {other.edition.id for other in jobs} == {*EDITIONS}


def test_external_bots_are_not_compared() -> None:
    with seated(Dice()):
        assert not list(comparisons(job(bots=("dice", "greedy"))))


def test_names_of_bots_are_escaped() -> None:
    run = figures(job())
    run["bots"] = ["<b>&", "x"]
    assert "<b>&" not in page(run, [])
    assert "&lt;b&gt;&amp;" in page(run, [])


def test_a_run_stopped_before_anything_was_played_has_a_page_too() -> None:
    nothing = {**summary(job(), Totals(2), 1.0, False), "command": "", "version": "1.0"}
    assert "No game was finished." in page(nothing, [])


def test_charts_of_one_column_or_of_zeros_only_can_be_drawn() -> None:
    ElementTree.fromstring(column_chart("one", [Column(3, 1.0)], 1, "axis", 3.0, str))
    ElementTree.fromstring(bar_chart("none", [Bar("a", 0.0), Bar("b", 0.0)], str))
    chart = bar_chart("below", [Bar("a", -2.0, -3.0, -1.0), Bar("b", 1.0)], str)
    bars = [element for element in ElementTree.fromstring(chart) if element.tag.endswith("rect")]
    assert all(float(bar.get("width", 0)) > 0 for bar in bars)


def test_a_chart_can_be_a_separate_file() -> None:
    root = ElementTree.fromstring(standalone(bar_chart("a", [Bar("b", 1.0)], str)))
    assert root.find("{http://www.w3.org/2000/svg}style") is not None


def test_simulate_writes_the_report(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    done = tricorn("simulate", "--bots", "greedy", "--games", 20, "--seed", 1, "--workers", 1, "--report", path)
    assert done.code == 0
    assert done.out.startswith("20 games, ")
    assert "points per round of A, greedy" in done.out
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_simulate_plays_python_bots(tricorn: Run) -> None:
    with seated(Dice()):
        done = tricorn("simulate", "--bots", "dice,greedy", "--games", 3, "--seed", 1, "--json", "-")
    figures = json.loads(done.out)
    assert (done.code, figures["games"], figures["bots"]) == (0, 3, ["dice", "greedy"])


def test_a_report_that_cannot_be_written_is_refused_before_the_work(tricorn: Run, tmp_path: Path) -> None:
    done = tricorn(*("simulate", "--bots", "greedy", "--games", 10**9, "--report", tmp_path / "none" / "report.html"))
    assert done.code == 2
    assert "No such file or directory" in done.err


def test_records_are_never_mixed_with_older_ones(tricorn: Run, tmp_path: Path) -> None:
    arguments = (
        "simulate",
        "--bots",
        "greedy",
        "--games",
        3,
        "--seed",
        1,
        "--workers",
        1,
        "--records",
        tmp_path,
    )
    assert tricorn(*arguments).code == 0
    done = tricorn(*arguments)
    assert done.code == 2
    assert "already holds records" in done.err


@pytest.mark.parametrize(
    "command",
    [
        ["simulate", "--bots", "greedy", "--games", "5"],
        ["match", "greedy", "random", "--games", "2"],
        ["tournament", "greedy", "random", "--games", "2"],
    ],
)
def test_the_house_rules_of_a_run_are_printed(tricorn: Run, command: list[str]) -> None:
    done = tricorn(*command, "--preset", "family", "--rule", "target=150", "--workers", 1)
    assert " of pressman-classic target=150 draw_limit=3 " in done.out
