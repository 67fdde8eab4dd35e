/** What the reader has solved on this device: the daily puzzles, with all attempts, and the others. */

import { readStored, writeStored } from "../shared/storage.js";
import { dateOf, daysBefore } from "./data.js";

const STORED = "puzzles";
const MAX_DAYS = 400;
/** A try, as it is stored and as it is shared. */
const SIGNS = /** @type {Record<string, string>} */ ({ w: "▽", r: "▲", x: "✕" });

/** Days by their dates, each with its tries: wrong, right, given up. @typedef {Record<string, string>} Days */

/** @returns {{days: Days, solved: number[]}} */
function stored() {
  const { days = {}, solved = [] } = readStored(STORED, /** @type {any} */ ({})) ?? {};
  return { days, solved };
}

/** The tries of a day. @param {string} date */
export function triesOf(date) {
  return stored().days[date] ?? "";
}

/** Whether a day's puzzle is solved or given up. @param {string} tries */
export function isFinished(tries) {
  return /[rx]$/.test(tries);
}

/**
 * Record an attempt at a daily puzzle, unless it is finished already. @param {string} date
 * @param {string} sign
 */
export function noteTry(date, sign) {
  const { days, solved } = stored();
  if (isFinished(days[date] ?? "")) return;
  const all = Object.entries({ ...days, [date]: (days[date] ?? "") + sign }).sort();
  writeStored(STORED, { days: Object.fromEntries(all.slice(-MAX_DAYS)), solved });
}

/** @param {number} number */
export function noteSolved(number) {
  const { days, solved } = stored();
  writeStored(STORED, { days, solved: [...new Set([...solved, number])] });
}

export function solvedPuzzles() {
  return new Set(stored().solved);
}

/** How many days in a row, up to today or yesterday, were solved. @param {Date} now */
export function streak(now) {
  const { days } = stored();
  const isSolved = (/** @type {number} */ back) => (days[dateOf(daysBefore(now, back))] ?? "").endsWith("r");
  const first = isSolved(0) ? 0 : 1;
  let length = 0;
  while (isSolved(first + length)) length++;
  return length;
}

/** The tries as signs that give nothing away. @param {string} tries */
export function signs(tries) {
  return [...tries].map((sign) => SIGNS[sign] ?? "").join("");
}
