/** The names of players, as a record can have them. */

import { t } from "./i18n.js";

const MAX_NAME_LENGTH = 40;

/** A name as a record can have it: characters that can be seen, single spaces. @param {string} name */
function cleanName(name) {
  const seen = name
    .normalize("NFC")
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  return firstCharacters(seen, MAX_NAME_LENGTH);
}

/** @param {string} name @param {number} most */
function firstCharacters(name, most) {
  return [...name].slice(0, most).join("").trim();
}

/** Names that differ from each other. @param {string[]} names */
function makeDistinct(names) {
  /** @type {string[]} */
  const taken = [];
  const isTaken = (/** @type {string} */ name) => taken.some((other) => other.toLowerCase() === name.toLowerCase());
  for (const name of names) {
    let unused = name;
    for (let number = 2; isTaken(unused); number++) unused = `${firstCharacters(name, MAX_NAME_LENGTH - 2)} ${number}`;
    taken.push(unused);
  }
  return taken;
}

/** Clean names that differ from each other; empty ones become numbered names. @param {string[]} names */
export function distinctNames(names) {
  return makeDistinct(names.map((name, index) => cleanName(name) || t("Player {number}", { number: index + 1 })));
}
