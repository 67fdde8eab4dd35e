/** A new table in this browser. */

import { pageAddress } from "../shared/addresses.js";
import { t } from "../shared/i18n.js";
import { saveGame } from "../shared/my_games.js";
import { allowsPlayers, editionOf } from "./edition.js";
import { newCode, saveTable } from "./saved.js";
import { LOCAL_KEY } from "./wire.js";

/** @typedef {import("../setup/options.js").SeatOptions} SeatOptions */

const LONGEST_NAME = 40;

/** A name as a record can have it: characters that can be seen, single spaces. @param {string} name */
function cleanName(name) {
  const seen = name
    .normalize("NFC")
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  return [...seen].slice(0, LONGEST_NAME).join("");
}

/** Names that differ from each other. @param {string[]} names */
function distinct(names) {
  /** @type {string[]} */
  const taken = [];
  const isTaken = (/** @type {string} */ name) => taken.some((other) => other.toLowerCase() === name.toLowerCase());
  for (const name of names) {
    let unused = name;
    for (let number = 2; isTaken(unused); number++) unused = `${name} ${number}`;
    taken.push(unused);
  }
  return taken;
}

/**
 * Open a table and go there; or say what prevents it.
 * @param {SeatOptions[]} options @param {string} edition  with its house rules
 * @param {import("../setup/options.js").Edition[]} editions @param {boolean} [hints]  are for everybody
 * @returns {"storage" | "deal" | null}
 */
export function openLocalTable(options, edition, editions, hints = false) {
  const rules = editionOf(Object.fromEntries(editions.map((each) => [each.id, each])), edition);
  if (!rules || !allowsPlayers(rules, options.length)) return "deal";
  const given = options.map(({ kind, name }, at) => {
    if (kind === "bot") return name ?? "Bot";
    return cleanName(name ?? "") || t("Player {number}", { number: at + 1 });
  });
  const names = distinct(given);
  const seats = options.map(({ kind, level }, at) =>
    kind === "bot" ? { kind, name: names[at], level } : { kind: /** @type {const} */ ("human"), name: names[at] },
  );
  const code = newCode();
  if (!saveTable({ version: 1, code, edition, seats, records: [], hints })) return "storage";
  saveGame({ code, key: LOCAL_KEY, local: true, edition, names, state: "running" });
  location.assign(pageAddress("play", `#${code}`));
  return null;
}
