"""The expert on a slow device: how long it thinks in Chromium at a quarter of this machine's speed.

The first part measures the expert's decisions between several moves, in some rounds of all editions, in the page's own
thread, which Chromium's CPU throttling slows down to a quarter (it does not affect workers). The second part plays
through the real page and its worker, whose process gets a quarter of a core (it is stopped for three quarters of the
time). It measures the time from the bot's turn to its move, and collects what the page says about searches that were
cut short.

    python benchmarks/phone.py
"""

from __future__ import annotations

import os
import re
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the tests' server and browser
from tests.browser.conftest import FLAGS, chromium
from tests.browser.driving import finish_round
from tests.web.server_process import Server

from tricorn.arena.machine_info import machine_info

_SLOWDOWN = 4
_PERIOD = 0.02  # seconds
_TIMEOUT = 120_000  # milliseconds
_ROUNDS = 3  # per edition, with two players
_LIMIT = 1_000  # milliseconds per move

# Plays rounds with the expert in all seats; returns the milliseconds and the share of the budget for each choice.
_DECISIONS = """async ([scripts, module, rounds]) => {
  const { loadCore } = await import(`${scripts}core/loading.js`);
  const { LocalRound } = await import(`${scripts}core/round.js`);
  const { Thinker } = await import(`${scripts}core/thinker.js`);
  const core = await loadCore(module);
  const thinker = new Thinker(core, 1n);
  const decisions = [];
  for (const edition of Object.values(core.metadata.editions)) {
    for (let number = 1; number <= rounds; number++) {
      const round = new LocalRound(core, edition, 2);
      round.deal(7n, number);
      while (!round.over) {
        const began = performance.now();
        const option = thinker.choose(round, "expert");
        const took = performance.now() - began;
        if (round.options().length > 1) decisions.push([took, thinker.share]);
        round.apply(option);
        await new Promise((done) => setTimeout(done));
      }
    }
  }
  return decisions;
}"""

# The milliseconds of a fixed piece of work, the fastest of several tries; shows that the throttling works.
_WORK = """() => {
  const tries = Array.from({ length: 7 }, () => {
    const began = performance.now();
    let sum = 0;
    for (let at = 0; at < 3e7; at++) sum += at % 7;
    return performance.now() - began + 0 * sum;
  });
  return Math.min(...tries);
}"""

# Collects, in the real page, the time from each frame in which it is the bot's turn to the next, which has the bot's
# move; the shares of searches that were cut short; and what the page said about them.
_WATCH = """() => {
  globalThis.watched = { answers: [], shares: [], messages: [] };
  let asked = null;
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (!this.isWatched) {
      this.isWatched = true;
      this.addEventListener("message", ({ data }) => {
        const { answers, shares, messages } = globalThis.watched;
        if ("share" in data) {
          shares.push(data.share);
          setTimeout(() => messages.push(document.querySelector("#toast").textContent));
        }
        const now = data.frame?.now;
        if (!now) return;
        if (asked !== null) answers.push(performance.now() - asked);
        asked = now.turn === 1 && !now.over ? performance.now() : null;
      });
    }
    return post.call(this, message, ...rest);
  };
}"""


def renderers(browser_process: int) -> list[int]:
    """The processes of Chromium that run pages."""
    processes = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            command = (path / "cmdline").read_bytes()
        except OSError:
            continue
        if b"--type=renderer" in command and _is_descendant(int(path.name), browser_process):
            processes.append(int(path.name))
    return processes


def _is_descendant(process: int, ancestor: int) -> bool:
    while process > 1:
        if process == ancestor:
            return True
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
        process = int(status.partition("PPid:")[2].split()[0])
    return False


@contextmanager
def slowed(processes: list[int]) -> Iterator[None]:
    """Let processes run for only a quarter of the time."""
    stop = threading.Event()

    def alternate() -> None:
        while not stop.is_set():
            for process in processes:
                os.kill(process, signal.SIGSTOP)
            time.sleep(_PERIOD * (1 - 1 / _SLOWDOWN))
            for process in processes:
                os.kill(process, signal.SIGCONT)
            time.sleep(_PERIOD / _SLOWDOWN)

    thread = threading.Thread(target=alternate)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def decisions(page: Any, module: str) -> list[tuple[float, float]]:
    scripts = re.sub(r"[^/]+$", "js/", module)
    return [(ms, share) for ms, share in page.evaluate(_DECISIONS, [scripts, module, _ROUNDS])]


def report(name: str, decisions: list[tuple[float, float]]) -> None:
    times, shares = sorted(ms for ms, _ in decisions), [share for _, share in decisions if share < 1]
    p90, late = times[len(times) * 9 // 10], sum(time > _LIMIT for time in times)
    print(f"  {name:<18}{median(times):>8.0f}{p90:>8.0f}{times[-1]:>8.0f}{late:>8}", end="")
    print(f"{len(shares):>8} of {len(times)}", end="")
    print(f", at least {min(shares):.0%} of the budget" if shares else "")


def in_page(browser: Any, address: str) -> None:
    page = browser.new_context(base_url=address).new_page()
    page.goto("/play#none")
    module = str(page.locator("#main").get_attribute("data-module"))
    session = page.context.new_cdp_session(page)
    print("In the page's thread, milliseconds per decision: median, 90 %, longest, how many")
    print(f"took more than {_LIMIT:,}, how many were cut short after 0.9 s:")
    plain = page.evaluate(_WORK)
    report("full speed", decisions(page, module))
    session.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWDOWN})
    print(f"  (a fixed piece of work takes {page.evaluate(_WORK) / plain:.1f} times as long now)")
    report("quarter speed", decisions(page, module))
    page.context.close()


def in_worker(browser: Any, address: str, browser_process: int) -> None:
    context = browser.new_context(base_url=address, service_workers="block")
    context.add_init_script("localStorage['tricorn.settings'] ??= JSON.stringify({ motion: false, send: 'once' })")
    context.add_init_script(f"({_WATCH})()")
    context.set_default_timeout(_TIMEOUT)
    page = context.new_page()
    page.goto("/")
    seats = [{"kind": "human"}, {"kind": "bot", "level": "expert"}]
    page.evaluate("seats => { localStorage['tricorn.options.now'] = JSON.stringify({ seats }) }", seats)
    page.click("#play")
    page.wait_for_selector("#rack .tile")
    page.evaluate("() => { globalThis.watched.answers.length = 0 }")
    with slowed(renderers(browser_process)):
        finish_round(page)
        watched = page.evaluate("() => globalThis.watched")
    answers, shares = watched["answers"], watched["shares"]
    late = sum(time > _LIMIT for time in answers)
    print("Through the page and its worker, a quarter of a core, milliseconds from the turn to the answer")
    print(f"(500 to 900 in any case): median {median(answers):.0f}, longest {max(answers):.0f}, {late} of", end=" ")
    print(f"{len(answers)} over {_LIMIT:,}; {len(shares)} cut short", end="")
    print(f", at least {min(shares):.0%} of the budget; the page said:" if shares else "")
    for text in dict.fromkeys(watched["messages"]):
        print(f"  {text}")
    context.close()


def main() -> None:
    print(machine_info())
    print(f"load average {os.getloadavg()[0]:.1f}")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(Server(folder / "tables.sqlite", compiled=True))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        in_page(browser, server.address)
        in_worker(browser, server.address, os.getpid())
        browser.close()


if __name__ == "__main__":
    main()
