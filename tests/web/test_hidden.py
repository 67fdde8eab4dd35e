"""Nothing hidden leaves the server: every frame and response of whole games is compared with the full record.

What a client may know is derived here from the record's text alone, independently of the server's own redaction.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from random import Random
from typing import Any

import pytest
from tests.web.clients import BOT, HUMAN, Client, Frame, join, new_table, start, tiles_in
from tests.web.server_process import Server

from tricorn.dealing import MAX_ROUNDS
from tricorn.web.tables.info import TableInfo

LETTERS = "ABCDEF"


def known_after(full: list[str], seats: set[str]) -> list[set[str]]:
    """For each line of the full record, the tiles of its round that holders of these seats know after it."""
    known: set[str] = set()
    hands: dict[str, set[str]] = {}
    after = []
    for line in full:
        word, *rest = line.split(" ")
        if word == "round":
            known, hands = set(), {}
        elif word == "deal":
            hands[rest[0]] = set(rest[1:])
            if rest[0] in seats:
                known |= hands[rest[0]]
        elif word in ("out", "blocked"):
            known = known.union(*hands.values())
        elif word in LETTERS and rest[0] == "draw":
            hands[word].add(rest[1])
            if word in seats:
                known.add(rest[1])
        elif word in LETTERS and rest[0] != "pass":
            known |= tiles_in(line)
            hands[word] -= tiles_in(rest[0])
        after.append(set(known))
    return after


def check_lines(lines: list[list[str]], first: int, known: list[set[str]]) -> None:
    for n, parts in enumerate(lines, first):
        for part in parts:
            assert tiles_in(part) <= known[n - 1], f"line {n} tells too much: {part}"


def check_frame(text: str, known: list[set[str]]) -> None:
    """Check that a frame or HTTP response names no tile that its reader may not know at that time."""
    frame: dict[str, Any] = json.loads(text)
    n = (frame.get("now") or {}).get("n") or 0
    if frame.get("type") == "lines":
        check_lines(frame["lines"], frame["first"], known)
        text = json.dumps(frame["now"])
    assert tiles_in(text) <= (known[n - 1] if n else set()), f"a frame at line {n} tells too much: {text}"


def check_answer(text: str, known: list[set[str]]) -> None:
    if not text.startswith("tricorn 1"):
        return check_frame(text, known)
    if text.splitlines()[-1].startswith("winner"):
        return None  # the game ended meanwhile, so all of it is public
    # A record: `left` lines have no number of their own, they come before the line that ends the round.
    body = re.split(r"^(?=round 1$)", text, maxsplit=1, flags=re.MULTILINE)[1].splitlines()
    n = 0
    for line in body:
        n += not line.startswith("left")
        at = n if line.startswith("left") else n - 1
        assert tiles_in(line) <= known[at], f"the record tells too much in line {n}: {line}"
    return None


async def play_and_come_back(client: Client, random: Random) -> None:
    """Play at random, drawing often; look at the table over HTTP; lose the connection and reconnect."""

    def choose(now: Frame) -> str:
        moves = [option["move"] for option in now["options"]]
        return "draw" if "draw" in moves and random.random() < 0.5 else str(random.choice(moves))

    while True:
        moves = random.randrange(2, 12)

        def enough(client: Client) -> bool:
            nonlocal moves
            moves -= 1
            return client.game_over or moves < 0

        await client.play_on(choose, enough)
        if client.game_over:
            return
        for path in ("", "/record"):
            answer = await client.calls.get(f"/api/tables/{client.code}{path}")
            assert answer.status_code == 200
        client.cut()
        await client.enter(random.randrange(len(client.lines) + 1))


async def watch_and_come_back(client: Client, random: Random) -> None:
    while True:
        for _ in range(random.randrange(5, 40)):
            if client.game_over:
                return
            await client.next()
        await client.calls.get(f"/api/tables/{client.code}")
        client.cut()
        await client.enter(random.randrange(len(client.lines) + 1))


@pytest.mark.parametrize(
    ("edition", "bots"),
    [("spanish target=120", 0), ("pressman-classic target=120", 2), ("wooden target=100 clock=1", 1)],
)
async def test_no_frame_or_response_reveals_what_its_reader_may_not_know(
    server: Server, edition: str, bots: int
) -> None:
    random = Random(bots)
    seats = [BOT] * bots
    host = await new_table(server, HUMAN, *seats, edition=edition, start=False)
    guest = await join(server, host.code)
    spectator = Client(server, host.code)
    await spectator.enter()
    await start(host)
    await host.enter()
    await guest.enter()
    await asyncio.gather(
        play_and_come_back(host, random),
        play_and_come_back(guest, random),
        watch_and_come_back(spectator, random),
    )
    full = (await host.calls.get(f"/api/tables/{host.code}/record")).text.splitlines()
    lines = full[full.index("round 1") :]
    host.calls.answers.pop()  # the full record, which everybody may have now
    for client, letters in ((host, {"A"}), (guest, {LETTERS[1 + bots]}), (spectator, set[str]())):
        known = known_after(lines, letters)
        for text in client.texts:
            check_frame(text, known)
        for text in client.calls.answers:
            check_answer(text, known)
        check_dealing([*client.texts, *client.calls.answers], lines, secrets_of(server, host.code))
        check_secrets(server, host, [*client.texts, *client.calls.answers], client)


def secrets_of(server: Server, code: str) -> set[str]:
    """Everything that a table's deals are derived from: its secret, and those of all rounds of two games."""
    with sqlite3.connect(server.database) as db:
        ((about,),) = db.execute("SELECT about FROM tables WHERE code = ?", (code,)).fetchall()
    db.close()
    table = TableInfo.from_json(about)
    chains = [table.chain(game) for game in (1, 2)]
    return {table.secret, *(chain.secret(number) for chain in chains for number in range(1, MAX_ROUNDS + 1))}


def check_dealing(texts: list[str], full: list[str], hidden: set[str]) -> None:
    """Check that a secret is revealed only by the line of the record after its round."""
    for text in texts:
        revealed = hidden.intersection(re.findall("[0-9a-f]{64}", text))
        frame = {} if text.startswith("tricorn 1") else json.loads(text)
        kind = frame.get("type")
        lines: list[str] = []
        if kind == "lines":
            parts, first = frame["lines"], frame["first"]
            assert [part[-1] for part in parts if "secret" in part[-1]] == [
                line for line in full[first - 1 : first - 1 + len(parts)] if "secret" in line
            ]
            lines = [part for entry in parts for part in entry]
        elif not frame:
            lines = text.splitlines()
        assert revealed == {line[7:] for line in lines if line.startswith("secret ")}, f"a secret too many: {text}"


def test_the_check_would_find_a_secret_revealed_too_early() -> None:
    full = ["round 1", "deal A 1-2-3", "score A 0 B 0", f"secret {'ab' * 32}"]
    line = '{"type": "lines", "first": %d, "lines": [["secret ' + "ab" * 32 + '"]], "now": {}}'
    check_dealing([line % 4], full, {"ab" * 32})
    for leak in (line % 3, '{"type": "table", "next": {"commit": "' + "ab" * 32 + '"}}'):
        with pytest.raises(AssertionError):
            check_dealing([leak], full, {"ab" * 32})


def check_secrets(server: Server, host: Client, texts: list[str], client: Client) -> None:
    """Check that nothing is called a seed, and that a reader is sent no keys of others."""
    with sqlite3.connect(server.database) as db:
        hashes = [hash for (hash,) in db.execute("SELECT hash FROM keys WHERE code = ?", (host.code,))]
    db.close()
    everything = "\n".join(texts)
    assert hashes
    for secret in [*hashes, "seed"]:
        assert secret not in everything
    for key in (host.key,):
        assert key is not None
        assert client is host or key not in everything


def test_the_check_would_find_a_leak() -> None:
    full = ["round 1", "deal A 1-2-3 4-4-4", "deal B 0-0-1 0-0-2", "well 0-0-3", "A 0,0^444 +22"]
    known = known_after(full, {"B"})
    check_frame('{"type": "lines", "first": 5, "lines": [["A 0,0^444 +22"]], "now": {"n": 5}}', known)
    for leak in (
        '{"type": "lines", "first": 2, "lines": [["deal A 1-2-3 4-4-4"]], "now": {"n": 2}}',
        '{"type": "lines", "first": 4, "lines": [["well 0-0-3"], ["A 0,0^444 +22"]], "now": {"n": 5}}',
        '{"type": "lines", "first": 6, "lines": [], "now": {"n": 5, "hands": {"0": ["1-2-3"]}}}',
        '{"type": "lines", "first": 5, "lines": [], "now": {"n": 4, "options": [{"move": "0,0^444"}]}}',
        '{"now": {"n": 5, "well": "0-0-3"}}',
    ):
        with pytest.raises(AssertionError, match="too much"):
            check_frame(leak, known)
    with pytest.raises(AssertionError, match="too much"):
        check_answer("tricorn 1\nedition wooden\n" + "\n".join(full), known)
