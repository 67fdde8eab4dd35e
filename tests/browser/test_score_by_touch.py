"""Whole games entered by touch on a phone: on the board, quick, mixed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, groupby
from typing import Any

import pytest
from tests.browser.conftest import NewPage
from tests.browser.driving import PHONE
from tests.browser.scorekeeper import NAMES, Finger, begin, code_of, go_on_with, page_text
from tests.web.sheet_clients import SPANISH, THREE

from tricorn.record import Left, Placed
from tricorn.sheet import Line, Sheet
from tricorn.wording import SEATS

pytestmark = pytest.mark.browser

# A round on the board, a quick one with the board where that knows enough, one of both, one of sums and tiles.
MIXED = (["board"], ["quick", "sum", "board"], [*["board"] * 9, "quick", "sum"], ["quick", "sum"])
GAMES = {"spanish": SPANISH, "pressman-deluxe": THREE}

# Wait until pages are in the cache.
CACHED = """async (pages) => {
  for (const page of pages) while (!(await caches.match(page))) await new Promise(requestAnimationFrame);
}"""


def entry_text(line: Line, way: str) -> str:
    """A line as an entry, in one of the ways."""
    event = line.entry.event
    if not isinstance(event, Placed) or way == "board":
        return str(line.entry)
    tile = str(event.tile) if way == "quick" else f"={event.tile.sum}"
    return f"{SEATS[event.seat]} {tile} {line.bonus or ''}".rstrip()


def ways(game: Sheet, by_round: Sequence[Sequence[str]]) -> Iterator[tuple[Line, str]]:
    """The lines of a game, each with a way to enter it: those of its round in turn.

    Once a tile was entered without its cell, a board may lack the cells beside it: then the tile is entered quickly.
    """
    so_far = Sheet(game.edition, game.names)
    turns = [cycle(each) for each in by_round]
    for line in game.lines:
        event, way = line.entry.event, "quick"
        if isinstance(event, Placed):
            way = next(turns[(line.round - 1) % len(turns)])
            offered = [(option.move, option.bonus) for option in so_far.cells(event.tile)]
            way = way if way != "board" or (event.place, line.bonus) in offered else "quick"
        # The first tile of a round always has its cell.
        so_far.add(entry_text(line, "board" if so_far.prompt.what == "start" else way))
        yield line, way


def enter_lines(finger: Finger, lines: Sequence[tuple[Line, str]]) -> None:
    """Enter lines by touch, the hands of a round's end together; after each the scores are those of the record."""
    for is_end, group in groupby(lines, lambda each: isinstance(each[0].entry.event, Left)):
        each = list(group)
        if is_end:
            left = [line.entry.event for line, _ in each]
            finger.hands([event for event in left if isinstance(event, Left)], as_tiles=each[0][0].round % 2 == 0)
            finger.look(1)
            assert finger.scores == each[-1][0].scores
            continue
        for line, way in each:
            finger.play(line, way)
            finger.look(1)
            assert finger.scores == line.scores, line


def check_over(finger: Finger, game: Sheet) -> None:
    """Check that the game has ended as in its record, and that every line is settled."""
    page, outcome = finger.page, game.outcome
    assert outcome is not None
    assert finger.shown["asked"] == "over"
    assert finger.scores == game.scores
    assert f"{NAMES[outcome.winner]} wins the game" in page.locator(".winner").inner_text()
    assert page.locator(".winner .rounds tbody tr").count() == game.rounds + 1
    assert page.locator("#sheet tr.total").count() == game.rounds
    assert page.locator(".unsettled, .pending").count() == 0


@pytest.mark.soak
@pytest.mark.parametrize("way", ["board", "quick"])
@pytest.mark.parametrize("edition", GAMES)
def test_a_whole_game_entered_by_touch_in_one_way_has_the_scores_of_its_record(
    new_page: NewPage, edition: str, way: str
) -> None:
    game = Sheet.from_record(GAMES[edition])
    finger = begin(new_page(**PHONE), edition)
    lines = list(ways(game, [[way]]))
    assert {chosen for line, chosen in lines if isinstance(line.entry.event, Placed)} == {way}
    enter_lines(finger, lines)
    check_over(finger, game)


@pytest.mark.parametrize("rounds", [2, pytest.param(4, marks=pytest.mark.soak)])
def test_a_game_entered_by_touch_in_all_ways_has_the_scores_of_its_record(new_page: NewPage, rounds: int) -> None:
    """Draws, passes, bonuses and up to four rounds; with a mistake corrected, and five plays without a network.

    Only the long test enters the first round from its beginning.
    """
    game = Sheet.from_record(GAMES["spanish"])
    page = new_page(service_workers="allow", plays_here=True, **PHONE)
    known = 0 if rounds == game.rounds else end_of_first_round(game) - 6
    finger = go_on_with(page, game, known) if known else begin(page, "spanish")
    lines = [each for each in ways(game, MIXED) if each[0].round <= rounds]
    plays = [at for at, (line, _) in enumerate(lines) if isinstance(line.entry.event, Placed)]
    assert {lines[at][1] for at in plays} == {"board", "quick", "sum"}
    second, last = (next(i for i, at in enumerate(plays) if lines[at][0].round == number) for number in (2, rounds))
    wrong, back = plays[second + 1], plays[second + 11] + 1
    away = max(back, plays[last + 1])
    enter_lines(finger, lines[known:wrong])
    enter_wrongly_then_correct(finger, lines[wrong:back])
    enter_lines(finger, lines[back:away])
    enter_without_a_network(finger, [line for line, _ in lines[away : away + 5]])
    enter_lines(finger, lines[away + 5 :])
    if rounds == game.rounds:
        check_over(finger, game)


def end_of_first_round(game: Sheet) -> int:
    """The number of lines before the first hand."""
    return next(at for at, line in enumerate(game.lines) if isinstance(line.entry.event, Left))


def enter_wrongly_then_correct(finger: Finger, lines: Sequence[tuple[Line, str]]) -> None:
    """Enter the first of these lines wrongly, go on to the last, then correct it."""
    (wrong, _), right = lines[0], lines[-1][0].scores
    event = wrong.entry.event
    assert isinstance(event, Placed)
    finger.mode("quick")
    finger.quick((event.tile.sum + 3) % 15, None, "hexagon")
    finger.look(1)
    for line, way in lines[1:]:
        finger.play(line, way)
        finger.look(1)
    assert finger.scores != right
    finger.mode("quick")
    finger.tap(f"[data-line='{wrong.number}']")
    finger.tap("#change")
    assert f"Line {wrong.number} says “{NAMES[event.seat]}: sum" in page_text(finger.page, "#say")
    assert is_in_sight(finger.page, wrong.number)
    finger.quick(event.tile.sum, event.tile, wrong.bonus)
    finger.look(1)
    assert is_in_sight(finger.page, wrong.number), "the sheet stays there"
    assert finger.scores == right
    finger.tap("#undo")
    finger.look(1)
    assert finger.scores != right
    finger.tap("#redo")
    finger.look(1)
    assert finger.scores == right


def is_in_sight(page: Any, line: int) -> bool:
    """Whether a line is in the visible part of the sheet."""
    script = """line => {
      const row = document.querySelector(`tr[data-number="${line}"]`).getBoundingClientRect();
      const sheet = document.querySelector("#sheet").getBoundingClientRect();
      return row.top >= sheet.top && row.bottom <= sheet.bottom;
    }"""
    return bool(page.evaluate(script, line))


def enter_without_a_network(finger: Finger, lines: Sequence[Line]) -> None:
    """Enter five lines without a network and with a reload; once it is back, an answer gets lost."""
    page = finger.page
    finger.mode("quick")
    page.evaluate(CACHED, [f"/score/{code_of(page)}"])
    page.context.set_offline(True)
    for waiting, line in enumerate(lines, 1):
        finger.play(line, "quick")
        page.wait_for_selector(f"#offline.calm:has-text('{waiting} to be sent')")
        if waiting == 2:
            page.reload()
            page.wait_for_selector("#offline:has-text('2 to be sent')")
    assert page.locator("tr.pending").count() == len(lines)
    lose_the_first_answer(page)
    page.context.set_offline(False)
    finger.look(len(lines))
    page.wait_for_selector("#offline", state="hidden")
    page.unroute_all(behavior="wait")
    finger.look(0)
    assert page.locator("tr[data-number]").count() == lines[-1].number
    assert finger.scores == lines[-1].scores


def lose_the_first_answer(page: Any) -> None:
    """The server has the first change, but its answer does not get through."""
    lost: list[str] = []

    def answer(route: Any) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.request.url)
        route.fetch()
        route.abort()

    page.route("**/changes", answer)
