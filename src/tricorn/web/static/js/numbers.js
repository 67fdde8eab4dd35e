// @ts-check
/** The random numbers that this device adds to the deals at its tables (docs/dealing.md), and what it was shown before. */

import { game as heldGame, keep } from "./memory.js";

/** @typedef {{game: number, round: number, commit: string}} Due */
/** @typedef {Due & {number: string}} Given  a number, with the commitment that was shown when it was made */

/** @param {Due} one @param {Due} other */
const same = (one, other) => one.game === other.game && one.round === other.round && one.commit === other.commit;

/** What this device gave at a table, as it remembers. @param {string} code @returns {Given[]} */
export function given(code) {
  return heldGame(code)?.given ?? [];
}

/** The number for the deal that is due: made once, and remembered. @param {string} code @param {Due} due */
export function numberFor(code, due) {
  const made = given(code).find((each) => same(each, due));
  if (made) return made.number;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const number = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  keep({ code, given: [...given(code), { ...due, number }] });
  return number;
}
