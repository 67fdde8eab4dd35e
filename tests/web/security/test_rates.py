"""Request rates: every route has one, and a request a little over it is delayed instead of refused."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from starlette.routing import BaseRoute, Route, WebSocketRoute
from tests.web.clients import Caller, Client, Disconnected
from tests.web.server_process import Server

from tricorn.web.app import create_app
from tricorn.web.settings import Settings


async def routes(folder: Path) -> list[BaseRoute]:
    """All routes of the application, including those of its routers."""
    app = create_app(Settings(folder / "routes.sqlite"))
    await app.state.server.context.store.close()
    return list(_flat(app.routes))


def _flat(routes: Iterable[BaseRoute]) -> Iterator[BaseRoute]:
    for route in routes:
        router = getattr(route, "original_router", None)
        if router is None:
            yield route
        else:
            yield from _flat(router.routes)


async def calls(folder: Path) -> list[tuple[str, str]]:
    """Every method and path of the application, with a value for each parameter."""
    requests = []
    for route in await routes(folder):
        assert isinstance(route, Route | WebSocketRoute), route
        path = route.path.replace("{name:path}", "x").format(code="BCDFG", seat=0, version="x", name="spanish", id="x")
        requests += [(method, path) for method in (route.methods or () if isinstance(route, Route) else ["GET"])]
    return requests


@pytest.mark.time_limit(60)
async def test_every_route_has_a_rate(tmp_path: Path) -> None:
    every_call = await calls(tmp_path)
    with Server(
        tmp_path / "tables.sqlite", behind_proxy=["127.0.0.1"], requests=(1, 0.001), files=(1, 0.001)
    ) as own_server:

        async def statuses(address: str, method: str, path: str) -> list[int]:
            caller = Caller(own_server, **{"X-Forwarded-For": address})
            return [(await caller.ask(method, path)).status_code for _ in range(2)]

        asked = [(f"192.0.2.{n}", *call) for n, call in enumerate(every_call)]
        asked.append(("198.51.100.1", "GET", "/no/such/page"))
        assert len(asked) > 40
        answered = await asyncio.gather(*(statuses(*request) for request in asked))
        for request, (first, second) in zip(asked, answered, strict=True):
            assert (first == 429, second) == (False, 429), request
        with pytest.raises(Disconnected):
            await Client(own_server, "BCDFG", **{"X-Forwarded-For": asked[0][0]}).enter()


@pytest.mark.time_limit(30)
async def test_requests_a_little_over_the_rate_are_delayed(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", requests=(2, 10.0), seconds_to_wait=0.55) as own_server:
        began = time.monotonic()
        answers = await asyncio.gather(*(Caller(own_server).get("/api/tables") for _ in range(20)))
        counted = [answer.status_code for answer in answers].count(200)
        seconds = time.monotonic() - began
        assert 2 + 5 <= counted <= 2 + 5 + seconds * 10
        refused = next(answer for answer in answers if answer.status_code == 429)
        said = "Too many requests; please wait a moment."
        assert refused.json() == {"error": said, "code": "too-fast", "message": None}


@pytest.mark.time_limit(30)
async def test_a_refusal_is_delayed_too(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", requests=(1, 0.001), seconds_to_wait=0.0) as own_server:
        await Caller(own_server).get("/")
        began = time.monotonic()
        answer = await Caller(own_server, **{"Accept-Language": "es"}).get("/")
        assert answer.status_code == 429
        assert answer.text.startswith("Demasiadas peticiones")
        assert time.monotonic() - began >= 1.0
