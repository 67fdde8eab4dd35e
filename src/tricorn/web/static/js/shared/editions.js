/** Editions, and their house rules as records write them: `spanish target=200`. The server validates them. */

import { ALL_TILES } from "./notation.js";

/** @typedef {string | number | boolean | null | (number | null)[]} RuleValue */

/**
 * The fields of an edition (editions.py) that scripts read by their names.
 * @typedef {object} EditionFields
 * @property {string} id
 * @property {string} name
 * @property {[number, number]} players  the fewest and the most
 * @property {number[]} deal  the tiles of each player, for two players and more
 * @property {number} target
 * @property {number | null} rounds
 * @property {"triple" | "choice"} start
 * @property {"numbers" | "tiles"} scoring
 * @property {number} draw_penalty
 * @property {number} pass_penalty
 * @property {number | null} draw_limit
 * @property {boolean} draw_optional
 * @property {boolean} zero_option
 * @property {boolean} show_triple
 * @property {number} out_bonus
 * @property {boolean} blocked_own
 * @property {string} won_by
 * @property {number | null} clock
 * @property {number[]} head_start  the points that each seat begins with
 */

/** A rulebook, perhaps changed by house rules. @typedef {Record<string, RuleValue> & EditionFields} Edition */

/** The edition with this id, or the first one. @param {Edition[]} editions @param {string} id */
export function findEdition(editions, id) {
  return editions.find((edition) => edition.id === id) ?? editions[0];
}

/** @param {RuleValue} value @param {string} [name]  of the rule */
export function ruleNotation(value, name) {
  if (value === null) return "none";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (name === "head_start")
    return String(value)
      .replaceAll(",", "/")
      .replace(/(\/0)+$/, ""); // up to the last with any
  return Array.isArray(value) ? value.join(name === "players" ? "-" : "/") : String(value);
}

/** The value of a house rule, of the same type as the usual value. @param {string} text @param {RuleValue} usual */
function parseRule(text, usual) {
  if (typeof usual === "boolean") return text === "yes";
  if (typeof usual === "string") return text;
  if (Array.isArray(usual)) return text.split(/[/-]/).map(Number);
  return text === "none" ? null : Number(text);
}

/** The rules that differ from the rulebook. @param {Record<string, string>} rules @param {Edition} edition */
export function changedRules(rules, edition) {
  const isChanged = (/** @type {string} */ name) =>
    name in edition && ruleNotation(edition[name], name) !== rules[name];
  return Object.entries(rules).filter(([name]) => isChanged(name));
}

/** An edition and the rules that differ from it. @param {Edition} edition @param {Record<string, string>} rules */
export function editionLine(edition, rules) {
  return [edition.id, ...changedRules(rules, edition).map(([name, value]) => `${name}=${value}`)].join(" ");
}

/**
 * The edition of an edition line, with its house rules; null if the line is invalid.
 * @param {Edition[]} editions @param {string} line @returns {Edition | null}
 */
export function parseEdition(editions, line) {
  const { edition: id, rules } = splitLine(line);
  const book = editions.find((edition) => edition.id === id);
  if (!book) return null;
  const pairs = Object.entries(rules);
  if (pairs.some(([name, value]) => !(name in book) || !value)) return null;
  return { ...book, ...Object.fromEntries(pairs.map(([name, value]) => [name, parseRule(value, book[name])])) };
}

/**
 * An edition with house rules and a name; `line` is its edition line.
 * @typedef {{id: string, name: string, short: string, line: string}} Preset
 */

/** The id of an edition line, and its house rules. @param {string} line */
export function splitLine(line) {
  const [edition, ...rules] = line.split(" ");
  return { edition, rules: Object.fromEntries(rules.map((rule) => rule.split("="))) };
}

/** The points that each player begins a game with. @param {string} line @param {number} players */
export function headStart(line, players) {
  const points = (splitLine(line).rules.head_start ?? "").split("/");
  return Array.from({ length: players }, (_, seat) => Number(points[seat] ?? 0));
}

/**
 * The preset with the rules of an edition line, whatever the clock and the head start.
 * @param {Preset[]} presets @param {string} line
 */
export function presetOf(presets, line) {
  const words = (/** @type {string} */ text) => text.split(" ").filter((word) => !/^(clock|head_start)=/.test(word));
  const rules = words(line).sort().join(" ");
  return presets.find((preset) => words(preset.line).sort().join(" ") === rules) ?? null;
}

/** Whether this number of players can play. @param {Edition} edition @param {number} count */
export function allowsPlayers({ players: [fewest, most], deal }, count) {
  const dealt = deal[count - 2] * count;
  return fewest <= count && count <= most && dealt > 0 && dealt <= ALL_TILES.length;
}

/** Whether so many players may have their head start: nobody else has one, and nobody has won with it. */
export function allowsHeadStart(/** @type {Edition} */ { head_start, target, rounds }, /** @type {number} */ count) {
  return head_start.every((points, seat) => points === 0 || (seat < count && (rounds !== null || points < target)));
}
