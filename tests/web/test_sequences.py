"""Sequences of frames, legal, illegal, repeated, out of order or truncated, checked against a model."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Coroutine
from functools import partial
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tests.web.clients import Client, Frame, two_players
from tests.web.server_process import Server

Result = TypeVar("Result")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)
KINDS = st.sampled_from(["move", "ready", "hello", "table", "line", ""])
MORE = st.dictionaries(st.text(max_size=8), JSON, max_size=3)
NOT_A_FRAME = (
    st.text(max_size=60).filter(lambda text: "{" not in text)
    | st.binary(max_size=60)
    | JSON.filter(lambda value: not isinstance(value, dict)).map(json.dumps)
    | st.builds(lambda kind, more: json.dumps({**more, "seat": "x", "type": kind}), KINDS, MORE)
)
PLACES = st.builds(
    lambda x, y, way, numbers: f"{x},{y}{way}{numbers}",
    st.integers(-3, 3),
    st.integers(-3, 3),
    st.sampled_from("^v"),
    st.text("012345", min_size=3, max_size=3),
)


class Sequences(RuleBasedStateMachine):
    """Two players and a spectator. The model: the number of lines, and the answer to each frame."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self._server = server
        self._runner = asyncio.Runner()
        self._sent: list[tuple[int, Frame, tuple[str, Any]]] = []

    def _do(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self._runner.run(asyncio.wait_for(work, 30))

    @initialize(edition=st.sampled_from(["pressman-classic", "spanish", "spanish draw_limit=1 players=2-6"]))
    def sit_down(self, edition: str) -> None:
        async def come() -> list[Client]:
            host, guest = await two_players(self._server, edition)
            return [host, guest, await Client(self._server, host.code).enter()]

        self.clients = self._do(come())
        self.n: int = self.clients[0].now["n"]

    def teardown(self) -> None:
        async def go() -> None:
            for client in self.clients:
                await client.leave()

        self._do(go())
        self._runner.close()

    async def _settled(self) -> None:
        """Wait until everybody has received everything sent so far."""
        for client in self.clients:
            await client.send({"type": "ping"})
            await client.until(lambda frame: frame["type"] == "pong")

    @property
    def turn(self) -> int | None:
        turn: int | None = self.clients[2].now["turn"]
        return turn

    def _frame(self, seat: int, after: int, move: str) -> Frame:
        return {"type": "move", "id": secrets.token_hex(6), "seat": seat, "after": after, "move": move}

    async def _ask(self, client: Client, frame: Frame) -> tuple[str, Any]:
        client.answers.clear()
        await client.send(frame)
        while frame["id"] not in client.answers:
            await client.next()
        answer = client.answers[frame["id"]]
        return (answer["type"], answer["n"] if answer["type"] == "ack" else answer["code"])

    def _send(self, who: int, frame: Frame) -> tuple[str, Any]:
        """Send a move and record it with its answer."""
        answer = self._do(self._ask(self.clients[who], frame))
        self._sent.append((who, frame, answer))
        return answer

    @invariant()
    def everybody_has_exactly_the_lines_of_the_game(self) -> None:
        self._do(self._settled())
        assert [client.now["n"] for client in self.clients] == [self.n] * 3

    @precondition(lambda self: self.turn is not None)
    @rule(pick=st.integers(0, 60))
    def a_legal_move_is_the_next_line(self, pick: int) -> None:
        assert self.turn is not None
        options = self.clients[self.turn].now["options"]
        frame = self._frame(self.turn, self.n, options[pick % len(options)]["move"])
        assert self._send(self.turn, frame) == ("ack", self.n + 1)
        self._do(self._settled())
        assert self.clients[2].now["n"] > self.n
        self.n = self.clients[2].now["n"]

    @precondition(lambda self: self._sent)
    @rule(data=st.data())
    def a_frame_sent_again_gets_the_same_answer_and_is_not_played_twice(self, data: st.DataObject) -> None:
        who, frame, answer = data.draw(st.sampled_from(self._sent))
        assert self._do(self._ask(self.clients[who], frame)) == answer

    @precondition(lambda self: self.turn is not None)
    @rule(who=st.integers(0, 1), after=st.integers(0, 2**31 - 1) | st.integers(0, 60), move=PLACES)
    def a_move_that_knows_another_line_is_stale(self, who: int, after: int, move: str) -> None:
        if after != self.n:
            assert self._send(who, self._frame(who, after, move)) == ("refused", "stale")

    @precondition(lambda self: self.turn is not None)
    @rule(move=PLACES | st.sampled_from(["draw", "pass"]))
    def nobody_moves_out_of_turn(self, move: str) -> None:
        assert self.turn is not None
        other = 1 - self.turn
        assert self._send(other, self._frame(other, self.n, move)) == ("refused", "not-your-turn")

    @rule(who=st.integers(0, 2), seat=st.integers(0, 9), move=PLACES)
    def nobody_moves_for_another(self, who: int, seat: int, move: str) -> None:
        if seat != who or who == 2:
            assert self._send(who, self._frame(seat, self.n, move)) == ("refused", "not-your-seat")

    # The first tile may stand anywhere, though one place is offered.
    @precondition(lambda self: self.turn is not None and not self.clients[2].now["starting"])
    @rule(move=PLACES | st.text(max_size=40))
    def an_illegal_move_is_refused(self, move: str) -> None:
        assert self.turn is not None
        if move not in [option["move"] for option in self.clients[self.turn].now["options"]]:
            kind, code = self._send(self.turn, self._frame(self.turn, self.n, move))
            assert (kind, code in ("illegal", "malformed")) == ("refused", True)

    @rule(who=st.integers(0, 2), cut=st.integers(0, 100), move=PLACES)
    def a_truncated_frame_cannot_be_read(self, who: int, cut: int, move: str) -> None:
        text = json.dumps(self._frame(who, self.n, move))
        self._junk(who, text[: cut % len(text)])

    @rule(who=st.integers(0, 2), junk=NOT_A_FRAME)
    def junk_cannot_be_read(self, who: int, junk: str | bytes) -> None:
        self._junk(who, junk)

    def _junk(self, who: int, junk: str | bytes) -> None:
        async def ask(client: Client) -> Frame:
            await client.send(junk)
            return await client.until(lambda frame: frame["type"] == "refused")

        assert self._do(ask(self.clients[who]))["code"] == "malformed"

    @rule(who=st.integers(0, 2), part=st.floats(0, 1), politely=st.booleans())
    def a_client_that_reconnects_has_the_same_lines(self, who: int, part: float, politely: bool) -> None:
        client = self.clients[who]
        before = list(client.lines)

        async def come_back() -> None:
            if politely:
                await client.leave()
            else:
                client.cut()
            await client.enter(int(part * len(before)))

        self._do(come_back())
        assert client.lines == before

    @rule(who=st.integers(0, 1))
    def being_ready_deals_a_round_only_when_it_is_due_and_all_are(self, who: int) -> None:
        async def ready() -> None:
            await self.clients[who].send({"type": "ready"})
            await self._settled()

        was_due = self.turn is None and not self.clients[2].game_over
        self._do(ready())
        n = self.clients[2].now["n"]
        assert n == self.n or (was_due and n > self.n)
        self.n = n


@pytest.mark.fuzz
def test_no_sequence_of_frames_makes_a_table_forget_its_rules(server: Server) -> None:
    few = settings(max_examples=settings().max_examples // 2, stateful_step_count=25)
    machine: Any = partial(Sequences, server)
    run_state_machine_as_test(machine, settings=few)
