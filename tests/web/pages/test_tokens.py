"""The colours of the pages, read from the style sheets: contrast in every theme."""

from __future__ import annotations

import re
from itertools import product

import pytest
from tests.contrast import contrast

from tricorn.web.pages.assets import STATIC

CSS = STATIC / "css"
MODES, TABLES = ("light", "dark"), ("felt", "plain", "contrast")
EVERY_THEME = pytest.mark.parametrize(("mode", "table"), list(product(MODES, TABLES)))
BLOCK = re.compile(r"^(:root[^{]*)\{(.*?)\}", re.MULTILINE | re.DOTALL)
VALUE = re.compile(r"--([\w-]+):\s*([^;]+);")


def tokens(mode: str, table: str) -> dict[str, str]:
    """The values of the custom properties in a theme; of two selectors the one with more attributes counts."""
    blocks = []
    for name in ("palette", "tokens"):
        text = re.sub(r"/\*.*?\*/", "", (CSS / f"shared/{name}.css").read_text(), flags=re.DOTALL)
        for selector, body in BLOCK.findall(text):
            wanted = dict(re.findall(r'\[data-(\w+)="(\w+)"\]', selector))
            if wanted.items() <= {"theme": mode, "table": table}.items():
                blocks.append((selector.count("["), dict(VALUE.findall(body))))
    values: dict[str, str] = {}
    for _, block in sorted(blocks, key=lambda each: each[0]):
        values |= block
    return values


def colour(values: dict[str, str], name: str) -> str:
    """A colour as six digits; a reference to another property is followed."""
    value = values[name]
    if reference := re.fullmatch(r"var\(--([\w-]+)\)", value):
        return colour(values, reference[1])
    assert re.fullmatch("#[0-9a-f]{6}", value), f"--{name}: {value}"
    return value


SEATS = [f"seat-{seat}" for seat in range(6)]
TEXTS = [
    *product(("ink", "faint", "accent", "bad"), ("page", "card")),
    *product(("on-felt", "on-felt-soft", "on-felt-gold"), ("felt", "felt-deep")),
    *(("seat-ink", seat) for seat in SEATS),
    ("gold-ink", "gold"),
    ("bad", "bad-soft"),
    ("ink", "bad-soft"),
    ("ink", "accent-soft"),
    ("accent", "accent-soft"),
    ("page", "ink"),
]
PARTS = [*product(("field", "accent", *SEATS), ("page", "card")), ("on-felt-gold", "felt")]


@EVERY_THEME
def test_text_has_a_contrast_of_at_least_4_5(mode: str, table: str) -> None:
    values = tokens(mode, table)
    low = {(ink, ground): contrast(colour(values, ink), colour(values, ground)) for ink, ground in TEXTS}
    assert {pair: round(ratio, 2) for pair, ratio in low.items() if ratio < 4.5} == {}


@EVERY_THEME
def test_fields_focus_rings_and_seats_have_a_contrast_of_at_least_3(mode: str, table: str) -> None:
    values = tokens(mode, table)
    low = {(part, ground): contrast(colour(values, part), colour(values, ground)) for part, ground in PARTS}
    assert {pair: round(ratio, 2) for pair, ratio in low.items() if ratio < 3} == {}


def test_every_token_is_used() -> None:
    texts = [path.read_text() for path in (*CSS.rglob("*.css"), *(STATIC / "js").rglob("*.js"))]
    used = {name for text in texts for name in re.findall(r"--([\w-]+)(?=[\s,)\"'`])", text)}
    assert {name for name, _ in VALUE.findall((CSS / "shared/tokens.css").read_text())} - used == set()
