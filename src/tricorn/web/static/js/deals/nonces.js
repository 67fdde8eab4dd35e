/**
 * The nonces, random numbers, that this device adds to the deals at its tables, their receipts, and what the table
 * showed before a deal (docs/dealing.md).
 */

import { myGame, saveGame } from "../shared/my_games.js";

const MAX_NOTES = 60; // deals of a table

/** @typedef {{game: number, round: number, commit: string}} DealId */

/**
 * What this device knew about a deal before it was made.
 * @typedef {object} Notes
 * @property {string} [nonce]           its own
 * @property {string | null} [receipt]  for it; null if it came too late
 * @property {boolean} [first]          the deal had to wait for this device
 * @property {Record<string, string>} [shown]  the receipts of all players, by name
 */

/** @typedef {DealId & Notes} DealNotes */

/** The notes of a spectator, which are not stored. @type {DealNotes[]} */
let spectatorNotes = [];

/** @param {DealId} one @param {DealId} other */
const isSameDeal = (one, other) => one.game === other.game && one.round === other.round && one.commit === other.commit;

/** The notes of this device on the deals of a table. @param {string} code @returns {DealNotes[]} */
export function dealNotes(code) {
  const game = myGame(code);
  return game ? (game.deals ?? []) : spectatorNotes;
}

/** @param {string} code @param {DealId} deal @param {Notes} notes */
function addNotes(code, { game, round, commit }, notes) {
  const deal = { game, round, commit };
  const before = dealNotes(code);
  const changed = { ...deal, ...before.find((other) => isSameDeal(other, deal)), ...notes };
  const all = [...before.filter((other) => !isSameDeal(other, deal)), changed].slice(-MAX_NOTES);
  if (myGame(code)) saveGame({ code, deals: all });
  else spectatorNotes = all;
}

/**
 * This device's nonce for the next deal, made once and stored.
 * @param {string} code @param {DealId} deal @param {boolean} [first]  whether the deal waits for it
 */
export function nonceFor(code, deal, first) {
  const stored = dealNotes(code).find((other) => isSameDeal(other, deal))?.nonce;
  if (stored) return stored;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const nonce = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  addNotes(code, deal, first ? { nonce, first } : { nonce });
  return nonce;
}

/** @param {string} code @param {{game: number, round: number, receipt: string | null}} answer */
export function noteReceipt(code, { game, round, receipt }) {
  const deal = dealNotes(code).find(
    (other) => other.game === game && other.round === round && other.nonce && !other.receipt,
  );
  if (deal) addNotes(code, deal, { receipt });
}

/**
 * Save the receipts of all players as the table shows them. The first one shown for a person counts while that person
 * is at the table.
 * @param {string} code @param {import("../shared/protocol.js").Table} table
 */
export function noteShownReceipts(code, table) {
  const { next, seats } = table;
  if (!next?.receipts) return;
  const before = dealNotes(code).find((other) => isSameDeal(other, next))?.shown ?? {};
  const people = seats
    .filter((seat) => seat.person)
    .map((seat) => [seat.name ?? "", before[seat.name ?? ""] ?? next.receipts[seat.seat]]);
  const shown = Object.fromEntries(people.filter(([, receipt]) => receipt));
  if (JSON.stringify(shown) !== JSON.stringify(before)) addNotes(code, next, { shown });
}
