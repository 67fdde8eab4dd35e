/** The bonuses. Generated from bonus.py by `python -m tricorn.web.pages.generated`; do not edit. */

/** @typedef {"bridge" | "beside" | "hexagon" | "hexagon2" | "hexagon3"} Bonus */

/** How many hexagons each bonus closes, by its word in the record. @type {Record<Bonus, number>} */
export const HEXAGONS = { bridge: 0, beside: 0, hexagon: 1, hexagon2: 2, hexagon3: 3 };

/** @type {Bonus[]} */
export const BONUSES = ["bridge", "beside", "hexagon", "hexagon2", "hexagon3"];

/** The bonus with this word in the record, if it is one. @param {string | null | undefined} word */
export function parseBonus(word) {
  return BONUSES.find((bonus) => bonus === word) ?? null;
}
