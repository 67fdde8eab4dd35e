/** What is wished for a new table or score sheet: seats, edition, house rules; remembered for the next time. */

import { recall } from "../shared/storage.js";

/** @typedef {"now" | "friends" | "pass" | "score"} Mode */
/** @typedef {{kind: "human" | "bot" | "open", name?: string, level?: string}} SeatWish */
/** @typedef {Record<string, any> & {id: string, players: [number, number]}} Edition */

/**
 * @typedef {object} Wish
 * @property {SeatWish[]} seats
 * @property {string} edition       the id
 * @property {Record<string, string>} rules  house rules, as a record spells them
 * @property {boolean} listed
 */

/** How a record spells a value of an edition. @param {any} value @param {string} [name] */
export function spelled(value, name) {
  if (value === null) return "none";
  if (value === true) return "yes";
  if (value === false) return "no";
  return Array.isArray(value) ? value.join(name === "players" ? "-" : "/") : String(value);
}

/** The rules in which a wish differs from its rulebook. @param {Record<string, string>} rules @param {Edition} book */
export function changes(rules, book) {
  return Object.entries(rules).filter(([name, value]) => name in book && spelled(book[name], name) !== value);
}

/** The edition line: an id, then what differs from its rulebook. @param {Wish} wish @param {Edition[]} editions */
export function editionLine(wish, editions) {
  const book = editions.find((each) => each.id === wish.edition) ?? editions[0];
  return [book.id, ...changes(wish.rules, book).map(([name, value]) => `${name}=${value}`)].join(" ");
}

/** What a mode starts with. @param {Mode} mode @param {string} edition @param {string} level @returns {Wish} */
export function firstWish(mode, edition, level) {
  const seats = /** @type {Record<Mode, SeatWish[]>} */ ({
    now: [{ kind: "human" }, { kind: "bot", level }],
    friends: [{ kind: "human" }, { kind: "open" }],
    pass: [
      { kind: "human", name: "" },
      { kind: "human", name: "" },
    ],
    score: [
      { kind: "human", name: "" },
      { kind: "human", name: "" },
    ],
  })[mode];
  return { ...{ seats, edition, rules: {}, listed: false }, ...recall(`wish.${mode}`, {}) };
}
