/** What people read for bonuses. Generated from bonus.py by `python -m tricorn.web.pages.generated`; do not edit. */

import { t } from "./i18n.js";

/** @import { Bonus } from "./bonus.js" */

/** @type {Record<Bonus, string>} */
const LABELS = {
  bridge: t("bridge"),
  beside: t("beside a bridge"),
  hexagon: t("hexagon"),
  hexagon2: t("two hexagons"),
  hexagon3: t("three hexagons"),
};

/** @param {Bonus} bonus */
export function bonusLabel(bonus) {
  return LABELS[bonus];
}
