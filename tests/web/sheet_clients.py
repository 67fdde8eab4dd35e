"""Test clients of score sheets over real HTTP and sockets, and the entries of a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from tests.web.clients import Caller, Client
from tests.web.server_process import Server

from tricorn.sheet import Sheet
from tricorn.web.score.protocol import SheetFrame

GOLDEN = Path(__file__).parents[1] / "golden"
THREE = (GOLDEN / "deluxe-3p.tri").read_text(encoding="utf-8")
SPANISH = (GOLDEN / "spanish-3p.tri").read_text(encoding="utf-8")


def entries_of(record: str = THREE) -> list[str]:
    """The entries that people would have made for a recorded game."""
    return [str(line.entry) for line in Sheet.from_record(record).lines]


class Keeper:
    """A client of a sheet over HTTP, with or without its pencil."""

    def __init__(self, server: Server, code: str, key: str | None = None, **headers: str) -> None:
        self.server, self.code, self.key = server, code, key
        self.calls = Caller(server, key, **headers)

    async def change(self, change: str, id: str | None = None, after: int | None = None) -> int:
        answer = await self.calls.post(f"/api/sheets/{self.code}/changes", {"change": change, "id": id, "after": after})
        assert answer.status_code == 200, answer.text
        return int(answer.json()["n"])

    async def refused(self, path: str, body: Any = None) -> tuple[int, str]:
        answer = await self.calls.post(f"/api/sheets/{self.code}/{path}", body)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["code"]

    async def look(self) -> dict[str, Any]:
        answer = await self.calls.get(f"/api/sheets/{self.code}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def text(self, what: str) -> str:
        answer = await self.calls.get(f"/api/sheets/{self.code}/{what}")
        assert answer.status_code == 200, answer.text
        return answer.text


async def new_sheet(server: Server, **body: Any) -> Keeper:
    answer = await Caller(server).post("/api/sheets", body)
    assert answer.status_code == 200, answer.text
    made = answer.json()
    return Keeper(server, made["code"], made["key"])


class Follower(Client):
    """A socket that follows a sheet, and the lines it was sent."""

    frames: TypeAdapter[Any] = TypeAdapter(SheetFrame)

    def __init__(self, server: Server, code: str, key: str | None = None, **headers: str) -> None:
        super().__init__(server, code, key, **headers)
        self.n = 0
        self.rows: list[dict[str, Any]] = []
        self.sheet: dict[str, Any] = {}

    async def enter(self, last: int | None = None) -> Follower:
        await self.connect()
        await self.send({"type": "hello", "key": self.key, "from": self.n if last is None else last})
        await self.until(lambda frame: frame["type"] in ("lines", "refused"))
        return self

    def _take(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "lines":
            assert 1 <= frame["first"] <= len(self.rows) + 1, "a line was skipped"
            self.rows[frame["first"] - 1 :] = frame["lines"]
            self.now = frame["now"]
            self.n = self.now["n"]
        elif frame["type"] == "sheet":
            self.sheet = frame

    async def until_change(self, n: int) -> None:
        while self.n < n:
            await self.next()
