/**
 * The sheet with the changes that the server does not have yet: lines are added or taken back, points are added up with
 * the figures that the server sent, and the turn goes on. Nothing is judged here; the server's lines replace these.
 */

import { sumOf } from "../board/tile.js";
import { isPlay, parseEntry } from "./texts.js";
import { ALL_TILES } from "./tiles.js";

/** @typedef {import("../shared/protocol.js").Asked} Asked */
/** @typedef {import("../shared/protocol.js").PlacedTile} PlacedTile */
/** @typedef {import("../shared/protocol.js").Sheet} Sheet */
/** @typedef {import("../shared/protocol.js").SheetNow} SheetNow */
/** @typedef {import("./queue.js").QueuedChange} QueuedChange */
/** @typedef {import("./state.js").End} End */
/** @typedef {import("./state.js").Line} Line */
/** @typedef {import("./state.js").SheetView} SheetView */
/** @typedef {import("./texts.js").Entry} Entry */

/** @param {SheetView} view @param {QueuedChange[]} queued @returns {SheetView} */
export function withQueued(view, queued) {
  const { sheet, now } = view;
  if (!queued.length || !sheet || !now) return view;
  const folded = new Fold(sheet, view.lines, now);
  for (const { change } of queued) folded.apply(change);
  return { sheet, lines: folded.lines, now: folded.now() };
}

class Fold {
  /** @param {Sheet} sheet @param {Line[]} lines @param {SheetNow} now */
  constructor(sheet, lines, now) {
    this.sheet = sheet;
    this.before = now;
    this.lines = [...lines];
    this.undoable = now.added;
    /** @type {Line[]} */
    this.undone = [];
    this.isSame = true; // nothing has been added or taken back
  }

  /** @param {string} change */
  apply(change) {
    if (change.startsWith("add ")) {
      this._add(change.slice(4));
      this.undone = [];
      this.undoable += 1;
    } else if (change === "undo" && this.undoable) {
      this.undone.push(/** @type {Line} */ (this.lines.pop()));
      this.undoable -= 1;
    } else if (change === "redo" && this.undone.length) {
      this.lines.push(/** @type {Line} */ (this.undone.pop()));
      this.undoable += 1;
    } else return;
    this.isSame = false;
  }

  /** The running scores. */
  get scores() {
    return this.lines.at(-1)?.scores ?? this.sheet.names.map(() => 0);
  }

  /** The lines of the round that is on. */
  get round() {
    const last = this.lines.at(-1);
    return !last || last.end ? [] : this.lines.filter((line) => line.round === last.round);
  }

  get number() {
    const last = this.lines.at(-1);
    return last ? last.round + (last.end ? 1 : 0) : 1;
  }

  /** @param {string} text */
  _add(text) {
    const entry = parseEntry(text);
    const points = this._points(entry);
    const scores = this.scores.map((score, seat) => (seat === entry.seat ? score + points : score));
    const place = { number: this.lines.length + 1, round: this.number };
    const judged = { reason: null, overruled: false, counted: true, end: null };
    /** @type {Line} */
    const line = { ...entry, ...place, ...judged, entry: text, points, scores, isPending: true };
    this.lines.push(line);
    line.end = this._end();
    const { seat, points: won } = line.end ?? { seat: null, points: 0 };
    if (seat !== null) line.scores = scores.map((score, each) => (each === seat ? score + won : score));
  }

  /** @param {Entry} entry */
  _points({ what, seat, tile, bonus }) {
    const { bonus_points, draw_penalty, pass_costs, start_points } = this.sheet.rules;
    const { round } = this;
    if (what === "draw") return -draw_penalty;
    if (what === "pass") return -pass_costs[Math.min(drawnBy(seat, round), pass_costs.length - 1)];
    if (what !== "place" || !tile) return 0;
    if (!round.length) return start_points[tile] ?? sumOf(tile);
    return sumOf(tile) + (bonus ? bonus_points[bonus] : 0);
  }

  /** How many tiles a player holds. @param {number} seat */
  _held(seat) {
    const own = this.round.filter((line) => line.seat === seat);
    const placed = own.filter((line) => line.what === "place").length;
    return this.sheet.rules.dealt - placed + own.filter((line) => line.what === "draw").length;
  }

  /** How the round ended, as far as that was entered; null while it goes on. */
  _declared() {
    const { round } = this;
    const declared = round.findLast((line) => line.what !== "left");
    if (declared?.what === "out" || declared?.what === "blocked") return declared;
    const seat = this.sheet.names.findIndex((_, each) => round.length && this._held(each) === 0);
    return seat < 0 ? null : { what: /** @type {const} */ ("out"), seat };
  }

  /** The hands that are still to be entered. @param {number | null} out */
  _unknownHands(out) {
    const isKnown = (/** @type {number} */ seat) =>
      this.round.some((line) => line.what === "left" && line.seat === seat);
    return this.sheet.names.map((_, seat) => seat).filter((seat) => seat !== out && !isKnown(seat));
  }

  /**
   * The end of the round, once all hands are entered. Who wins a blocked one is for the rules to say.
   * @returns {End | null}
   */
  _end() {
    const declared = this._declared();
    if (!declared || this._unknownHands(declared.seat).length) return null;
    const { what, seat } = declared;
    if (what !== "out" || seat === null) return { what: "blocked", seat: null, points: 0, isOpen: true };
    const hands = this.round.filter((line) => line.what === "left" && line.seat !== seat);
    const points = hands.reduce((sum, line) => sum + (line.sum ?? 0), this.sheet.rules.out_bonus);
    return { what, seat, points };
  }

  /** @returns {Asked} */
  _asked() {
    const { round } = this;
    if (!round.length) return { what: "start", seats: this.sheet.names.map((_, seat) => seat) };
    const declared = this._declared();
    if (declared) return { what: "left", seats: this._unknownHands(declared.seat) };
    const { what, seat } = /** @type {Line} */ (round.findLast(isPlay));
    const next = what === "draw" ? seat : ((seat ?? 0) + 1) % this.sheet.names.length;
    return { what: "play", seats: [next ?? 0] };
  }

  /** How things stand. @returns {SheetNow} */
  now() {
    if (this.isSame) return this.before;
    const { round } = this;
    const asked = this._asked();
    const seen = new Set(round.flatMap((line) => line.tile?.split(" ") ?? []));
    const { pass_costs } = this.sheet.rules;
    return {
      ...this.before,
      asked,
      round: this.lines.at(-1)?.round ?? 0,
      scores: this.scores,
      pass_cost: pass_costs[Math.min(drawnBy(asked.seats[0], round), pass_costs.length - 1)],
      unseen: ALL_TILES.filter((tile) => !seen.has(tile)),
      placed: round.flatMap(placedTile),
      held: round.length ? this.sheet.names.map((_, seat) => this._held(seat)) : [],
      undo: this.undoable > 0,
      redo: this.undone.length > 0,
      problems: this.lines.filter((line) => line.reason && !line.overruled).length,
      over: null,
    };
  }
}

/** How many tiles a player has drawn in the turn that is on. @param {number | null} seat @param {Line[]} round */
function drawnBy(seat, round) {
  const other = round.findLastIndex((line) => line.seat !== seat || line.what !== "draw");
  return round.length - 1 - other;
}

/** A line's tile on the table, if its cell is known. @param {Line} line @returns {PlacedTile[]} */
function placedTile({ tile, bonus, cell, numbers }) {
  return tile && cell && numbers ? [{ tile, bonus, cell, numbers }] : [];
}
