"""A real Chromium and a real server, shared by the tests of this folder.

Everything here ends with the last test of the folder, not of the session: while Playwright runs, no other test of
the same process can start an event loop.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright
from tests.web.clients import Address
from tests.web.server_process import Server

# A browser uses only the last of two such lists, so this one repeats what Playwright switches off and our tests need.
# The first two are pages behind the address bar, which every window would load and nobody sees here.
DISABLED_FEATURES = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
)
# The browser makes no requests except those of our pages.
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # a process less, and a tenth of the processor time
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--process-per-site",  # one process for all pages, which starts sooner than one for each
    "--renderer-process-limit=1",
    f"--disable-features={','.join(DISABLED_FEATURES)}",
)
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# The same engine without windows: it takes a quarter less processor time, but has no notifications.
HEADLESS_SHELL = "chromium-headless-shell"
TIMEOUT_MS = 20_000  # only a failure takes that long

# Without pauses and moments to undo, a round takes seconds.
FAST_SETTINGS: dict[str, object] = {"motion": False, "send": "once"}
NewPage = Callable[..., Any]


def chromium() -> str | None:
    """The path of a Chromium, if there is one; TRICORN_CHROMIUM names another."""
    named = os.environ.get("TRICORN_CHROMIUM")
    return named or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


def headless_chromium() -> str | None:
    """The path of the Chromium that takes the least time."""
    return os.environ.get("TRICORN_CHROMIUM") or shutil.which(HEADLESS_SHELL) or chromium()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without a Chromium, say so once instead of once for each test."""
    marked = [item for item in items if item.get_closest_marker("browser")]
    if headless_chromium() is not None or not marked:
        return
    how = "apt-get install chromium, or TRICORN_CHROMIUM=path"
    marked[0].add_marker(pytest.mark.skip(reason=f"no Chromium ({how}): {len(marked)} browser tests are left out"))
    config.hook.pytest_deselected(items=marked[1:])
    items[:] = [item for item in items if item not in marked[1:]]


@pytest.fixture(scope="package")
def playwright() -> Iterator[Any]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Any) -> Iterator[Any]:
    running = playwright.chromium.launch(executable_path=headless_chromium(), args=list(FLAGS))
    yield running
    running.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("browser") / "tables.sqlite", compiled=True) as running:
        yield running


@pytest.fixture
def new_page(browser: Any, server: Server) -> Iterator[NewPage]:
    """Makes pages, each in a separate browser context; at the end, none may have thrown an error.

    A service worker fetches every file once more, so only its own tests enable it. Games against bots are played on
    the server, as in a browser without WebAssembly, unless the page `plays_here`.
    """
    contexts: list[Any] = []
    errors: list[str] = []

    def make(
        settings: dict[str, object] = FAST_SETTINGS, at: Address = server, plays_here: bool = False, **options: Any
    ) -> Any:
        options.setdefault("viewport", {"width": 1200, "height": 780})
        options.setdefault("locale", "en-GB")
        options.setdefault("service_workers", "block")
        context = browser.new_context(base_url=at.address, **options)
        contexts.append(context)
        context.set_default_timeout(TIMEOUT_MS)
        stored = json.dumps(json.dumps(settings))
        context.add_init_script(f"try {{ localStorage['tricorn.settings'] ??= {stored} }} catch {{}}")
        if not plays_here:
            context.add_init_script("delete globalThis.WebAssembly")
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture
def golden() -> Path:
    """The folder of checked records."""
    return Path(__file__).parent.parent / "golden"
