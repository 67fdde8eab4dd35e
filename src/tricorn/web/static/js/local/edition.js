/** Parses the edition line of a record, with its house rules. */

/** @typedef {import("../core/module.js").Edition} Edition */

const TILES = 56;

/** A house rule's value, of the same type as the rulebook's own value. @param {string} text @param {any} usual */
function ruleValue(text, usual) {
  if (typeof usual === "boolean") return text === "yes";
  if (typeof usual === "string") return text;
  if (Array.isArray(usual)) return text.split(/[/-]/).map(Number);
  return text === "none" ? null : Number(text);
}

/**
 * The edition of an edition line such as `spanish target=200`; null if it is invalid.
 * @param {Record<string, Edition>} editions @param {string} line @returns {Edition | null}
 */
export function editionOf(editions, line) {
  const [id, ...rules] = line.split(" ");
  const book = editions[id];
  if (!book) return null;
  const pairs = rules.map((rule) => rule.split("="));
  if (pairs.some(([name, value]) => !(name in book) || !value)) return null;
  return { ...book, ...Object.fromEntries(pairs.map(([name, value]) => [name, ruleValue(value, book[name])])) };
}

/** Whether this number of players can play. @param {Edition} edition @param {number} players */
export function allowsPlayers({ players: [low, high], deal }, players) {
  const each = deal[players - 2];
  return low <= players && players <= high && each > 0 && each * players <= TILES;
}
