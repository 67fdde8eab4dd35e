"""Two hundred games in browsers: the requests that reach the server, and the processor time that it uses.

A relay in front of the server counts its connections and bytes. Chromium opens some of its pages, and each page runs
many games against bots in workers, as the table's page runs one. Counting begins when all games are running.

    python benchmarks/local_games.py
"""

from __future__ import annotations

import socket
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the tests' server and browser
from benchmarks._processes import cpu_seconds
from tests.browser.conftest import FLAGS, chromium
from tests.web.server_process import Server

from tricorn.arena.machine_info import machine_info

_PAGES, _GAMES_PER_PAGE = 4, 50
_SECONDS = 60

# Begins games in workers, as local/socket.js does, and counts the lines of each.
_BEGIN = """async ([module, games]) => {
  const scripts = new URL(module, location.href).href.replace(/[^/]+$/, "js/");
  const seats = ["easy", "medium"].map((level) => ({ kind: "bot", name: level, level }));
  globalThis.lines = Array(games).fill(0);
  const begun = Array.from({ length: games }, (_, at) => new Promise((done) => {
    const worker = new Worker(`${scripts}local/worker.js`, { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.frame?.type !== "lines") return;
      globalThis.lines[at] = data.frame.now.n;
      done(null);
    };
    const table = { version: 1, code: "bcdfgh", edition: "pressman-classic", seats, records: [] };
    worker.postMessage({ open: table, module: new URL(module, location.href).href });
  }));
  await Promise.all(begun);
}"""


class Relay:
    """A proxy that counts connections and the bytes that clients send."""

    def __init__(self, port: int) -> None:
        self._server = port
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.connections = self.bytes = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            client, _ = self._listener.accept()
            self.connections += 1
            server = socket.create_connection(("127.0.0.1", self._server))
            threading.Thread(target=self._pass, args=(client, server, True), daemon=True).start()
            threading.Thread(target=self._pass, args=(server, client, False), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, counts: bool) -> None:
        try:
            while data := source.recv(1 << 16):
                self.bytes += len(data) if counts else 0
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # the other side has closed


def open_pages(browser: Any, address: str) -> list[Any]:
    pages = []
    for _ in range(_PAGES):
        context = browser.new_context(base_url=address, service_workers="block")
        context.set_default_timeout(300_000)
        page = context.new_page()
        page.goto("/play#none")
        page.evaluate(_BEGIN, [page.locator("#main").get_attribute("data-module"), _GAMES_PER_PAGE])
        pages.append(page)
    return pages


def main() -> None:
    print(machine_info())
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(Server(folder / "tables.sqlite", compiled=True))
        playwright = stack.enter_context(sync_playwright())
        assert server.pid is not None
        relay = Relay(server.port)
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        pages = open_pages(browser, relay.address)
        lines_before = [sum(page.evaluate("() => globalThis.lines")) for page in pages]
        connections, sent, used = relay.connections, relay.bytes, cpu_seconds(server.pid)
        time.sleep(_SECONDS)
        connections, sent = relay.connections - connections, relay.bytes - sent
        used = cpu_seconds(server.pid) - used
        lines = [page.evaluate("() => globalThis.lines") for page in pages]
        games = sum(count > 0 for page_lines in lines for count in page_lines)
        print(f"{games} games in {_PAGES} pages, {sum(map(sum, lines)) - sum(lines_before):,} lines in {_SECONDS} s")
        print(f"at the server: {connections} connections, {sent} bytes, {used:.2f} s of processor time")
        browser.close()


if __name__ == "__main__":
    main()
