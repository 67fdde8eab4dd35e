"""Links that a page copies."""

from __future__ import annotations

from typing import Any

# What is copied is kept in the page; headless browsers have no clipboard.
KEEP_COPIED = """Object.defineProperty(navigator, "clipboard", {
    value: { writeText: async text => { document.body.dataset.copied = text } },
})"""
COPIED = "body[data-copied]"


def copied_link(page: Any) -> str:
    page.evaluate("delete document.body.dataset.copied")
    page.click("#copy-link")
    return copied(page)


def copied(page: Any) -> str:
    return str(page.wait_for_selector(COPIED).get_attribute("data-copied"))
