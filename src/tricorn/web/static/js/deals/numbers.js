/**
 * The random numbers that this device adds to the deals at its tables, their receipts, and what it was shown before a
 * deal (docs/dealing.md).
 */

import { game as heldGame, keep } from "../shared/storage.js";

const MOST_KEPT = 60; // rounds of a table

/** @typedef {{game: number, round: number, commit: string}} Due */

/**
 * What this device knows of a deal from before it was made.
 * @typedef {object} Noted
 * @property {string} [number]          what it gave
 * @property {string | null} [receipt]  what it got for it; null if the number came too late
 * @property {boolean} [first]          the deal was to wait for this device
 * @property {Record<string, string>} [shown]  everybody's receipts, by name
 */

/** @typedef {Due & Noted} Given */

/** @type {Given[]} */
let seen = []; // by a spectator, who is not remembered beyond the page

/** @param {Due} one @param {Due} other */
const same = (one, other) => one.game === other.game && one.round === other.round && one.commit === other.commit;

/** What this device gave and was shown at a table, as it remembers. @param {string} code @returns {Given[]} */
export function given(code) {
  const held = heldGame(code);
  return held ? (held.given ?? []) : seen;
}

/** @param {string} code @param {Due} due @param {Noted} noted */
function note(code, { game, round, commit }, noted) {
  const due = { game, round, commit };
  const before = given(code);
  const changed = { ...due, ...before.find((each) => same(each, due)), ...noted };
  const all = [...before.filter((each) => !same(each, due)), changed].slice(-MOST_KEPT);
  if (heldGame(code)) keep({ code, given: all });
  else seen = all;
}

/**
 * The number for the deal that is due: made once, and remembered.
 * @param {string} code
 * @param {Due} due
 * @param {boolean} [first]  whether the deal waits for it
 */
export function numberFor(code, due, first) {
  const made = given(code).find((each) => same(each, due))?.number;
  if (made) return made;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const number = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  note(code, due, first ? { number, first } : { number });
  return number;
}

/** @param {string} code @param {{game: number, round: number, receipt: string | null}} answer */
export function noteReceipt(code, { game, round, receipt }) {
  const due = given(code).find((each) => each.game === game && each.round === round && each.number && !each.receipt);
  if (due) note(code, due, { receipt });
}

/**
 * Everybody's receipts as the table shows them now. The first one shown for a person stands, as long as that person is
 * at the table.
 * @param {string} code @param {import("../shared/protocol.js").Table} table
 */
export function noteShown(code, table) {
  const { next, seats } = table;
  if (!next?.receipts) return;
  const before = given(code).find((each) => same(each, next))?.shown ?? {};
  const people = seats
    .filter((seat) => seat.person)
    .map((seat) => [seat.name ?? "", before[seat.name ?? ""] ?? next.receipts[seat.seat]]);
  const shown = Object.fromEntries(people.filter(([, receipt]) => receipt));
  if (JSON.stringify(shown) !== JSON.stringify(before)) note(code, next, { shown });
}
