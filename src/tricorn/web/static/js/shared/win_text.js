/** Why a game was won, in words. */

import { t } from "./i18n.js";

/**
 * @param {string} reason  a `WinReason` of shared/win_reason.js, or `ended`
 * @param {{name: string, score: number, target: number}} values
 */
export function winText(reason, values) {
  if (reason === "alone") return t("{name} alone has reached {target} points, with {score}.", values);
  if (reason === "ended") return t("The game was ended early.");
  if (reason === "round") return t("{name} won the round in which several had reached {target} points.", values);
  return t("{name} has the highest score, {score}, of those who have reached {target} points.", values);
}
