/**
 * The deals of a table as this device sees them: its numbers and their receipts before, the check of every round after.
 */

import { given, noteReceipt, noteShown, numberFor } from "./numbers.js";

/** @typedef {import("../shared/record.js").Event} Event */
/** @typedef {import("./verify.js").Told} Told */

/**
 * @typedef {{table: import("../shared/protocol.js").Table | null, game: number, names: string[], commit: string,
 *   events: Event[]}} Known
 */

export class Deals {
  /** @param {string} code @param {HTMLElement} banner @param {() => void} changed */
  constructor(code, banner, changed) {
    this.code = code;
    this.banner = banner;
    this.changed = changed;
    /** @type {Map<number, string | null>} */
    this.bound = new Map(); // the commitment first shown for a game before it began
    this.checked = ""; // what was checked last
    /** @type {Map<number | "all", HTMLElement>} */
    this.marks = new Map(); // by round
  }

  /** A frame as it comes. @param {any} frame @param {import("../shared/socket.js").Wire} wire */
  heard(frame, wire) {
    if (frame.type === "receipt") noteReceipt(this.code, frame);
    if (frame.type !== "table") return;
    const game = frame.next?.game ?? frame.game + 1;
    const isNew = frame.next ? frame.next.round === 1 : !frame.started;
    if (isNew && !this.bound.has(game)) this.bound.set(game, frame.next?.commit ?? null);
    if (frame.next && frame.you.length) wire.add(frame.next, numberFor(this.code, frame.next));
    noteShown(this.code, frame);
  }

  /** @param {Known} known @returns {Told} */
  _told({ table, game, names, commit, events }) {
    const seat = table?.you[0] ?? null;
    // Without a seat any more, this device has no part in the deal.
    const noted = given(this.code).map((each) => (seat === null ? { ...each, number: undefined } : each));
    return { commit, events, names, game, seat, given: noted, bound: this.bound.get(game) };
  }

  /** Check what can be checked now, unless that was done. @param {Known} known */
  async check(known) {
    const { game, commit, events } = known;
    const told = events.filter((event) => event.kind === "round" || event.kind === "secret");
    const now = `${game}/${told.length}`;
    if (!commit || now === this.checked) return;
    this.checked = now;
    if (told.at(-1)?.kind !== "secret" && this.marks.size === 0 && !isSuspicious(this._told(known))) return;
    const { mark, verdicts, warn } = await import("./verify.js");
    const found = verdicts(this._told(known));
    const over = found.filter((each) => each.over);
    this.marks = new Map(over.map((each) => [each.number, mark([each])]));
    if (over.length) this.marks.set("all", mark(over));
    warn(this.banner, found);
    this.changed();
  }

  /** The mark of a round, or of all rounds; null if there is none yet. @param {number | "all"} which */
  mark(which) {
    return this.marks.get(which) ?? null;
  }

  /** A record with what this device knows of the deals. @param {string} text @param {number[]} seats  of this device */
  async evidence(text, seats) {
    const { withReceipts } = await import("./verify.js");
    return withReceipts(text, given(this.code), seats[0] ?? null);
  }
}

/** Whether something may be wrong with the deal of the round that is on. @param {Told} told */
function isSuspicious({ commit, events, given, game, bound }) {
  const round = events.filter((event) => event.kind === "round").at(-1)?.number;
  const noted = given.find((each) => each.game === game && each.round === round);
  const kept = events.some((event) => event.kind === "number" && event.number === noted?.number);
  return (
    (bound !== undefined && bound !== commit) || Boolean(noted && (noted.commit !== commit || (noted.number && !kept)))
  );
}
