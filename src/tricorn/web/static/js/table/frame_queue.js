/** A queue of messages from the server, with a pause after each move of another player. */

import { settings } from "../shared/settings.js";

/** @typedef {import("../shared/protocol.js").Table | import("../shared/protocol.js").Header} TableFrame */
/** @typedef {import("./state.js").ReceivedNow} ReceivedNow */
/**
 * One line that follows the last one, or lines that replace others.
 * @typedef {{type: "line", n: number, line: string[]}} LineFrame
 */
/** @typedef {{type: "replace", first: number, lines: string[][]}} ReplaceFrame */
/** @typedef {TableFrame | LineFrame | ReplaceFrame | {type: "now", now: ReceivedNow}} Frame */

const PAUSES_MS = { place: 800, draw: 300, pass: 700, end: 800 };
const PACES = { slow: 2.2, normal: 1, fast: 0.3 };
const MAX_WAITING = 60; // more than a turn of five bots takes; beyond it the page catches up without pauses

export class FrameQueue {
  /**
   * @param {(frame: Frame) => void} show
   * @param {(line: string) => boolean} isOwn  whether a line is the player's own move
   * @param {() => boolean} mustWait  whether the next game waits, until `resume` is called
   */
  constructor(show, isOwn, mustWait) {
    this.show = show;
    this.isOwn = isOwn;
    this.mustWait = mustWait;
    this.shownGame = 0;
    /** @type {Frame[]} */
    this.waiting = [];
    this.timer = 0;
    this.lastShown = 0;
    /** The last line received; it may not be shown yet. */
    this.received = { game: 0, n: 0 };
  }

  /** @param {TableFrame} frame */
  push(frame) {
    if (frame.type === "header" && frame.game !== this.received.game) this.received = { game: frame.game, n: 0 };
    this.#add([frame]);
  }

  /** Lines that follow the last one are shown one by one. @param {import("../shared/protocol.js").Lines} message */
  pushLines({ first, lines, now }) {
    const isNews = this.received.n > 0 && first === this.received.n + 1;
    this.received.n = now.n;
    /** @type {Frame[]} */
    const frames = isNews
      ? lines.map((line, i) => ({ type: "line", n: first + i, line }))
      : [{ type: "replace", first, lines }];
    this.#add([...frames, { type: "now", now: { ...now, received: performance.now() } }]);
  }

  /** @param {Frame[]} frames */
  #add(frames) {
    this.waiting.push(...frames);
    if (!this.timer) this.#next();
  }

  /** Continue with the next game, which has waited for the player. */
  resume() {
    if (!this.timer) this.#next();
  }

  #next() {
    this.timer = 0;
    for (let frame = this.waiting[0]; frame; frame = this.waiting[0]) {
      if (frame.type === "header" && frame.game !== this.shownGame && this.mustWait()) return this.#showTables();
      const rest = this.lastShown + this.#pauseBefore(frame) - performance.now();
      if (rest > 0) {
        this.timer = setTimeout(() => this.#next(), rest);
        return;
      }
      this.waiting.shift();
      if (frame.type === "line") this.lastShown = performance.now();
      if (frame.type === "header") this.shownGame = frame.game;
      this.show(frame);
    }
  }

  /** Show messages about the table, even while a game waits for the player. */
  #showTables() {
    const tables = this.waiting.filter((frame) => frame.type === "table");
    this.waiting = this.waiting.filter((frame) => frame.type !== "table");
    for (const frame of tables) this.show(frame);
  }

  /** @param {Frame} frame */
  #pauseBefore(frame) {
    if (frame.type !== "line" || this.waiting.length > MAX_WAITING || document.hidden || !settings().motion) return 0;
    const line = frame.line.at(-1) ?? "";
    return this.isOwn(line) ? 0 : pauseFor(line) * PACES[this.#pace()];
  }

  /** The pace of pauses; with a clock they are short, because they would use up the player's time. */
  #pace() {
    const isTimed = this.waiting.some((frame) => frame.type === "now" && frame.now.deadline !== null);
    return isTimed ? "fast" : settings().pace;
  }
}

/** @param {string} line */
function pauseFor(line) {
  const [first, second] = line.split(" ");
  if (first === "out" || first === "blocked") return PAUSES_MS.end;
  if (first.length > 1) return 0;
  return second === "draw" || second === "pass" ? PAUSES_MS[second] : PAUSES_MS.place;
}
