"""Links that have a record in them: packed and unpacked, and checked by the page as the program checks a record."""

from __future__ import annotations

import base64
import random
import zlib
from pathlib import Path
from typing import Any

import pytest
from tests.helpers import HOUSE_EDITIONS, RULEBOOKS, played
from tests.node import in_node

from tricorn.core.loading import web_file
from tricorn.editions import edition_named
from tricorn.errors import RecordError
from tricorn.game import Game, check_record
from tricorn.web.pages.assets import STATIC

HERE = Path(__file__).parent
GOLDEN = [path.read_text(encoding="utf-8") for path in sorted((HERE.parent / "golden").glob("*.tri"))]


def wrong_lines(records: list[str]) -> list[int]:
    """The line of each record that the page refuses, or 0."""
    return list(in_node(HERE / "record_check.mjs", str(STATIC / "js"), str(web_file("score")), job=records))


def wrong_line(record: str) -> int:
    """The line that the program refuses, or 0."""
    try:
        check_record(record)
    except RecordError as error:
        return error.line
    return 0


def packed(text: str | bytes) -> str:
    """A text as links have it."""
    deflated = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflated.compress(text.encode() if isinstance(text, str) else text) + deflated.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def with_one_change(record: str, rng: random.Random) -> str:
    """A record with one line after the header changed, left out, repeated or moved."""
    lines = record.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("round "))
    at = rng.randrange(first, len(lines))
    where = rng.randrange(len(lines[at]))
    other = lines[rng.randrange(first, len(lines))]
    changed = lines[at][:where] + rng.choice("0123459ABC+-^v ") + lines[at][where + 1 :]
    lines[at : at + 1] = rng.choice([[changed], [changed], [], [lines[at], lines[at]], [other]])
    return "\n".join(lines) + "\n"


def test_the_page_accepts_the_records_that_the_program_accepts() -> None:
    whole = [Game(edition, 2, seed=7) for edition in RULEBOOKS]
    for game in whole:
        while not game.outcome():
            game.play(game.legal_moves()[0])
    editions = [*RULEBOOKS, *HOUSE_EDITIONS, "spanish head_start=30/0"]
    begun = [played(name, edition_named(name).players[0], seed=9, moves=20, choices=3) for name in editions]
    records = [*GOLDEN, *(game.record() for game in [*whole, *begun])]
    assert wrong_lines(records) == [0] * len(records)


def test_the_page_refuses_the_records_that_the_program_refuses() -> None:
    rng = random.Random(28)
    records = [with_one_change(record, rng) for record in GOLDEN for _ in range(40)]
    found = wrong_lines(records)
    for record, line in zip(records, found, strict=True):
        expected = wrong_line(record)
        assert not expected or line, f"line {expected} is wrong:\n{record}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a letter",
        "tricorn 1\n",
        "tricorn 1\nedition spanish\nplayer A Ana\n",
        "tricorn 1\nedition nowhere\nplayer A Ana\nplayer B Bo\n",
        "tricorn 1\nedition spanish target=many\nplayer A Ana\nplayer B Bo\n",
        "tricorn 1\nedition spanish deal=x\nplayer A Ana\nplayer B Bo\n",
        "tricorn 1\nedition spanish\nplayer A Ana\nplayer B Bo\n" + "#\n" * 6_000,
    ],
)
def test_a_text_that_is_no_record_is_refused(text: str) -> None:
    assert wrong_lines([text]) == [1]


def unpacked(texts: list[str]) -> list[Any]:
    """The record in each link, or the error's name."""
    return list(in_node(HERE / "record_link.mjs", str(STATIC / "js"), job=texts))


def test_a_record_is_packed_for_a_link_and_unpacked_again() -> None:
    records = [record for record in GOLDEN if not record.startswith("#")]
    answers = unpacked([*records, "tricorn 1\n" + "".join(f"note {n} {n * n}\n" for n in range(9_999))])
    assert [answer["again"] for answer in answers[:-1]] == records
    assert all(len(answer["packed"]) < 4_000 for answer in answers[:-1])
    assert answers[-1]["packed"] is None, "too long for a link"


def test_a_link_that_is_cut_off_changed_or_a_bomb_is_damaged() -> None:
    link = packed(GOLDEN[0])
    damaged = [
        link[: len(link) // 2],
        link[:-3],
        f"{link}%",
        "!" + link,
        "",
        packed(b"\xff\xfe"),
        packed("0" * 300_000),
    ]
    assert [answer["unpacked"] for answer in unpacked(damaged)] == ["Damaged"] * len(damaged)
    (whole,) = unpacked([link])
    assert whole["unpacked"].strip() == GOLDEN[0].strip()
