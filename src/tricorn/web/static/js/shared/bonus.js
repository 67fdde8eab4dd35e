/** The bonuses. Generated from bonus.py by `python -m tricorn.web.pages.generated`; do not edit. */

import { t } from "./i18n.js";

/** @typedef {"bridge" | "beside" | "hexagon" | "hexagon2" | "hexagon3"} Bonus */

/** How many hexagons each bonus closes, by its word in the record. @type {Record<Bonus, number>} */
export const HEXAGONS = { bridge: 0, beside: 0, hexagon: 1, hexagon2: 2, hexagon3: 3 };

/** @type {Record<Bonus, string>} */
const LABELS = {
  bridge: t("bridge"),
  beside: t("beside a bridge"),
  hexagon: t("hexagon"),
  hexagon2: t("two hexagons"),
  hexagon3: t("three hexagons"),
};

/** @type {Bonus[]} */
export const BONUSES = ["bridge", "beside", "hexagon", "hexagon2", "hexagon3"];

/** What a person reads for a bonus. @param {Bonus} bonus */
export function bonusLabel(bonus) {
  return LABELS[bonus];
}

/** The bonus with this word in the record, if it is one. @param {string | null | undefined} word */
export function parseBonus(word) {
  return BONUSES.find((bonus) => bonus === word) ?? null;
}
