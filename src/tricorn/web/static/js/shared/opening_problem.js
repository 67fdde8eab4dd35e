/** Why no table could be opened in this browser, in words. */

import { t } from "./i18n.js";

/** @typedef {"storage" | "deal"} OpeningProblem */

/** @param {OpeningProblem} problem */
export function problemText(problem) {
  return problem === "deal"
    ? t("With these house rules there are not enough tiles for so many players.")
    : t("This browser does not store anything, so a game cannot be saved here.");
}
