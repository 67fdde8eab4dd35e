"""A television that shows a table or a score sheet: what is on it, whether it can be read from a sofa, its few keys."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.browser.axe import faults
from tests.browser.boxes import is_on_screen, smallest_text, text_faults
from tests.browser.conftest import NewPage
from tests.browser.driving import FEW_TILES, MAX_TURNS, PHONE, bytes_loaded, hold_seat, sit_at_table
from tests.web.server_process import Server
from tests.web.sheet_clients import THREE
from tests.web.test_hidden import check_frame, known_after

from tricorn.editions import PRESETS
from tricorn.sheet import Sheet

pytestmark = pytest.mark.browser

HD, FULL_HD = {"width": 1280, "height": 720}, {"width": 1920, "height": 1080}
SMALLEST = 0.016  # of the width of the screen: what can be read from four metres
FIRST_VISIT = 120 * 1024
QR = 0.3 * 1280  # pixels: a phone reads it from ten times its size, three metres from a screen a metre wide
LONG_NAMES = (
    "Grandmother Josephine",
    "Bartholomew-Maximilian",
    "Bo",
    "Señora Encarnación Fernández",
    "Dora",
    "Ana María de los Ángeles y Guadalupe",
)
QUIET: dict[str, object] = {"motion": False}
MOVING: dict[str, object] = {"motion": True, "pace": "fast"}
COLUMNS = 8  # of the keys
FITS = """panel => {
    const outer = panel.getBoundingClientRect(), inner = [...panel.children].map(each => each.getBoundingClientRect());
    return inner.every(({ top, bottom }) => top >= outer.top && bottom <= outer.bottom);
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that other devices reach, so there are QR codes."""
    path = tmp_path_factory.mktemp("television") / "tables.sqlite"
    with Server(path, compiled=True, address=["192.168.1.20:8000"], away_after=3600.0) as running:
        yield running


def ask(method: str, address: str, key: str = "", body: dict[str, Any] | None = None) -> httpx.Response:
    """Ask the API, without the certificates that HTTPS would need: loading them takes longer than the answer."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    answer = httpx.request(method, address, json=body, headers=headers, timeout=20, verify=False)
    assert answer.is_success, answer.text
    return answer


class Evening:
    """People at a table, who play over the API."""

    def __init__(self, server: Server, *names: str, edition: str = "pressman-classic", bots: int = 0) -> None:
        self._tables = f"{server.address}/api/tables"
        made = self._post("", {"edition": edition, "seats": [{"kind": "human", "name": names[0]}]})
        self.path = f"/{made['code']}"
        self.keys = [made["key"], *(self._post(f"{self.path}/join", {"name": name})["key"] for name in names[1:])]
        for _ in range(bots):
            self._post(f"{self.path}/bots", {"level": "easy"}, self.keys[0])

    def _post(self, path: str, body: dict[str, Any], key: str = "") -> Any:
        return ask("POST", f"{self._tables}{path}", key, body).json()

    @property
    def television(self) -> str:
        return f"/t{self.path}/tv"

    def start(self) -> None:
        self._post(f"{self.path}/start", {}, self.keys[0])

    def ask_for_rematch(self, person: int) -> None:
        self._post(f"{self.path}/rematch", {}, self.keys[person])

    def view(self, key: str = "") -> Any:
        return ask("GET", f"{self._tables}{self.path}", key).json()

    def play(self) -> bool:
        """One move of whoever is on turn, a placement if there is one; False if the round is over."""
        for number in count():
            assert number < MAX_TURNS
            key = self.keys[number % len(self.keys)]
            now = self.view(key)["now"]
            if now["over"]:
                return False
            if now["options"]:
                move = max(now["options"], key=lambda option: option["points"])["move"]
                self._post(f"{self.path}/moves", {"seat": now["turn"], "move": move, "after": now["n"]}, key)
                return True
        return False

    def play_round(self) -> None:
        for _ in range(2 * MAX_TURNS):
            if not self.play():
                return
        raise AssertionError("the round has not ended")

    def record(self) -> list[str]:
        return ask("GET", f"{self._tables}{self.path}/record").text.splitlines()


class Notes:
    """A score sheet, written over the API."""

    def __init__(self, server: Server, *names: str, record: str | None = None) -> None:
        sheets = f"{server.address}/api/sheets"
        about: dict[str, Any] = {"record": record} if record else {"edition": "pressman-classic", "names": names}
        made = ask("POST", sheets, body=about).json()
        self._changes, self._key = f"{sheets}/{made['code']}/changes", made["key"]
        self.television = f"/score/{made['code']}/tv"

    def write(self, *changes: str) -> None:
        for change in changes:
            ask("POST", self._changes, self._key, {"change": change})


def check_legible(page: Any, what: str) -> None:
    """Check at both sizes that texts are large enough, whole and not over each other, and that all is on the screen."""
    for size in (HD, FULL_HD):
        page.set_viewport_size(size)
        at = f"{what} at {size['width']}"
        assert text_faults(page, "main") == [], at
        assert is_on_screen(page, "main > :visible"), at
        text, share = smallest_text(page)
        assert share >= SMALLEST - 0.0001, f"{at}: {text}"
    page.set_viewport_size(HD)


def check_code(page: Any) -> None:
    """Check that the QR code is whole, and so large that a phone on the sofa reads it."""
    assert is_on_screen(page, "#waiting .qr")
    assert page.locator("#waiting .qr").bounding_box()["height"] >= QR


def test_a_table_can_be_read_from_a_sofa_with_six_long_names(new_page: NewPage, server: Server) -> None:
    rules = "clock=60 " + " ".join(f"{rule}={value}" for rule, value in FEW_TILES.items())
    evening = Evening(server, *LONG_NAMES, edition=f"pressman-classic {rules}")
    page = new_page(QUIET, at=server, viewport=HD, locale="es-ES")
    page.goto(evening.television)
    page.wait_for_selector("#seated li >> nth=5")
    check_code(page)
    check_legible(page, "waiting")
    evening.start()
    page.wait_for_selector("#lanes .on-turn")
    assert evening.play()
    page.wait_for_selector("#board .scored")
    check_legible(page, "a move")
    assert page.locator("#say .seconds").inner_text().isdecimal()
    evening.play_round()
    page.wait_for_selector("#ending h2")
    check_legible(page, "the end of a round")
    assert page.locator("#ending").evaluate(FITS)
    page.keyboard.press("Enter")
    check_code(page)
    check_legible(page, "the invitation during a game")
    page.keyboard.press("Enter")
    assert page.locator("#ending").is_visible()


def test_two_people_play_while_a_television_shows_everything_but_hidden_tiles(
    new_page: NewPage, server: Server
) -> None:
    evening = Evening(server, "Ana", "Bo", edition="pressman-classic target=30")
    page = new_page(MOVING, at=server, viewport=HD)
    frames: list[str] = []
    sent: list[str] = []

    def listen(socket: Any) -> None:
        socket.on("framereceived", lambda frame: frames.append(frame))  # noqa: PLW0108 (Playwright takes no built-ins)
        socket.on("framesent", lambda frame: sent.append(frame))  # noqa: PLW0108

    page.on("websocket", listen)
    page.goto(evening.television)
    page.wait_for_selector("#seated :text('Bo')")
    evening.start()
    evening.play()
    page.wait_for_selector("#say b:has-text('point')")
    assert page.locator("#board .tiles > g").count() == 1
    page.wait_for_function("() => document.getAnimations().length === 0")  # nothing moves while nothing happens
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.wait_for_selector("#offline", state="visible")
    page.wait_for_selector("#offline", state="hidden")
    evening.play_round()
    now = evening.view()["now"]
    page.wait_for_selector("#ending h2")
    for seat, score in enumerate(now["scores"]):  # it counts up
        page.wait_for_selector(f"#lanes [data-seat='{seat}'] .score:text-is('{str(score).replace('-', '−')}')")
    full = evening.record()
    placed = [line for line in full if line[:2] in ("A ", "B ") and line.split()[1] not in ("draw", "pass")]
    assert page.locator("#board .tiles > g").count() == len(placed)
    known = known_after(full[full.index("round 1") :], set())
    assert any('"lines"' in frame for frame in frames)
    for frame in frames:
        check_frame(frame, known)
    assert not any(key in frame for frame in sent for key in evening.keys)


def test_a_hexagon_on_a_sheet_is_celebrated_and_the_codes_picture_is_whole(new_page: NewPage, server: Server) -> None:
    game = Sheet.from_record(THREE)
    before = next(line.number for line in game.lines if line.bonus == "hexagon") - 1
    record = Sheet(game.edition, game.names, entries=[line.entry for line in game.lines[:before]]).record()
    notes = Notes(server, record=record)
    page = new_page(QUIET, at=server, viewport=HD)
    page.goto(notes.television)
    page.wait_for_selector("#lanes li")
    assert page.locator("#board .tiles > g").count() > 3
    notes.write(f"add {game.lines[before].entry}")
    page.wait_for_selector("#board .scored.bonus:has-text('hexagon')")
    assert "closed a hexagon with" in page.locator("#say").inner_text()
    check_legible(page, "a hexagon")
    page.keyboard.press("Enter")
    check_code(page)
    page.keyboard.press("Enter")
    notes.write(*(f"add {line.entry}" for line in game.lines[before + 1 :]))
    page.wait_for_selector("#ending.of-game h2:has-text('wins the game')")
    check_legible(page, "the end of the game")


def test_a_sheet_without_cells_shows_the_points_by_round_for_six(new_page: NewPage, server: Server) -> None:
    notes = Notes(server, *LONG_NAMES)
    page = new_page(QUIET, at=server, viewport=HD, locale="es-ES")
    page.goto(notes.television)
    page.wait_for_selector("#seated li >> nth=5")
    check_code(page)
    check_legible(page, "waiting")
    notes.write("add A 4-4-4", "add B =9", "add C =11 bridge")
    page.wait_for_selector("#lanes .score:text-is('51')")
    assert not page.locator("#board").is_visible()
    assert page.locator("#instead .total b").all_inner_texts() == ["22", "9", "51", "0", "0", "0"]
    check_legible(page, "points")


def press_key(page: Any, at: int, to: int) -> None:
    """Move from one key to another with the arrows of a remote control, and press it."""
    down, right = to // COLUMNS - at // COLUMNS, to % COLUMNS - at % COLUMNS
    across = ["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right)
    path = [*across, *["ArrowDown"] * down] if down > 0 else [*["ArrowUp"] * -down, *across]  # the last row is short
    for key in (*path, "Enter"):
        page.keyboard.press(key)


def test_a_code_is_typed_with_the_arrows_and_ok_of_a_remote_control(new_page: NewPage, server: Server) -> None:
    evening, notes = Evening(server, "Ana", "Bo"), Notes(server, "Ana", "Bo")
    page = new_page(QUIET, at=server, viewport=HD)
    for television in (evening.television, notes.television):
        page.goto("/tv")
        keys = page.locator("#keys button").all_inner_texts()
        page.wait_for_function("() => document.activeElement.dataset.letter === 'B'")
        at = 0
        for letter in f"Z{television.split('/')[2]}":
            press_key(page, at, keys.index(letter))
            at = keys.index(letter)
        assert page.locator("#typed").inner_text().split() == ["Z", *television.split("/")[2]]
        page.locator("#show").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("#code-wrong:has-text('There is no table')")
        check_legible(page, "typing")
        assert faults(page) == []
        for _ in range(len(television.split("/")[2]) + 1):
            page.keyboard.press("Backspace")
        page.keyboard.type(television.split("/")[2].lower())
        page.locator("#show").focus()
        page.keyboard.press("Enter")
        page.wait_for_url(f"**{television}")


def test_a_television_is_offered_in_the_lobby_and_in_the_menu_of_a_game(new_page: NewPage, server: Server) -> None:
    page = new_page(at=server, **PHONE)
    sit_at_table(page, starts=False)
    page.click("#lobby .television summary")
    code = page.url.rpartition("/")[2]
    assert f"192.168.1.20:8000/tv in the television's browser and type {code}." in page.inner_text("#lobby .television")
    assert page.locator("#lobby .television a").get_attribute("href") == f"/t/{code}/tv"
    sit_at_table(page, bots=1)
    page.click("#open-menu")
    page.click("#menu .television summary")
    assert page.locator("#menu .television a").is_visible()


def test_a_television_is_small_and_axe_finds_nothing_serious(new_page: NewPage, server: Server) -> None:
    evening = Evening(server, "Ana", bots=1)
    page = new_page(QUIET, at=server, viewport=HD, locale="es-ES")
    sizes = bytes_loaded(page)
    page.goto(evening.television)
    page.wait_for_selector("#seated li >> nth=1")
    assert faults(page) == [], "waiting"
    evening.start()
    page.wait_for_selector("#lanes .on-turn")
    assert faults(page) == [], "playing"
    assert 30_000 < sum(sizes) < FIRST_VISIT


def test_points_of_a_turn_leave_a_long_name_whole_and_a_track_without_a_target_is_never_full(
    new_page: NewPage, server: Server
) -> None:
    evening = Evening(server, "Maximilian", "Bo", edition="pressman-classic rounds=2")
    page = new_page(QUIET, at=server, viewport=HD)
    page.goto(evening.television)
    evening.start()
    page.wait_for_selector("#lanes .on-turn")
    name = page.locator("#lanes [data-seat='0'] .name")
    height = name.bounding_box()["height"]
    while page.locator("#lanes [data-seat='0'] .tag:not(:empty)").count() == 0:
        assert evening.play()
        page.wait_for_selector("#lanes .tag:not(:empty)")
    assert name.bounding_box()["height"] == height
    for lane in page.locator("#lanes li").all():
        run, track = (lane.locator(part).bounding_box()["width"] for part in (".run", ".track"))
        assert run <= 0.81 * track


def test_by_childrens_rules_a_draw_at_no_cost_is_free_and_no_points_are_shown_for_it(
    new_page: NewPage, server: Server
) -> None:
    evening = Evening(server, "Ana", "Bo", edition=str(PRESETS["children"].edition))
    page = new_page(QUIET, at=server, viewport=HD)
    page.goto(evening.television)
    evening.start()
    while "draw" not in evening.record()[-1]:
        assert evening.play()
    page.wait_for_selector("#say p:has-text('(free)')")
    assert page.locator("#lanes .tag:not(:empty)").count() == 0


def test_a_television_shows_reactions_and_who_is_away(new_page: NewPage, tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", compiled=True) as own_server:
        ana, bo, page = (new_page(QUIET, at=own_server, viewport=HD) for _ in range(3))
        address = sit_at_table(ana, bo)
        page.goto(f"{address}/tv")
        page.wait_for_selector("#lanes .on-turn")
        assert page.locator("#lanes .away").count() == 0
        ana.click("#react")
        ana.click("#reactions [data-reaction=bravo]")
        page.wait_for_selector("body > .bubble[data-reaction=bravo]")
        bo.close()
        page.wait_for_selector("#lanes [data-seat='1'] .away")
        assert page.locator("#lanes [data-seat='1'] .tag").inner_text() == "away"
        check_legible(page, "somebody is away")


def test_after_a_game_the_television_says_for_whom_the_next_one_waits(new_page: NewPage, server: Server) -> None:
    rules = " ".join(f"{rule}={value}" for rule, value in FEW_TILES.items())
    evening = Evening(server, "Ana", "Bo", edition=f"pressman-classic {rules} rounds=1")
    page, bo = new_page(QUIET, at=server, viewport=HD), new_page(QUIET, at=server)
    page.goto(evening.television)
    hold_seat(bo, evening.path[1:], evening.keys[1])
    bo.goto(f"/t{evening.path}")
    evening.start()
    evening.play_round()
    page.wait_for_selector("#ending.of-game h2")
    bo.wait_for_selector("#rematch")
    bo.wait_for_load_state("networkidle")  # it verifies the deal
    assert page.locator("#ending .awaited").count() == 0
    evening.ask_for_rematch(0)
    page.wait_for_selector("#ending .awaited:has-text('Waiting for Bo')")
    check_legible(page, "somebody wants another game")
    evening.ask_for_rematch(1)
    page.wait_for_selector("#lanes .on-turn")
    assert not page.locator("#ending").is_visible()
