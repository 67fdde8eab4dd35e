/** Says why a move at a table in this browser is refused, as a server does. */

import { KnownRound } from "../core/known_round.js";
import { Core } from "../core/module.js";
import { parseEdition } from "../shared/editions.js";
import { isPlay, playFor, readRecord } from "../shared/record.js";
import { refusalSentence } from "../shared/refusals.js";

/** @typedef {Deal | Well | Starts} Dealt */
/** @import { Deal, Event, Play, Starts, Well } from "../shared/record.js" */
/** @import { SavedTable } from "./saved.js" */

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
   * @param {SavedTable} table @param {{seat: number, move: string}} attempt
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
    const play = round.complete(playFor(seat, move));
    const refusal = round.judge(play);
    const names = table.seats.map(({ name }) => name);
    return refusal && refusalSentence(round, refusal, play, names);
  }

  /** @param {SavedTable} table */
  async #load({ edition, seats }) {
    const core = await Core.fetch(this.#address).catch(() => null);
    const rules = core && parseEdition(Object.values(core.metadata.editions), edition);
    return rules ? new KnownRound(core, rules, seats.length) : null;
  }
}

/** @param {Event} event @returns {event is Dealt | Play} */
function isOfRound(event) {
  return event.kind === "deal" || event.kind === "well" || event.kind === "starts" || isPlay(event);
}
