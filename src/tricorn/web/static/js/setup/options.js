/** The options of a new table or score sheet: seats, edition, house rules. Those last used in each mode are stored. */

import { readStored, writeStored } from "../shared/storage.js";

/** @typedef {"now" | "friends" | "pass" | "score"} Mode */
/** @typedef {{kind: "human" | "bot" | "open", name?: string, level?: string}} SeatOptions */
/** @typedef {string | number | boolean | null | (number | null)[]} RuleValue */
/** A rulebook. @typedef {Record<string, RuleValue> & {id: string, name: string, players: [number, number]}} Edition */
/** What the server offers. @typedef {{levels: string[], level: string, edition: string}} Offer */

/**
 * @typedef {object} Options
 * @property {SeatOptions[]} seats
 * @property {string} edition       the id
 * @property {Record<string, string>} rules  house rules, as a record writes them
 * @property {boolean} listed
 * @property {"bot" | "end"} onResign  what happens when somebody resigns
 * @property {boolean} hints        whether players may have hints although several people play
 */

/** A value of an edition as a record writes it. @param {RuleValue} value @param {string} [name] */
export function ruleText(value, name) {
  if (value === null) return "none";
  if (value === true) return "yes";
  if (value === false) return "no";
  return Array.isArray(value) ? value.join(name === "players" ? "-" : "/") : String(value);
}

/** The rules that differ from the rulebook. @param {Record<string, string>} rules @param {Edition} edition */
export function changedRules(rules, edition) {
  const isChanged = (/** @type {string} */ name) => name in edition && ruleText(edition[name], name) !== rules[name];
  return Object.entries(rules).filter(([name]) => isChanged(name));
}

/** The edition line: an id, then the house rules. @param {Options} options @param {Edition[]} editions */
export function editionLine(options, editions) {
  const edition = editions.find((each) => each.id === options.edition) ?? editions[0];
  return [edition.id, ...changedRules(options.rules, edition).map(([name, value]) => `${name}=${value}`)].join(" ");
}

/** @param {Mode} mode @param {string} level @returns {SeatOptions[]} */
function defaultSeats(mode, level) {
  if (mode === "now") return [{ kind: "human" }, { kind: "bot", level }];
  if (mode === "friends") return [{ kind: "human" }, { kind: "open" }];
  return [
    { kind: "human", name: "" },
    { kind: "human", name: "" },
  ];
}

/** The name in storage. @param {Mode} mode */
const storedAs = (mode) => `options.${mode}`;

/** The last options of a mode, or its defaults. @param {Mode} mode @param {Offer} offer @returns {Options} */
export function storedOptions(mode, { edition, level }) {
  /** @type {Options} */
  const defaults = {
    seats: defaultSeats(mode, level),
    edition,
    rules: {},
    listed: false,
    onResign: "bot",
    hints: false,
  };
  const fromEarlierVersion = readStored(`wish.${mode}`, {});
  return { ...defaults, ...readStored(storedAs(mode), fromEarlierVersion) };
}

/** @param {Mode} mode @param {Options} options */
export function storeOptions(mode, options) {
  writeStored(storedAs(mode), options);
}
