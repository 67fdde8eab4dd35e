/** What the player has solved on this device: the daily puzzles, with all tries, and the others. */

import { utcDate } from "../shared/notation.js";
import { readStored, writeStored } from "../shared/storage.js";
import { daysBefore } from "./data.js";

const STORED = "puzzles";
const MAX_DAYS = 400;
/** The signs of tries that are shared, by those that are stored. @type {Record<string, string>} */
const SIGNS = { w: "▽", r: "▲", x: "✕" };

/** The tries at daily puzzles, `2026-11-18 family`: wrong, right, given up. @typedef {Record<string, string>} Days */

/** `solved` has the numbers of puzzles, daily ones included. @typedef {{days: Days, solved: number[]}} Progress */

/** @returns {Progress} */
function readProgress() {
  const { days = {}, solved = [] } = readStored(STORED, /** @type {Partial<Progress> | null} */ (null)) ?? {};
  return { days, solved };
}

/** The tries at the puzzle of a day by a preset or rulebook. @param {string} date @param {string} rules  its id */
export function triesOn(date, rules) {
  return readProgress().days[`${date} ${rules}`] ?? "";
}

/** Whether a day's puzzle is solved or given up. @param {string} tries */
export function isFinished(tries) {
  return /[rx]$/.test(tries);
}

/**
 * Record a try at a daily puzzle, unless it is finished already.
 * @param {string} date @param {string} rules @param {"w" | "r" | "x"} sign  wrong, right, given up
 */
export function saveTry(date, rules, sign) {
  const { days, solved } = readProgress();
  const tries = triesOn(date, rules);
  if (isFinished(tries)) return;
  const all = Object.entries({ ...days, [`${date} ${rules}`]: tries + sign }).sort();
  writeStored(STORED, { days: Object.fromEntries(all.slice(-MAX_DAYS)), solved });
}

/** Record that a puzzle is solved. @param {number} number */
export function saveSolved(number) {
  const { days, solved } = readProgress();
  writeStored(STORED, { days, solved: [...new Set([...solved, number])] });
}

export function solvedPuzzles() {
  return new Set(readProgress().solved);
}

/** How many days in a row, up to today or yesterday, were solved. @param {Date} now */
export function streak(now) {
  const { days } = readProgress();
  const solvedDates = new Set(Object.keys(days).flatMap((day) => (days[day].endsWith("r") ? day.split(" ")[0] : [])));
  const isSolved = (/** @type {number} */ back) => solvedDates.has(utcDate(daysBefore(now, back)));
  const first = isSolved(0) ? 0 : 1;
  let length = 0;
  while (isSolved(first + length)) length++;
  return length;
}

/** The tries as signs that give nothing away. @param {string} tries */
export function triesText(tries) {
  return [...tries].map((sign) => SIGNS[sign] ?? "").join("");
}
