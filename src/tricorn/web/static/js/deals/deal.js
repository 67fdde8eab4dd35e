/** Computes a deal from its secret and the players' nonces, as docs/dealing.md describes. */

import { ALL_TILES } from "../shared/notation.js";
import { writeLine } from "../shared/record_writer.js";
import { sha256 } from "./sha256.js";

/** @import { Event } from "../shared/record.js" */

/**
 * A round as the record has it.
 * @typedef {object} DealtRound
 * @property {number} number
 * @property {Event[]} events
 * @property {string} secret    empty until it is published
 * @property {string} before    the previous secret, or the commitment
 * @property {Record<number, string>} nonces    by seat
 * @property {Record<number, string>} receipts  by seat
 */

/** The rounds that were dealt. @param {Event[]} events @param {string} commit */
export function dealtRounds(events, commit) {
  /** @type {DealtRound[]} */
  const rounds = [];
  for (const event of events) {
    if (event.kind === "round") {
      const before = rounds.at(-1)?.secret ?? commit;
      rounds.push({ number: event.number, events: [], secret: "", before, nonces: {}, receipts: {} });
    }
    const round = rounds.at(-1);
    if (round) addEvent(round, event);
  }
  return rounds;
}

/** @param {DealtRound} round @param {Event} event */
function addEvent(round, event) {
  if (event.kind === "number") round.nonces[event.seat] = event.nonce;
  if (event.kind === "receipt") round.receipts[event.seat] = event.receipt;
  if (event.kind === "secret") round.secret = event.secret;
  round.events.push(event);
}

/** The random bytes of a deal, without end. @param {DealtRound} round @returns {Generator<number, never>} */
function* randomBytes(round) {
  const nonces = Object.entries(round.nonces).map(([seat, nonce]) => {
    return `${writeLine({ kind: "number", seat: Number(seat), nonce })}\n`;
  });
  for (let block = 0; ; block++) {
    const digits = sha256(`secret ${round.secret}\nround ${round.number}\n${nonces.join("")}block ${block}\n`);
    for (let start = 0; start < 64; start += 2) yield parseInt(digits.slice(start, start + 2), 16);
  }
}

/** A random number from 0 to n - 1. @param {Generator<number, never>} bytes @param {number} n */
function below(bytes, n) {
  let byte = 256;
  while (byte >= 256 - (256 % n)) byte = bytes.next().value;
  return byte % n;
}

/**
 * The 56 tiles in the order of the deal, and the seat that the lot falls on where one decides who starts.
 * @param {DealtRound} round @param {number} players
 */
export function dealOf(round, players) {
  const tiles = [...ALL_TILES];
  const bytes = randomBytes(round);
  for (let n = tiles.length; n > 1; n--) {
    const other = below(bytes, n);
    [tiles[n - 1], tiles[other]] = [tiles[other], tiles[n - 1]];
  }
  return { tiles, starter: below(bytes, players) };
}

/** The receipt of a nonce. @param {{secret: string, number: number}} round @param {string} nonce */
export function receiptFor(round, nonce) {
  return sha256(`secret ${round.secret}\nround ${round.number}\nreceipt ${nonce}\n`);
}

/** Whether the secret is the one that the server had committed to. @param {DealtRound} round */
export function keepsCommitment(round) {
  return sha256(round.secret) === round.before;
}

/** Whether every tile that this player has seen matches the deal. @param {DealtRound} round @param {number} players */
export function matchesDeal(round, players) {
  const deal = round.events.find((event) => event.kind === "deal");
  const size = deal?.kind === "deal" ? deal.tiles.length : 0;
  const { tiles } = dealOf(round, players);
  const hands = Array.from({ length: players }, (_, seat) => new Set(tiles.slice(seat * size, (seat + 1) * size)));
  const well = tiles.slice(players * size);
  return size > 0 && round.events.every((event) => matchesEvent(event, hands, well));
}

/** Whether the lot fell as it should; null if there was none. @param {DealtRound} round @param {number} players */
export function matchesLot(round, players) {
  const starts = round.events.find((event) => event.kind === "starts");
  return starts ? starts.seat === dealOf(round, players).starter : null;
}

/** @param {Event} event @param {Set<string>[]} hands @param {string[]} well */
function matchesEvent(event, hands, well) {
  switch (event.kind) {
    case "deal":
      return event.tiles.every((tile) => tile === null || hands[event.seat].has(tile));
    case "well":
      return event.tiles.every((tile, i) => tile === null || tile === well[i]);
    case "draw": {
      const drawn = well.shift() ?? "";
      hands[event.seat].add(drawn);
      return event.tile === null || event.tile === drawn;
    }
    case "place":
      return (event.shows === null || hands[event.seat].has(event.shows)) && hands[event.seat].delete(event.tile);
    case "left":
      return event.tiles === null || event.tiles.every((tile) => hands[event.seat].has(tile));
    default:
      return true;
  }
}
