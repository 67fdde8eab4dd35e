"""Two nodes behind the nginx of deploy/ and hostile clients: what they do to the requests of others.

Visitors at ten loopback addresses request pages, new score sheets and the record of a long running game, through nginx.
Attackers import very long games, and request pages, from one address and then from eight. Requests are measured
alternately with and without the attack, ten seconds each, in one run; the ratio is that of the 99th percentiles. A
request fails if its status is not 200. Nodes, nginx and PostgreSQL share all cores with the visitors; attackers run
only when nothing else does (SCHED_IDLE).

    python benchmarks/proxied.py [--turns 6] [--seconds 10]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks._attacks import RUNNING, Attacks, prepare
from benchmarks._players import api_client
from benchmarks.tables import allow_many_sockets, listen, percentile, running
from tests.postgres import postgres_running
from tests.web.test_deploy import proxy_before

from tricorn.arena.machine_info import machine_info
from tricorn.web.run import serve
from tricorn.web.settings import Settings

VISITORS = 10
PACE = 0.5  # seconds between two requests of a visitor
REQUESTS = ("GET /", "GET /rules/spanish", "GET /score", f"GET /api/tables/{RUNNING}/record", "POST /api/sheets")
SCENARIOS = (("imports and pages from one address", ("imports", "pages"), 1), ("imports from eight", ("imports",), 8))


def serve_behind_proxy(database: str) -> None:
    listener = listen()
    serve(
        Settings(database, behind_proxy=("127.0.0.1",)), listener, lambda: print(listener.getsockname()[1], flush=True)
    )


class Visits:
    """How long the visitors' requests took, and the statuses of those that failed."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._times: list[float] = []
        self._failures: Counter[str] = Counter()

    async def measure(self, clients: Sequence[httpx.AsyncClient], seconds: float) -> None:
        until = time.perf_counter() + seconds
        await asyncio.gather(*(self._visit(client, n, until) for n, client in enumerate(clients)))

    async def _visit(self, client: httpx.AsyncClient, number: int, until: float) -> None:
        await asyncio.sleep(PACE * number / VISITORS)
        while (began := time.perf_counter()) < until:
            number += 1
            method, path = REQUESTS[number % len(REQUESTS)].split()
            try:
                response = await client.request(method, path, json={} if method == "POST" else None)
                status = str(response.status_code)
            except httpx.HTTPError as error:
                status = type(error).__name__
            self._times.append(time.perf_counter() - began)
            if status != "200":
                self._failures[f"{path} {status}"] += 1
            await asyncio.sleep(max(0.0, began + PACE - time.perf_counter()))

    @property
    def p99(self) -> float:
        return percentile(self._times, 0.99)

    def report(self) -> None:
        p50 = percentile(self._times, 0.5)
        failed = ", ".join(f"{count} of {what}" for what, count in self._failures.items())
        print(f"{self._name:<16} {len(self._times):>6} requests   p50 {p50:7.2f} ms  p99 {self.p99:7.2f} ms", end="  ")
        print(f"{self._failures.total()} failed {failed}", flush=True)


async def measure(port: int, folder: Path, kinds: Sequence[str], addresses: int, options: argparse.Namespace) -> None:
    """Visit alternately with and without an attack, so that other work on the machine affects both."""
    clients = [api_client(port, f"127.0.1.{n + 1}") for n in range(VISITORS)]
    attacks = Attacks(port, folder, RUNNING, kinds, addresses)
    await Visits("first").measure(clients, 5.0)
    quiet, attacked = Visits("without attacks"), Visits("under attack")
    for _ in range(options.turns):
        await quiet.measure(clients, options.seconds)
        async with attacks.running(options.seconds):
            await attacked.measure(clients, options.seconds)
    quiet.report()
    attacked.report()
    attacks.report()
    print(f"p99 under attack is {attacked.p99 / quiet.p99:.2f} times that without attacks", flush=True)
    for client in clients:
        await client.aclose()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="of an attack, and of the quiet period before it")
    parser.add_argument("--turns", type=int, default=6, help="number of attacks")
    parser.add_argument("--scenario", type=int, choices=range(1, len(SCENARIOS) + 1), help="one of them, by its number")
    parser.add_argument("--serve", metavar="DATABASE", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    allow_many_sockets()
    if arguments.serve:
        serve_behind_proxy(arguments.serve)
        return
    gc.disable()
    print(f"{machine_info()}; load average {os.getloadavg()[0]:.1f} at the start", flush=True)
    chosen = SCENARIOS if arguments.scenario is None else [SCENARIOS[arguments.scenario - 1]]
    for name, kinds, addresses in chosen:
        print(f"\n{name}", flush=True)
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            database = stack.enter_context(postgres_running()).new_database()
            prepare(folder, database)
            nodes = [stack.enter_context(running(None, "--serve", database, script=__file__)) for _ in range(2)]
            proxy = stack.enter_context(proxy_before((nodes[0].port, nodes[1].port), folder))
            asyncio.run(measure(int(proxy.address.rpartition(":")[2]), folder, kinds, addresses, arguments))


if __name__ == "__main__":
    main()
