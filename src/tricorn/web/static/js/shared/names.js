/** The names of players, as a record can have them. */

import { t } from "./i18n.js";
import { SEATS } from "./notation.js";

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

/**
 * The change of a score sheet that gives players new names (docs/protocol.md); "" if none is new.
 * @param {string[]} names @param {string[]} entered
 */
export function renameChange(names, entered) {
  const changed = entered.flatMap((text, seat) => {
    const name = text.replace(/\s+/g, " ").trim();
    return name && name !== names[seat] ? [`${SEATS[seat]} ${name}`] : [];
  });
  return changed.length ? `rename ${changed.join("\t")}` : "";
}

/**
 * The names after such a change, or null if it is not valid. New names are judged together, so two can be swapped.
 * @param {string[]} names @param {string} text  after `rename`
 */
export function renamed(names, text) {
  /** @type {Map<number, string>} */
  const given = new Map();
  for (const part of text.split("\t"))
    given.set(part[1] === " " ? SEATS.indexOf(part[0]) : -1, cleanName(part.slice(2)));
  if ([...given].some(([seat, name]) => !name || !(seat in names))) return null;
  const kept = names.filter((_, seat) => !given.has(seat));
  const distinct = makeDistinct([...kept, ...given.values()]).slice(kept.length);
  const seats = [...given.keys()];
  return names.map((name, seat) => distinct[seats.indexOf(seat)] ?? name);
}

/**
 * Short forms of names, all different: three letters, or the first letter and one that tells names apart (Gm, Gf).
 * @param {string[]} names
 */
export function shortNames(names) {
  const starts = names.map((name) => firstCharacters(name, 3));
  return names.map((name, seat) => {
    const others = names.filter((_, other) => other !== seat && starts[other] === starts[seat]);
    if (!others.length) return starts[seat];
    const letters = [...name];
    const isOwn = (/** @type {number} */ at) => others.every((other) => [...other][at] !== letters[at]);
    const at = letters.findIndex((letter, index) => index > 2 && letter.trim() && isOwn(index));
    return at < 0 ? `${letters[0]}${seat + 1}` : `${letters[0]}${letters[at]}`;
  });
}

/**
 * Forms of a name from the longest to the shortest, none of which another player's name begins with.
 * @param {string[]} names @param {number} seat
 */
export function nameForms(names, seat) {
  const letters = [...names[seat]];
  const isOwn = (/** @type {string} */ start) =>
    names.every((name, other) => other === seat || !name.startsWith(start));
  const cut = letters.map((_, index) =>
    letters
      .slice(0, letters.length - 1 - index)
      .join("")
      .trim(),
  );
  const forms = cut.filter((start) => start.length > 3 && start.length < letters.length - 1 && isOwn(start));
  return [names[seat], ...forms.map((start) => `${start}.`), shortNames(names)[seat]];
}
