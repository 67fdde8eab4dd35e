/** A score sheet computed in this browser: its entries, every change to them, and what the page shows. */

import { KnownRound } from "../core/known_round.js";
import { BONUSES } from "../shared/bonus.js";
import { allowsPlayers, parseEdition } from "../shared/editions.js";
import { renamed } from "../shared/names.js";
import { playFor } from "../shared/record.js";
import { writeHeader } from "../shared/record_writer.js";
import { winSentence } from "../shared/sentences.js";
import { insisted, readEntry } from "./entry.js";
import { isProblem, SheetReplay } from "./sheet_replay.js";

/** @import { Core } from "../core/module.js" */
/** @import { Cells, SheetNow, SheetRules } from "../shared/protocol.js" */
/** @import { Entry } from "./entry.js" */
/** @import { Line } from "./state.js" */
/** @typedef {Partial<Pick<LocalSheet, "entries" | "past" | "future" | "names">>} Changed */

const UNSETTLED = "#> "; // starts an entry that is not settled, or comes after one; a comment to other programs

export class LocalSheet {
  /** The last replay of the entries, which later ones may continue. @type {SheetReplay | null} */
  #lastReplay = null;
  /** A round for replays of other entries, so that they leave the first one alone. */
  #otherRound;

  /**
   * Throws if the edition is unknown or does not allow this number of players.
   * @param {Core} core @param {string} edition  with its house rules @param {string[]} names
   */
  constructor(core, edition, names) {
    const rules = parseEdition(Object.values(core.metadata.editions), edition);
    if (!rules) throw new Error("This edition is unknown.");
    if (!allowsPlayers(rules, names.length)) throw new Error("This edition does not allow this number of players.");
    this.editionLine = edition;
    this.edition = rules;
    this.round = new KnownRound(core, rules, names.length);
    this.#otherRound = new KnownRound(core, rules, names.length);
    this.names = [...names];
    this.changes = 0; // the number of changes made
    /** @type {Entry[]} */
    this.entries = [];
    /** The entries before each change. @type {Entry[][]} */
    this.past = [];
    /** @type {Entry[][]} */
    this.future = [];
  }

  /**
   * Start again with existing entries, of which the last can be undone, so many at a time.
   * @param {string[]} names @param {string[]} texts @param {number[]} added
   */
  restart(names, texts, added) {
    if (names.join("\n") !== this.names.join("\n")) this.names = [...names];
    this.changes = 0;
    const before = this.entries;
    const read = texts.map((text, index) => (before[index]?.text === text ? before[index] : readEntry(text)));
    this.entries = read.filter((entry) => entry !== null);
    this.past = added.map((_, index) => {
      const later = added.slice(index).reduce((sum, count) => sum + count, 0);
      return this.entries.slice(0, this.entries.length - later);
    });
    this.future = [];
  }

  /** The replay of the entries; each is judged once, unless one before it is changed. */
  get replay() {
    const { names, entries } = this;
    const last = this.#lastReplay;
    const isContinued = last?.names === names && last.isContinuedBy(entries);
    this.#lastReplay = (isContinued ? last : new SheetReplay(this.round, names)).run(entries);
    return this.#lastReplay;
  }

  /** The replay of the first entries. @param {number} count */
  #replayOf(count) {
    if (count === this.entries.length) return this.replay;
    return new SheetReplay(this.#otherRound, this.names).run(this.entries.slice(0, count));
  }

  /** Apply a change as sent to a server (docs/protocol.md); returns whether it was valid. @param {string} change */
  applyChange(change) {
    const changed = this.#after(change);
    if (!changed) return false;
    Object.assign(this, changed);
    this.changes += 1;
    return true;
  }

  /** Whether a change could be applied. @param {string} change */
  canApply(change) {
    return this.#after(change) !== null;
  }

  /** The hands among the entries of a change that the rules refuse, each with the reason. @param {string} change */
  refusedHands(change) {
    const entries = this.#after(change)?.entries ?? [];
    const { lines } = new SheetReplay(this.#otherRound, this.names).run(entries);
    const isNew = (/** @type {Line} */ { entry }, /** @type {number} */ index) => entry !== this.entries[index]?.text;
    return lines.filter((line, index) => line.what === "left" && isProblem(line) && isNew(line, index));
  }

  /** What a change would make different; null if it is not valid. @param {string} change @returns {Changed | null} */
  #after(change) {
    const [, what = "", number = "", rest = ""] = /^(\w+)(?: (\S+)(?: (.*))?)?$/.exec(change) ?? [];
    const index = Number(number) - 1;
    const { entries } = this;
    switch (what) {
      case "undo":
        return this.#undone();
      case "redo":
        return this.#redone();
      case "add":
        return this.#spliced(entries.length, 0, ...change.slice(4).split("\t").map(readEntry));
      case "insert":
        return index <= entries.length ? this.#spliced(index, 0, readEntry(rest)) : null;
      case "replace":
        return index < entries.length ? this.#spliced(index, 1, readEntry(rest)) : null;
      case "insist":
        return index < entries.length ? this.#spliced(index, 1, insisted(entries[index])) : null;
      case "remove":
        return index < entries.length ? this.#spliced(index, 1) : null;
      case "rename":
        return this.#renamed(change.slice(7));
      default:
        return null;
    }
  }

  #undone() {
    const entries = this.past.at(-1);
    return entries ? { entries, past: this.past.slice(0, -1), future: [...this.future, this.entries] } : null;
  }

  #redone() {
    const entries = this.future.at(-1);
    return entries ? { entries, past: [...this.past, this.entries], future: this.future.slice(0, -1) } : null;
  }

  /** @param {number} index @param {number} removed @param {(Entry | null)[]} read  null if it cannot be read */
  #spliced(index, removed, ...read) {
    const added = read.filter((entry) => entry !== null);
    const isForAll = added.every(({ event }) => (event.seat ?? 0) < this.names.length);
    if (added.length < read.length || !(index >= 0) || !isForAll) return null;
    const entries = [...this.entries.slice(0, index), ...added, ...this.entries.slice(index + removed)];
    return { entries, past: [...this.past, this.entries], future: [] };
  }

  /** @param {string} text */
  #renamed(text) {
    const names = renamed(this.names, text);
    return names && { names };
  }

  // -- what the page shows --------------------------------------------------------------------------

  get lines() {
    return this.replay.lines;
  }

  /** The figures that the page shows. @returns {SheetRules} */
  get rules() {
    const { target, rounds, start, scoring, draw_penalty, zero_option, show_triple, beside } = this.edition;
    const bonuses = BONUSES.filter((bonus) => bonus !== "beside" || beside !== "none");
    const plain = this.#pointsFor("=0");
    const points = bonuses.map((bonus) => [bonus, this.#pointsFor(`=0 ${bonus}`) - plain]);
    const bonus_points = Object.fromEntries(points);
    const asksForTriple = start === "triple" && zero_option && show_triple;
    return { target, rounds, start, scoring, draw_penalty, show_triple: asksForTriple, bonus_points };
  }

  /** The points of a move by the rules. @param {string} move */
  #pointsFor(move) {
    return this.round.complete(playFor(0, move)).points;
  }

  /** How many lines each of the latest changes added, if it only added some at the end. */
  get added() {
    const states = [...this.past, this.entries];
    const isAddition = (/** @type {Entry[]} */ before, /** @type {number} */ index) => {
      const after = states[index + 1];
      return before.length < after.length && before.every((entry, line) => entry === after[line]);
    };
    const last = this.past.findLastIndex((before, index) => !isAddition(before, index));
    return this.past.slice(last + 1).map((before, index) => states[last + 2 + index].length - before.length);
  }

  /** The state after `n` changes. @param {number} n @returns {SheetNow} */
  now(n) {
    const { replay, round, names } = this;
    const { asked, lines, unseen, rounds, isRoundRunning, scores } = replay;
    const problems = lines.filter(isProblem).length;
    return {
      n,
      round: rounds,
      asked,
      scores,
      located: round.isLocated,
      pass_cost: -this.#pointsFor("pass"),
      unseen,
      placed: round.placed,
      held: isRoundRunning ? names.map((_, seat) => round.held(seat)) : [],
      undo: this.past.length > 0,
      redo: this.future.length > 0,
      added: this.added,
      problems,
      over: this.#over(),
    };
  }

  #over() {
    const { edition, names } = this;
    const { winner, winReason, scores, rounds } = this.replay;
    if (winner === null) return null;
    const values = { name: names[winner], score: scores[winner], target: edition.target, rounds };
    return { winner, reason: winSentence(winReason, values) };
  }

  /** Where a tile fits, now or before a line. @param {string} tile @param {number | null} before @returns {Cells} */
  cells(tile, before) {
    const replay = this.#replayOf(before === null ? this.entries.length : before - 1);
    const { isLocated, placed, seen } = replay.round;
    const options = replay.cells(tile).map(({ move, points, cell, bonus }) => ({ move, points, cell, bonus }));
    return {
      tile,
      seen: seen.has(tile),
      located: isLocated,
      placed,
      options: /** @type {Cells["options"]} */ (options),
    };
  }

  /** The record up to the first unsettled entry; the rest follows as comments. @param {string} date */
  record(date) {
    let settled = this.entries.length;
    let { replay } = this;
    while (replay.settled < settled) {
      settled = replay.settled;
      replay = this.#replayOf(settled); // an end may be open without the entries after it
    }
    const rest = this.entries.slice(settled).map(({ text }) => UNSETTLED + text);
    const header = writeHeader(this.editionLine, this.names, { date });
    return `${[...header, ...replay.record, ...rest].join("\n")}\n`;
  }
}
