/** A new table in this browser. */

import { pageAddress } from "../shared/addresses.js";
import { saveGame } from "../shared/my_games.js";
import { allowsPlayers, editionOf } from "./edition.js";
import { playerNames } from "./names.js";
import { newCode, saveTable } from "./saved.js";
import { LOCAL_KEY } from "./wire.js";

/** @typedef {import("../setup/options.js").SeatOptions} SeatOptions */

/**
 * Open a table and go there; or say what prevents it.
 * @param {SeatOptions[]} options @param {string} edition  with its house rules
 * @param {import("../setup/options.js").Edition[]} editions @param {boolean} [hints]  are for everybody
 * @returns {"storage" | "deal" | null}
 */
export function openLocalTable(options, edition, editions, hints = false) {
  const rules = editionOf(Object.fromEntries(editions.map((each) => [each.id, each])), edition);
  if (!rules || !allowsPlayers(rules, options.length)) return "deal";
  const names = playerNames(options.map(({ kind, name }) => (kind === "bot" ? (name ?? "Bot") : (name ?? ""))));
  const seats = options.map(({ kind, level }, at) =>
    kind === "bot" ? { kind, name: names[at], level } : { kind: /** @type {const} */ ("human"), name: names[at] },
  );
  const code = newCode();
  if (!saveTable({ version: 1, code, edition, seats, records: [], hints })) return "storage";
  saveGame({ code, key: LOCAL_KEY, local: true, edition, names, state: "running" });
  location.assign(pageAddress("play", `#${code}`));
  return null;
}
