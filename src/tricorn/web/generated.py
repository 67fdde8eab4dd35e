"""The page's script that is generated from Python: `python -m tricorn.web.generated` writes it, a test compares it."""

from __future__ import annotations

import json
from pathlib import Path

from tricorn.bonus import Bonus

__all__ = ["BONUS_SCRIPT", "bonus_script"]

BONUS_SCRIPT = Path(__file__).parent / "static/js/shared/bonus.js"

_BONUS_TEMPLATE = """\
/** The bonuses. Generated from bonus.py by `python -m tricorn.web.generated`; do not edit. */

import {{ t }} from "./i18n.js";

/** @typedef {{{words}}} Bonus */

/** How many hexagons each bonus closes, by its word in the record. @type {{Record<Bonus, number>}} */
export const HEXAGONS = {{ {hexagons} }};

/** @type {{Record<Bonus, string>}} */
const LABELS = {{
{labels}
}};

/** @type {{Bonus[]}} */
export const BONUSES = [{list}];

/** What a person reads for a bonus. @param {{Bonus}} bonus */
export function bonusLabel(bonus) {{
  return LABELS[bonus];
}}

/** The bonus with this word in the record, if it is one. @param {{string | undefined}} word */
export function bonusOf(word) {{
  return BONUSES.find((bonus) => bonus === word) ?? null;
}}
"""


def bonus_script() -> str:
    """The bonuses as an ES module."""
    return _BONUS_TEMPLATE.format(
        words=" | ".join(map(json.dumps, Bonus)),
        hexagons=", ".join(f"{bonus}: {bonus.hexagons}" for bonus in Bonus),
        labels="\n".join(f"  {bonus}: t({json.dumps(bonus.label)})," for bonus in Bonus),
        list=", ".join(map(json.dumps, Bonus)),
    )


if __name__ == "__main__":
    BONUS_SCRIPT.write_text(bonus_script(), encoding="utf-8")
