"""What axe finds on a page, in both themes."""

from __future__ import annotations

from typing import Any

import pytest

SERIOUS = ("serious", "critical")
CRITERIA = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
COLOURS = ("color-contrast", "link-in-text-block")  # the rules of axe for which a theme makes a difference

# Half faded in, a text has too little contrast. What moves without end does not fade.
_RUN = """async ([theme, runOnly]) => {
    document.documentElement.dataset.theme = theme;
    await Promise.allSettled(document.getAnimations()
        .filter(each => each.effect.getComputedTiming().endTime < Infinity)
        .map(each => each.finished));
    return (await axe.run({ runOnly, resultTypes: ["violations"] })).violations;
}"""


def faults(page: Any) -> list[str]:
    """The problems that axe finds on the page once nothing moves, in either theme."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not here").Axe()
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.axe_script)
    return [
        f"{theme}: {_description(fault)}"
        for theme, rules in (("light", CRITERIA), ("dark", COLOURS))
        for fault in page.evaluate(_RUN, [theme, list(rules)])
        if fault["impact"] in SERIOUS
    ]


def _description(fault: Any) -> str:
    return f"{fault['id']}: " + " ".join(node["html"][:160] for node in fault["nodes"][:3])
