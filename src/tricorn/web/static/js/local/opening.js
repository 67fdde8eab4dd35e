/** A new table in this browser. */

import { levelNow } from "../shared/adaptive.js";
import { pageAddress } from "../shared/addresses.js";
import { allowsHeadStart, allowsPlayers, parseEdition } from "../shared/editions.js";
import { saveGame } from "../shared/my_games.js";
import { distinctNames } from "../shared/names.js";
import { isPlay, moveNotation } from "../shared/record.js";
import { newCode, saveTable } from "./saved.js";
import { LOCAL_KEY } from "./socket.js";

/** @import { SeatSetup } from "../setup/stored.js" */
/** @import { OpeningProblem } from "../shared/opening_problem.js" */
/** @import { Event } from "../shared/record.js" */

/**
 * A position of a record, from which one person plays on against bots.
 * @typedef {object} StartPosition
 * @property {string} edition  with its house rules
 * @property {string[]} names
 * @property {Event[]} events  before it
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
  return openTable({
    edition,
    seats,
    start: { deals: dealsIn(events, seat), moves: events.filter(isPlay).map(moveNotation) },
  });
}

/** @param {Event[]} events @param {number} next  the seat that moves after them, which starts if nobody has */
function dealsIn(events, next) {
  /** @type {import("./game.js").Deal[]} */
  const deals = [];
  for (const event of events) {
    if (event.kind === "round") deals.push({ hands: [], well: [], starter: null });
    if (event.kind === "deal") deals.at(-1)?.hands.splice(event.seat, 1, event.tiles.map(String));
    if (event.kind === "well") deals.at(-1)?.well.push(...event.tiles.map(String));
    const deal = deals.at(-1);
    if (deal && (event.kind === "starts" || isPlay(event))) deal.starter ??= event.seat;
  }
  for (const deal of deals) deal.starter ??= next; // only in the last one nobody may have started
  return deals;
}

/**
 * Open a table and go there; returns the problem if that is not possible.
 * @param {SeatSetup[]} setups @param {string} edition  with its house rules
 * @param {import("../shared/editions.js").Edition[]} editions
 * @param {{hints?: boolean, takeBack?: boolean}} [choices]  hints for everybody; whether turns may be taken back
 * @returns {OpeningProblem | null}
 */
export function openLocalTable(setups, edition, editions, { hints, takeBack } = {}) {
  const rules = parseEdition(editions, edition);
  if (!rules || !allowsPlayers(rules, setups.length)) return "deal";
  if (!allowsHeadStart(rules, setups.length)) return "head start";
  const names = distinctNames(setups.map(({ kind, name }) => (kind === "bot" ? (name ?? "Bot") : (name ?? ""))));
  const seats = setups.map(({ kind, level }, seat) =>
    kind === "bot"
      ? { kind, name: names[seat], level: levelNow(level ?? "") }
      : { kind: /** @type {const} */ ("human"), name: names[seat] },
  );
  return openTable({ edition, seats, hints, takeBack });
}

/**
 * Open a table with the rules of another one, with these seats; returns the problem if that fails.
 * @param {Pick<import("./saved.js").SavedTable, "edition" | "hints">} rules
 * @param {import("./saved.js").SavedSeat[]} seats
 */
export function openLikewise(rules, seats) {
  return openTable({ ...rules, seats });
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
