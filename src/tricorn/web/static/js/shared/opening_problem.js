/** Why no table could be opened in this browser, in words. */

import { t } from "./i18n.js";

/** @typedef {"storage" | "deal" | "head start"} OpeningProblem */

/** @param {OpeningProblem} problem */
export function problemText(problem) {
  return {
    deal: t("With these house rules there are not enough tiles for so many players."),
    "head start": t("A head start must stay below the points that win, and each needs a player."),
    storage: t("This browser does not store anything, so a game cannot be saved here."),
  }[problem];
}
