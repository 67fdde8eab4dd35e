"""Adding a language is adding catalogues: with one made here, no page and no command shows an English word."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.cli.conftest import Run
from tests.locales.pseudo import CODE, make_pseudo_language

from tricorn.bots import LEVELS
from tricorn.editions import EDITIONS, HOUSE_RULES, PRESETS
from tricorn.locales import i18n
from tricorn.web.app import create_app
from tricorn.web.pages.assets import Assets
from tricorn.web.settings import Settings

WORD = re.compile(r"[^\W\d_]{2,}")
# Words that are the same in every language: names, house rules and their values, a code, and the labels of keys.
LANGUAGES = {"esperanto", "english", "español", "deutsch", "français", "italiano", "nederlands", "português"}
SAME = {"tricorn", "ana", "bo", "bcdfg", "csv", "esc", "home", "end"} | LANGUAGES | set(LEVELS)
SAME |= {word for edition in EDITIONS for word in WORD.findall(edition)}
SAME |= {word for key in HOUSE_RULES for word in WORD.findall(key)}
ATTRIBUTES = ("alt", "aria-label", "content", "placeholder", "title")


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pseudo") / "locales"
    make_pseudo_language(folder)
    return folder


@pytest.fixture(autouse=True)
def pseudo_language(locales: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(i18n, "LOCALES", locales)
    i18n.typed_words.cache_clear()
    yield
    i18n.typed_words.cache_clear()


class Visible(HTMLParser):
    """What a page shows or says aloud."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._silent = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style", "code")
        named = dict(attrs)
        if tag == "meta" and named.get("name") not in ("description", "og:title", "og:description"):
            return
        self.texts += [value for name, value in attrs if name in ATTRIBUTES and value]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style", "code")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.texts.append(data)


def words_in(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(text)} - SAME


def browsing(folder: Path, visit: Callable[[httpx.AsyncClient], Awaitable[None]]) -> None:
    """Visit a server in this process as somebody who reads the pseudo-language."""

    async def test() -> None:
        app = create_app(Settings(folder / "tables.db"))
        transport = httpx.ASGITransport(app)
        headers = {"Accept-Language": CODE}
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=headers) as client,
        ):
            await visit(client)

    asyncio.run(test())


async def page_words(client: httpx.AsyncClient, path: str, status: int = 200) -> set[str]:
    answer = await client.get(path)
    assert answer.status_code == status
    assert f'<html lang="{CODE}"' in answer.text or path.startswith("/static/")
    return words_in(" ".join(Visible(answer.text).texts))


HOUSE = "zero_option=no&beside=sides&blocked_when=passes&blocked_own=no&won_by=highest&clock=30&draw_limit=2"
PAGES = [
    "/",
    "/learn",
    "/puzzles",
    "/replay",
    "/score",
    "/tv",
    "/offline",
    *(f"/rules/{name}" for name in (*EDITIONS, *PRESETS)),
]


def test_no_page_has_an_english_word(tmp_path: Path) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        other = "start=choice&scoring=tiles&rounds=3&beside=none&empty_well_free=yes"
        for path in (*PAGES, f"/rules/wooden?{HOUSE}&draw_optional=yes", f"/rules/wooden?{other}"):
            assert not await page_words(client, path), path
        form = re.search(r'data-form="([^"]+)"', (await client.get("/")).text)
        assert form
        assert not await page_words(client, form[1])

    browsing(tmp_path, visit)


def test_no_page_of_a_table_or_sheet_has_an_english_word(tmp_path: Path) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        seats = [{"kind": "human", "name": "Ana"}]
        made = await client.post("/api/tables", json={"edition": "wooden", "seats": seats})
        table = made.json()["code"]
        sheet = (await client.post("/api/sheets", json={"edition": "spanish", "names": ["Ana", "Bo"]})).json()["code"]
        for path in (f"/t/{table}", f"/t/{table}/replay", f"/score/{sheet}", f"/t/{table}/tv", f"/score/{sheet}/tv"):
            assert await page_words(client, path) <= {table.lower(), sheet.lower(), "http"}, path

    browsing(tmp_path, visit)


def test_no_refusal_has_an_english_word(tmp_path: Path) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        assert not await page_words(client, "/nowhere", 404)
        assert not await page_words(client, "/rules/spanish?target=0", 422)
        record = "tricorn 1\nedition wooden\nplayer A Ana\nplayer B Bo\nround 1\nA 4-4-4 +1\n"
        problem = (await client.post("/api/records", content=record)).json()
        assert problem["message"] == "record-mismatch"
        assert not words_in(problem["error"])

    browsing(tmp_path, visit)


def test_the_scripts_get_every_message() -> None:
    language = i18n.load_language(CODE)
    assets = Assets(languages=[language])
    scripts = [name for name in assets.names() if name.startswith(f"{CODE}/")]
    said = [text for name in scripts for text in said_by((assets.contents(name) or b"").decode())]
    assert len(said) > 400
    assert not [text for text in said if words_in(re.sub(r"\{\w+\}", "", text))]


def said_by(script: str) -> Iterator[str]:
    """What a translated script says."""
    for found in re.finditer(r'\b(?:t|tn|translations)\(\s*(?=["{])', script):
        yield from texts_in(json.JSONDecoder().raw_decode(script, found.end())[0])


def texts_in(words: Any) -> list[str]:
    return [words] if isinstance(words, str) else [text for value in words.values() for text in texts_in(value)]


ANSWERS = [
    "x",
    "1",
    "d",
    "p",
    "0,0^111",
    "9",
    "1-1-2",
    "s",
    "",
    "r",
    "",
    "h",
    "",
    "u",
    "save",
    *["1"] * 40,
    "",
    "q",
    "",
]


def without_paths(text: str) -> str:
    """The text without the name of the file that a game or a sheet is saved in."""
    return re.sub(r"\S+\.tri\b", "", text)


@pytest.mark.parametrize(
    "args",
    [
        ("--seed", 3),
        ("--seats", "human,human,greedy", "--seed", 5),
        ("--seats", "easy,easy", "--rule", "target=40", "--seed", 1),
    ],
)
def test_a_game_in_the_terminal_has_no_english_word(tricorn: Run, args: tuple[object, ...]) -> None:
    typed = "\n".join(ANSWERS)
    done = tricorn("play", "--language", CODE, *args, typed=typed)
    assert (done.code, done.err) == (0, "")
    assert not words_in(without_paths(done.out).replace(": save\n", ": \n")) - {"player", "greedy"}


def test_the_scorekeeper_in_the_terminal_has_no_english_word(tricorn: Run) -> None:
    first = ["help", "Ana 444", "144", "9", "1", "r", "=11", "Bo 344", "bo 3-4-4 b", "anyway", "sheet", "board", "why"]
    then = ["why 2", "start", "rules", "fix", "undo", "out a", "anyway", "17", "bo 9", "quit", "", ""]
    typed = "\n".join([*first, *then])
    done = tricorn("score", "Ana", "Bo", "--language", CODE, typed=typed)
    assert (done.code, done.err) == (0, "")
    shown = without_paths(done.out)
    for answer in typed.split("\n"):
        shown = shown.replace(f" {answer}\n", "\n") if answer else shown
    assert not words_in(shown)


@pytest.mark.parametrize("args", [("rules", "spanish"), ("rules", "wooden", "clock=30"), ("editions",)])
def test_rules_and_editions_have_no_english_word(tricorn: Run, args: tuple[str, ...]) -> None:
    done = tricorn(*args, "--language", CODE)
    assert (done.code, done.err) == (0, "")
    values = {"triple", "choice", "sides", "bridge", "none", "tiles", "points", "round", "highest"}
    spelled = values | {*PRESETS} if args == ("editions",) else set()
    assert not words_in(done.out) - spelled  # the values of house rules as records spell them, and what --preset takes
