/**
 * Replays the entries of a score sheet, as sheet/replay.py does: the WebAssembly module judges and applies each. One
 * that the rules refuse is scored as if the table had insisted on it, and its line has the reason.
 */

import { ALL_TILES, handSum } from "../shared/notation.js";
import { writeLine } from "../shared/record_writer.js";
import { messageSentence, refusalSentence } from "../shared/refusals.js";

/** @import { KnownRound } from "../core/known_round.js" */
/** @import { RoundEnd, SheetPrompt } from "../shared/protocol.js" */
/** @import { Blocked, Event, Left, Out, Play } from "../shared/record.js" */
/** @import { Entry, RoundPoints } from "./entry.js" */
/** @import { Line } from "./state.js" */
/** @typedef {Play | Left | Out | Blocked} RoundEvent */

export class SheetReplay {
  /** @param {KnownRound} round @param {string[]} names */
  constructor(round, names) {
    this.round = round; // between rounds, one that has not begun
    this.names = names;
    /** Those that have been applied. @type {Entry[]} */
    this.entries = [];
    /** Their lines. @type {Line[]} */
    this.lines = [];
    /** The lines of the record after its header. @type {string[]} */
    this.record = [];
    this.rounds = 0;
    this.isRoundRunning = false;
    /** Who has won the game. @type {number | null} */
    this.winner = null;
    /** Why, as a message of the module. */
    this.winReason = "";
    /** The line that declares the round over before its hands are entered. @type {{line: Line, entry: Entry} | null} */
    this.declared = null;
    /** The first line of a round that is entered as points alone. @type {Line | null} */
    this.firstPoints = null;
    round.scores = round.headStart;
    round.begin();
  }

  /**
   * Whether these entries only continue those that have been applied. One at the end of a round, or after it was
   * declared over, may change what came before.
   * @param {Entry[]} entries
   */
  isContinuedBy(entries) {
    const next = entries[this.entries.length];
    if (next && (this.declared || isAboutEnd(next))) return false;
    return this.entries.every(({ text }, index) => text === entries[index]?.text);
  }

  /** Apply entries, of which the first may have been applied already. @param {Entry[]} entries */
  run(entries) {
    for (let first = this.lines.length, end = 0; first < entries.length; first = end) {
      end = first + 1;
      if (isLeft(entries[first])) while (end < entries.length && isLeft(entries[end])) end += 1;
      this.#apply(entries.slice(first, end), entries[end]);
    }
    this.lines.forEach((line, index) => {
      line.overruled = line.reason !== null && entries[index].anyway && line.counted;
    });
    this.entries = entries;
    return this;
  }

  // -- the current state ----------------------------------------------------------------------------

  get scores() {
    return this.round.scores;
  }

  /** @returns {SheetPrompt} */
  get asked() {
    if (this.winner !== null) return { what: "over", seats: [this.winner] };
    if (this.firstPoints) return { what: "points", seats: this.#withoutPoints() };
    if (!this.round.isStarted) return { what: "start", seats: [...this.names.keys()] };
    if (this.declared || this.round.over) return { what: "left", seats: this.#unknownHands() };
    return { what: "play", seats: [this.round.seat] };
  }

  /** The number of entries before the first that is not settled. */
  get settled() {
    const problem = this.lines.findIndex(isProblem);
    const { length } = this.lines;
    const open = this.declared?.line ?? this.firstPoints;
    return Math.min(problem < 0 ? length : problem, open ? open.number - 1 : length);
  }

  get unseen() {
    const { seen } = this.round;
    return ALL_TILES.filter((tile) => !seen.has(tile));
  }

  /** Where a tile fits, best first. @param {string} tile */
  cells(tile) {
    return this.winner !== null || this.round.seen.has(tile) ? [] : this.round.cellsFor(tile);
  }

  /** The seats whose hands must be entered before the round can end. */
  #unknownHands() {
    const event = this.declared?.entry.event;
    return this.round.unknownHands.filter((seat) => event?.kind !== "out" || seat !== event.seat);
  }

  /** The seats whose points are missing in a round that is entered as points alone. */
  #withoutPoints() {
    const lines = this.lines.slice((this.firstPoints?.number ?? 1) - 1).filter((line) => line.counted);
    return [...this.names.keys()].filter((seat) => !lines.some((line) => line.seat === seat));
  }

  // -- entries --------------------------------------------------------------------------------------

  /** Apply one entry, or consecutive hands in the order of the seats. @param {Entry[]} group @param {Entry} [next] */
  #apply(group, next) {
    const added = group.map((entry) => ({ entry, line: this.#newLine(entry) }));
    const inOrder = [...added].sort((a, b) => (a.line.seat ?? 0) - (b.line.seat ?? 0));
    for (const { entry, line } of inOrder) {
      this.#applyEntry(entry, line);
      line.scores = this.scores;
    }
    const { line } = added[added.length - 1];
    line.end = this.#endRound(next);
    line.scores = this.scores;
  }

  /** @param {Entry} entry @returns {Line} */
  #newLine({ event, text }) {
    const { kind, seat } = event;
    const tile = "tile" in event ? event.tile : kind === "left" && event.tiles ? event.tiles.join(" ") : null;
    const place = kind === "place" && { cell: event.cell, numbers: event.numbers, shows: event.shows };
    const left = kind === "left" && { sum: event.total ?? handSum(event.tiles ?? []) };
    const scored = { bonus: null, points: 0, scores: [], reason: null, overruled: false, counted: true, end: null };
    const number = this.lines.length + 1;
    /** @type {Line} */
    const line = { number, round: this.rounds, entry: text, seat, what: kind, tile, ...scored, ...place, ...left };
    this.lines.push(line);
    return line;
  }

  /** @param {Entry} entry @param {Line} line */
  #applyEntry(entry, line) {
    const { event } = entry;
    const isEnd = isAboutEnd(entry);
    if (event.kind === "points") this.#applyPoints(event, line);
    else if (this.firstPoints) this.#cannotCount(line, "round-in-points");
    else if (isEnd && !this.isRoundRunning) this.#cannotCount(line, "no-round-to-end");
    else if (!isEnd && this.winner !== null) this.#cannotCount(line, "game-over");
    else if (event.kind === "left") line.reason = this.#applyEvent(event);
    else if (event.kind === "out" || event.kind === "blocked") this.#applyEnd(event, entry, line);
    else this.#applyPlay(event, entry, line);
  }

  /** Refuse a line that cannot be scored even if people insist. @param {Line} line @param {string} message */
  #cannotCount(line, message) {
    line.reason = messageSentence(this.round.metadata, message);
    line.counted = false;
  }

  /** Add a player's points of a whole round. @param {RoundPoints} event @param {Line} line */
  #applyPoints({ seat, points }, line) {
    if (this.winner !== null) return this.#cannotCount(line, "game-over");
    if (!this.firstPoints && this.isRoundRunning) return this.#cannotCount(line, "round-in-turns");
    if (!this.firstPoints) this.#beginRound();
    this.firstPoints ??= line;
    this.round.scores = this.scores.map((score, index) => (index === seat ? score + points : score));
    line.round = this.rounds;
    line.points = points;
  }

  #beginRound() {
    this.rounds += 1;
    this.isRoundRunning = true;
    this.round.number = this.rounds;
    this.#write({ kind: "round", number: this.rounds });
  }

  /** Apply an event, insisting if the rules refuse it; returns why. @param {RoundEvent} event */
  #applyEvent(event) {
    const { round } = this;
    const reason = this.#reason(round.judge(event), event);
    // If the table declared the round over and the rules disagree, what is left in the hands must be insisted on too.
    const anyway = reason !== null || (event.kind === "left" && !round.over);
    round.apply(event, anyway);
    this.#write(event, anyway);
    return reason;
  }

  /** Write an event into the record. @param {Event} event @param {boolean} [anyway] */
  #write(event, anyway = false) {
    this.record.push(writeLine(event) + (anyway ? " anyway" : ""));
  }

  /** @param {import("../shared/refusals.js").Refusal | null} refusal @param {RoundEvent} event */
  #reason(refusal, event) {
    return refusal && refusalSentence(this.round, refusal, event, this.names);
  }

  /** @param {Play} play @param {Entry} entry @param {Line} line */
  #applyPlay(play, { hasPoints }, line) {
    this.#withdrawDeclaration();
    if (!this.isRoundRunning) this.#beginRound();
    const event = hasPoints ? play : this.round.complete(play);
    line.round = this.rounds;
    line.points = event.points || 0;
    line.bonus = event.kind === "place" ? event.bonus : null;
    line.reason = this.#applyEvent(event);
  }

  // -- the end of a round: entered with its points, declared before the hands, or found by the rules ------------

  /** @param {Out | Blocked} event @param {Entry} entry @param {Line} line */
  #applyEnd(event, entry, line) {
    this.#withdrawDeclaration();
    if (!entry.hasPoints) this.declared = { line, entry };
    line.reason = entry.hasPoints ? this.#applyEvent(event) : this.#reason(this.round.declare(event), event);
  }

  /** Refuse the line that declared the round over, because the round went on. */
  #withdrawDeclaration() {
    if (this.declared) this.#cannotCount(this.declared.line, "round-went-on");
    this.declared = null;
  }

  /** The end of the round, if all of it is known. @param {Entry} [next] @returns {RoundEnd | null} */
  #endRound(next) {
    const { round, declared } = this;
    if (!this.isRoundRunning) return null;
    if (this.firstPoints) return this.#withoutPoints().length ? null : this.#finishRound({ what: "points" });
    if (declared && !this.#unknownHands().length) {
      const event = /** @type {Out | Blocked} */ (declared.entry.event);
      const reason = this.#applyEvent(round.settled(event, declared.entry.hasWinner));
      declared.line.reason ??= reason;
    } else if (round.over && !round.isSettled && !(next && isAboutEnd(next)) && !round.unknownHands.length) {
      /** @type {Out | Blocked} */
      const end = round.over === "out" ? { kind: "out", seat: round.seat, points: 0 } : NOBODY_YET;
      this.#applyEvent(round.settled(end, false));
    }
    return round.isSettled ? this.#finishRound({ what: round.over ?? "blocked" }) : null;
  }

  /** @param {Pick<RoundEnd, "what">} how @returns {RoundEnd} */
  #finishRound({ what }) {
    const { round, scores } = this;
    const end = { what, seat: round.winner < 0 ? null : round.winner, points: round.prize };
    this.#write({ kind: "score", scores });
    const winner = round.gameWinner();
    if (winner >= 0) {
      this.#write({ kind: "winner", seat: winner });
      this.winner = winner;
      this.winReason = round.winReason(winner);
    }
    this.declared = null;
    this.firstPoints = null;
    this.isRoundRunning = false;
    round.begin();
    return end;
  }
}

/** The end of a blocked round whose winner is still to be found. @type {Blocked} */
const NOBODY_YET = { kind: "blocked", seat: null, points: 0 };

/** Whether a line is not settled. @param {Line} line */
export function isProblem({ reason, overruled }) {
  return reason !== null && !overruled;
}

/** @param {Entry} entry */
function isLeft({ event }) {
  return event.kind === "left";
}

/** Whether an entry is about the end of a round: a hand, or how it ended. @param {Entry} entry */
function isAboutEnd({ event }) {
  return event.kind === "left" || event.kind === "out" || event.kind === "blocked";
}
