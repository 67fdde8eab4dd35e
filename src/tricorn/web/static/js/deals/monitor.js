/** Follows the deals of a table: contributes this device's nonces before them, and verifies every round. */

import { loadStyles } from "../shared/dom.js";
import { dealNotes, nonceFor, noteReceipt, noteShownReceipts } from "./nonces.js";

/** @import { Event } from "../shared/record.js" */
/** @import { Evidence } from "./verify.js" */

/**
 * What the table's page knows of a game.
 * @typedef {object} KnownGame
 * @property {import("../shared/protocol.js").Table | null} table
 * @property {number} number  of the game at its table
 * @property {string[]} names
 * @property {string} commit
 * @property {Event[]} events
 */

export class DealMonitor {
  /** @param {string} code @param {HTMLElement} banner @param {() => void} onChange */
  constructor(code, banner, onChange) {
    this.code = code;
    this.banner = banner;
    this.onChange = onChange;
    /** @type {Map<number, string | null>} */
    this.commitments = new Map(); // first shown for a game before it began
    this.verified = ""; // what was verified last
    /** @type {Map<number | "all", HTMLElement>} */
    this.views = new Map(); // of the verdicts, by round
  }

  /**
   * @param {import("../shared/socket.js").ServerMessage} message
   * @param {(deal: import("./nonces.js").DealId, nonce: string) => void} sendNonce
   */
  receive(message, sendNonce) {
    if (message.type === "receipt") noteReceipt(this.code, message);
    if (message.type !== "table") return;
    const { next, started, you } = message;
    const game = next?.game ?? message.game + 1;
    const isNew = next ? next.round === 1 : !started;
    if (isNew && !this.commitments.has(game)) this.commitments.set(game, next?.commit ?? null);
    if (next && you.length) sendNonce(next, nonceFor(this.code, next));
    noteShownReceipts(this.code, message);
  }

  /** Verify what can be verified now, unless that was done. @param {KnownGame} known */
  async verify(known) {
    const { number, commit, events } = known;
    const deals = events.filter((event) => event.kind === "round" || event.kind === "secret");
    const state = `${number}/${deals.length}`;
    if (!commit || state === this.verified) return;
    this.verified = state;
    const evidence = this.#evidence(known);
    const isRoundOver = deals.at(-1)?.kind === "secret";
    if (isRoundOver || this.views.size || isSuspicious(evidence)) await this.#show(evidence);
  }

  /** @param {Evidence} evidence */
  async #show(evidence) {
    const [{ showWarning, verdicts, verdictsView }] = await Promise.all([import("./verify.js"), loadStyles("end")]);
    const all = verdicts(evidence);
    const finished = all.filter((verdict) => verdict.isOver);
    this.views = new Map(finished.map((verdict) => [verdict.number, verdictsView([verdict])]));
    if (finished.length) this.views.set("all", verdictsView(finished));
    showWarning(this.banner, all);
    this.onChange();
  }

  /** @param {KnownGame} known @returns {Evidence} */
  #evidence({ table, number, names, commit, events }) {
    const seat = table?.you[0] ?? null;
    // A device that has lost its seat has no part in the deal any more.
    const notes = dealNotes(this.code).map((deal) => (seat === null ? { ...deal, nonce: undefined } : deal));
    return { commit, events, names, game: number, seat, notes, shownCommit: this.commitments.get(number) };
  }

  /** The view of a round's verdict, or of all rounds'; null if there is none yet. @param {number | "all"} which */
  view(which) {
    return this.views.get(which) ?? null;
  }

  /** A record with the receipts that this device has seen. @param {string} text @param {number[]} seats  its own */
  async withReceipts(text, seats) {
    const { withReceipts } = await import("./verify.js");
    return withReceipts(text, dealNotes(this.code), seats[0] ?? null);
  }
}

/** Whether something may be wrong with the deal of the current round. @param {Evidence} evidence */
function isSuspicious({ commit, events, notes, game, shownCommit }) {
  if (shownCommit !== undefined && shownCommit !== commit) return true;
  const round = events.filter((event) => event.kind === "round").at(-1)?.number;
  const ownNotes = notes.find((deal) => deal.game === game && deal.round === round);
  if (!ownNotes) return false;
  const isUsed = events.some((event) => event.kind === "number" && event.nonce === ownNotes.nonce);
  return ownNotes.commit !== commit || Boolean(ownNotes.nonce && !isUsed);
}
