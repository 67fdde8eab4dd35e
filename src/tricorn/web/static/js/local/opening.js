/** A new table in this browser. */

import { pageAddress } from "../shared/addresses.js";
import { allowsPlayers, parseEdition } from "../shared/editions.js";
import { saveGame } from "../shared/my_games.js";
import { distinctNames } from "../shared/names.js";
import { newCode, saveTable } from "./saved.js";
import { LOCAL_KEY } from "./socket.js";

/** @typedef {import("../setup/stored.js").SeatSetup} SeatSetup */
/** @typedef {import("../shared/opening_problem.js").OpeningProblem} OpeningProblem */

/**
 * A position of a record, from which one person plays on against bots.
 * @typedef {object} StartPosition
 * @property {string} edition  with its house rules
 * @property {string[]} names
 * @property {import("../shared/record.js").Event[]} events  before it
 * @property {number} seat  of the person
 * @property {string} level  of the bots
 */

/** Open a table that continues from a position; returns the problem if that fails. @param {StartPosition} position */
export function openPosition({ edition, names, events, seat, level }) {
  const seats = names.map((name, index) =>
    index === seat
      ? { kind: /** @type {const} */ ("human"), name }
      : { kind: /** @type {const} */ ("bot"), name, level },
  );
  return openTable({ edition, seats, start: { deals: dealsIn(events), moves: events.flatMap(moveIn) } });
}

/** @param {import("../shared/record.js").Event[]} events */
function dealsIn(events) {
  /** @type {import("./game.js").Deal[]} */
  const deals = [];
  for (const event of events) {
    if (event.kind === "round") deals.push({ hands: [], well: [] });
    if (event.kind === "deal") deals.at(-1)?.hands.splice(event.seat, 1, event.tiles.map(String));
    if (event.kind === "well") deals.at(-1)?.well.push(...event.tiles.map(String));
  }
  return deals;
}

/** @param {import("../shared/record.js").Event} event */
function moveIn(event) {
  if (event.kind === "draw" || event.kind === "pass") return [event.kind];
  return event.kind === "place" ? [`${event.cell}${event.numbers.join("")}`] : [];
}

/**
 * Open a table and go there; returns the problem if that is not possible.
 * @param {SeatSetup[]} setups @param {string} edition  with its house rules
 * @param {import("../shared/editions.js").Edition[]} editions @param {boolean} [hints]  whether everybody may have them
 * @returns {OpeningProblem | null}
 */
export function openLocalTable(setups, edition, editions, hints = false) {
  const rules = parseEdition(editions, edition);
  if (!rules || !allowsPlayers(rules, setups.length)) return "deal";
  const names = distinctNames(setups.map(({ kind, name }) => (kind === "bot" ? (name ?? "Bot") : (name ?? ""))));
  const seats = setups.map(({ kind, level }, seat) =>
    kind === "bot" ? { kind, name: names[seat], level } : { kind: /** @type {const} */ ("human"), name: names[seat] },
  );
  return openTable({ edition, seats, hints });
}

/**
 * Store a table and go there; returns the problem if it cannot be stored.
 * @param {Omit<import("./saved.js").SavedTable, "version" | "code" | "records">} table @returns {"storage" | null}
 */
function openTable(table) {
  const code = newCode();
  if (!saveTable({ version: 1, code, records: [], ...table })) return "storage";
  const names = table.seats.map((seat) => seat.name);
  saveGame({ code, key: LOCAL_KEY, local: true, edition: table.edition, names, phase: "playing" });
  location.assign(pageAddress("play", `#${code}`));
  return null;
}
