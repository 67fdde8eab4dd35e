"""Static files generated from Python: `python -m tricorn.web.pages.generated` writes them, a test compares them."""

from __future__ import annotations

import json

from tricorn.analysis.as_data import MAX_MOVES
from tricorn.analysis.review import GRADES, ITERATIONS, PLAYOUTS, STEEPNESS
from tricorn.analysis.skill_level import ADDED_CHOICES, ERROR_RATES, MIN_CHOICES
from tricorn.bonus import Bonus
from tricorn.moves import Place
from tricorn.render import Drawn, Position, digits, shapes, svg
from tricorn.render.palette import THEMES, Palette
from tricorn.rule_words import rule_templates
from tricorn.web.pages.assets import STATIC
from tricorn.web.pages.jsdoc_types import protocol_script

__all__ = ["generated_files"]

_BONUS_TEMPLATE = """\
/** The bonuses. Generated from bonus.py by `python -m tricorn.web.pages.generated`; do not edit. */

/** @typedef {{{words}}} Bonus */

/** How many hexagons each bonus closes, by its word in the record. @type {{Record<Bonus, number>}} */
export const HEXAGONS = {{ {hexagons} }};

/** @type {{Bonus[]}} */
export const BONUSES = [{list}];

/** The bonus with this word in the record, if it is one. @param {{string | null | undefined}} word */
export function parseBonus(word) {{
  return BONUSES.find((bonus) => bonus === word) ?? null;
}}
"""

_LABELS_TEMPLATE = """\
/** What people read for bonuses. Generated from bonus.py by `python -m tricorn.web.pages.generated`; do not edit. */

import {{ t }} from "./i18n.js";

/** @import {{ Bonus }} from "./bonus.js" */

/** @type {{Record<Bonus, string>}} */
const LABELS = {{
{labels}
}};

/** @param {{Bonus}} bonus */
export function bonusLabel(bonus) {{
  return LABELS[bonus];
}}
"""

_RULES_TEMPLATE = """\
/** House rules in words. Generated from rule_words.py by `python -m tricorn.web.pages.generated`; do not edit. */

import {{ t }} from "../shared/i18n.js";

/**
 * For each rule the templates of its values; `/` is for several figures and `*` for all other values.
 * @type {{Record<string, Record<string, string>>}}
 */
export const TEMPLATES = {{
{rules}
}};
"""

_REVIEW_TEMPLATE = """\
/**
 * The figures of reviews. Generated from analysis/review.py, as_data.py and skill_level.py, which explain them, by
 * `python -m tricorn.web.pages.generated`; do not edit.
 */

{figures}

/** Each grade and the smallest loss that gets it. @type {{[import("./review_request.js").Grade, number][]}} */
export const GRADES = [
{grades}
];

/** The error rates of the levels. @type {{Record<string, number>}} */
export const ERROR_RATES = {{ {rates} }};
"""

_SHAPES_TEMPLATE = """\
/**
 * The measures of tiles in a picture. Generated from render/shapes.py and render/digits.py, which explain them, by
 * `python -m tricorn.web.pages.generated`; do not edit.
 */

{measures}

/** A five-pointed star around 0,0. @type {{[number, number][]}} */
export const STAR = [
{star}
];

/** The numerals 0 to 5 as paths. */
export const DIGITS = [
{digits}
];
"""


# What the menu shows of each table, whose colours do not depend on the page's.
_TABLES = {"felt": "light", "plain": "plain", "contrast": "contrast"}
_SAMPLE = Position(
    tuple(Drawn(place.cell, place.numbers) for place in map(Place.parse, ("0,0^033", "-1,0v340", "0,0v300")))
)


def generated_files() -> dict[str, str]:
    """The text of each generated file, by its name in the static folder."""
    return {
        "js/analysis/review_constants.js": _review_script(),
        "js/board/shapes.js": _shapes_script(),
        "js/shared/bonus.js": _bonus_script(),
        "js/shared/bonus_labels.js": _bonus_labels_script(),
        "js/shared/protocol.js": protocol_script(),
        "js/setup/rule_templates.js": _rules_script(),
        "css/shared/palette.css": _palette_css(),
        **{f"icons/table-{name}.svg": svg(_SAMPLE, theme=theme, marks=False) for name, theme in _TABLES.items()},
    }


def _bonus_script() -> str:
    """The bonuses as an ES module, which workers can load too."""
    return _BONUS_TEMPLATE.format(
        words=" | ".join(map(json.dumps, Bonus)),
        hexagons=", ".join(f"{bonus}: {bonus.hexagons}" for bonus in Bonus),
        list=", ".join(map(json.dumps, Bonus)),
    )


def _bonus_labels_script() -> str:
    """The labels of the bonuses as an ES module."""
    labels = "\n".join(f"  {bonus}: t({json.dumps(bonus.label)})," for bonus in Bonus)
    return _LABELS_TEMPLATE.format(labels=labels)


def _rules_script() -> str:
    """The templates of house rules as an ES module."""
    lines = []
    for rule, templates in rule_templates().items():
        words = (
            f"    {value if value.isalnum() else json.dumps(value)}: t({json.dumps(text)}),"
            for value, text in templates.items()
        )
        lines.append("\n".join([f"  {rule}: {{", *words, "  },"]))
    return _RULES_TEMPLATE.format(rules="\n".join(lines))


def _review_script() -> str:
    """The figures of reviews as an ES module, so that the browser reviews as the server does."""
    figures = {
        "ITERATIONS": ITERATIONS,
        "PLAYOUTS": PLAYOUTS,
        "STEEPNESS": STEEPNESS,
        "MAX_MOVES": MAX_MOVES,
        "MIN_CHOICES": MIN_CHOICES,
        "ADDED_CHOICES": ADDED_CHOICES,
    }
    return _REVIEW_TEMPLATE.format(
        figures="\n".join(f"export const {name} = {value:g};" for name, value in figures.items()),
        grades="\n".join(f'  ["{name}", {loss}],' for name, loss in GRADES),
        rates=", ".join(f"{level}: {rate}" for level, rate in ERROR_RATES.items()),
    )


def _shapes_script() -> str:
    """The measures and numerals of tiles as an ES module, so that pages and pictures have the same ones."""
    measures = {
        **{name: getattr(shapes, name) for name in ("SIDE", "GAP", "PEN", "ROUNDING", "CORNER", "NUMERAL_DISTANCE")},
        **{f"NUMERAL_{name}": getattr(digits, name) for name in ("STROKE", "SCALE")},
    }
    return _SHAPES_TEMPLATE.format(
        measures="\n".join(f"export const {name} = {value:g};" for name, value in measures.items()),
        star="\n".join(f"  [{x:g}, {y:g}]," for x, y in shapes.STAR),
        digits="\n".join(f"  {json.dumps(path)}," for path in digits.DIGITS),
    )


# Which pages have a palette: `data-theme` is light or dark, `data-table` the table that was chosen.
_SELECTORS = {
    "light": ":root",
    "dark": ':root[data-theme="dark"]',
    "plain": ':root[data-table="plain"]',
    "plain-dark": ':root[data-theme="dark"][data-table="plain"]',
    "contrast": ':root[data-theme][data-table="contrast"]',
}


def _palette_css() -> str:
    """The colours of tiles and table as CSS variables, so that pages and pictures have the same ones."""
    return (
        "/* Generated from render/palette.py by `python -m tricorn.web.pages.generated`; do not edit. */\n\n"
        + "\n".join(_variables(_SELECTORS[theme], palette) for theme, palette in THEMES.items())
    )


def _variables(selector: str, palette: Palette) -> str:
    names = ("tile", "edge", "back", "shadow", "mark", "halo", "open")
    colours = {"felt": palette.table, "felt-deep": palette.deep}
    colours |= {name: str(getattr(palette, name)) for name in names}
    colours |= {f"c{number}": colour for number, colour in enumerate(palette.fills)}
    colours |= {f"rim{number}": colour for number, colour in enumerate(palette.rims)}
    colours |= {f"n{number}": colour for number, colour in enumerate(palette.inks)}
    colours |= {f"dimmed-c{number}": colour for number, colour in enumerate(palette.dimmed_fills)}
    colours["dimmed-ink"] = palette.dimmed_ink
    return "".join([f"{selector} {{\n", *(f"  --{name}: {value};\n" for name, value in colours.items()), "}\n"])


def main() -> None:
    for name, text in generated_files().items():
        (STATIC / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
