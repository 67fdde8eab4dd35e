/** Says why a move at a table in this browser is refused, as a server does. */

import { KnownRound } from "../core/known_round.js";
import { loadCore } from "../core/loading.js";
import { parseEdition } from "../shared/editions.js";
import { SEATS } from "../shared/notation.js";
import { readLine, readRecord } from "../shared/record.js";
import { refusalSentence } from "../shared/refusals.js";

/** @typedef {import("../shared/record.js").Deal | import("../shared/record.js").Well} Dealt */
/** @typedef {import("../shared/record.js").Play} Play */

/** How records write a move of which the rules give the rest. @type {Record<string, string>} */
const LINES = { draw: "draw ?-?-? -0", pass: "pass -0" };

export class Referee {
  #address;
  /** @type {Promise<KnownRound | null> | null} */
  #round = null;

  /** @param {string} address  of the module that judges */
  constructor(address) {
    this.#address = address;
  }

  /**
   * Why a move is refused; null if that cannot be said.
   * @param {import("./saved.js").SavedTable} table @param {{seat: number, move: string}} attempt
   */
  async reason(table, { seat, move }) {
    this.#round ??= this.#load(table);
    const round = await this.#round;
    if (!round) {
      this.#round = null; // the next refusal loads it again
      return null;
    }
    const { events } = readRecord(table.records.at(-1) ?? "");
    round.begin();
    for (const event of events.slice(events.findLastIndex(({ kind }) => kind === "round") + 1)) {
      if (isOfRound(event)) round.apply(event);
    }
    const play = round.complete(/** @type {Play} */ (readLine(`${SEATS[seat]} ${LINES[move] ?? `${move} +0`}`)));
    const refusal = round.judge(play);
    const names = table.seats.map(({ name }) => name);
    return refusal && refusalSentence(round, refusal, play, names);
  }

  /** @param {import("./saved.js").SavedTable} table */
  async #load({ edition, seats }) {
    const core = await loadCore(this.#address).catch(() => null);
    const rules = core && parseEdition(Object.values(core.metadata.editions), edition);
    return rules ? new KnownRound(core, rules, seats.length) : null;
  }
}

/** @param {import("../shared/record.js").Event} event @returns {event is Dealt | Play} */
function isOfRound(event) {
  return ["deal", "well", "place", "draw", "pass"].includes(event.kind);
}
