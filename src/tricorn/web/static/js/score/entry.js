/** Entries of a score sheet (docs/scorekeeper.md): record lines, in which what can be computed may be missing. */

import { BONUSES } from "../shared/bonus.js";
import { HIDDEN_TILE } from "../shared/notation.js";
import { readLine } from "../shared/record.js";

/** @typedef {import("../shared/record.js").Play} Play */
/** @typedef {import("../shared/record.js").Left} Left */
/** @typedef {import("../shared/record.js").Out} Out */
/** @typedef {import("../shared/record.js").Blocked} Blocked */

/**
 * `hasPoints`: they were entered; `hasWinner`: false only for a blocked round without its winner; `anyway`: people
 * insist on it.
 * @typedef {object} Entry
 * @property {string} text
 * @property {Play | Left | Out | Blocked} event
 * @property {boolean} hasPoints
 * @property {boolean} hasWinner
 * @property {boolean} anyway
 */

const SEAT = "[A-F]";
const TILE = "[0-5]-[0-5]-[0-5]";
const POINTS = "( [+-]\\d{1,4})?";
const END = "( anyway)?";
const BONUS = `( (${BONUSES.join("|")}))?`;
const FORMS = [
  `${SEAT} (-?\\d{1,3},-?\\d{1,3}[v^][0-5]{3}|${TILE}|=\\d{1,3})${POINTS}${BONUS}( shows ${TILE})?${END}`,
  `${SEAT} draw( ${TILE}| \\?-\\?-\\?)?${POINTS}${END}`,
  `${SEAT} pass${POINTS}${END}`,
  `left ${SEAT}( ${TILE})+${END}`,
  `left ${SEAT}( \\d{1,2})? =\\d{1,3}${END}`,
  `out ${SEAT}${POINTS}${END}`,
  `blocked( (draw|${SEAT})${POINTS})?${END}`,
].map((form) => new RegExp(`^${form}$`));

/** An entry from its text; null if it cannot be read. @param {string} text @returns {Entry | null} */
export function readEntry(text) {
  if (!FORMS.some((form) => form.test(text))) return null;
  const words = text.split(" ");
  const anyway = words.at(-1) === "anyway";
  if (anyway) words.pop();
  const hasWinner = words[0] !== "blocked" || words.length > 1;
  if (!hasWinner) words.push("draw");
  if (words[1] === "draw" && words[0] !== "blocked" && !/-.-/.test(words[2] ?? "")) words.splice(2, 0, HIDDEN_TILE);
  const index = words[1] === "draw" && words[0] !== "blocked" ? 3 : 2;
  const hasPoints = /^[+-]\d+$/.test(words[index] ?? "");
  if (!hasPoints && words[0] !== "left") words.splice(index, 0, "+0");
  const event = /** @type {Entry["event"] | null} */ (readLine(words.join(" ")));
  return event && { text, event, hasPoints, hasWinner, anyway };
}

/** The same entry, insisted on. @param {Entry} entry @returns {Entry} */
export function insisted(entry) {
  return entry.anyway ? entry : { ...entry, anyway: true, text: `${entry.text} anyway` };
}
