/** A queue of messages from the server, with a pause before each move of another player. */

import { readLines } from "../shared/record.js";
import { settings } from "../shared/settings.js";

/** @import { Header, Lines, Table } from "../shared/protocol.js" */
/** @import { Event } from "../shared/record.js" */
/** @import { ReceivedNow } from "./state.js" */
/** @typedef {Table | Header} TableUpdate */
/**
 * One line that follows the last one, or lines that replace others.
 * @typedef {{type: "line", n: number, events: Event[]}} LineUpdate
 */
/** @typedef {{type: "replace", first: number, lines: Event[][]}} ReplaceUpdate */
/** @typedef {TableUpdate | LineUpdate | ReplaceUpdate | {type: "now", now: ReceivedNow}} Update */

/** The pause before an event, by its kind. @type {Partial<Record<Event["kind"], number>>} */
const PAUSES_MS = { place: 800, draw: 300, pass: 700, out: 800, blocked: 800 };
const PACES = { slow: 2.2, normal: 1, fast: 0.3 };
const BONUS_MS = 1300; // more after a bonus, to celebrate it
const MAX_WAITING = 60; // more than a turn of five bots takes; beyond it the page catches up without pauses

export class UpdateQueue {
  /**
   * @param {(update: Update) => void} show
   * @param {(event: Event) => boolean} isOwn  whether an event is the player's own move
   * @param {() => boolean} mustWait  whether the next game waits, until `resume` is called
   */
  constructor(show, isOwn, mustWait) {
    this.show = show;
    this.isOwn = isOwn;
    this.mustWait = mustWait;
    this.shownGame = 0;
    /** @type {Update[]} */
    this.waiting = [];
    this.timer = 0;
    this.lastShown = 0;
    this.celebration = 0; // how much longer the last line is shown
    /** The last line received; it may not be shown yet. */
    this.received = { game: 0, n: 0 };
  }

  /** @param {TableUpdate} update */
  push(update) {
    if (update.type === "header" && update.game !== this.received.game) this.received = { game: update.game, n: 0 };
    this.#add([update]);
  }

  /** Lines that follow the last one are shown one by one. @param {Lines} message */
  pushLines({ first, lines, now }) {
    const isNews = this.received.n > 0 && first === this.received.n + 1;
    this.received.n = now.n;
    const events = readLines(lines);
    if (!isNews) this.#dropFrom(first);
    /** @type {Update[]} */
    const updates = isNews
      ? events.map((line, i) => ({ type: "line", n: first + i, events: line }))
      : [{ type: "replace", first, lines: events }];
    this.#add([...updates, { type: "now", now: { ...now, received: performance.now() } }]);
  }

  /** Drop the lines of this game that wait and are replaced, from a number on. @param {number} first */
  #dropFrom(first) {
    const start = this.waiting.findLastIndex((update) => update.type === "header") + 1;
    const isReplaced = (/** @type {Update} */ update) =>
      (update.type === "line" && update.n >= first) || (update.type === "now" && update.now.n >= first);
    this.waiting = this.waiting.filter((update, index) => index < start || !isReplaced(update));
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** @param {Update[]} updates */
  #add(updates) {
    this.waiting.push(...updates);
    if (!this.timer) this.#next();
  }

  /** Continue with the next game, which has waited for the player. */
  resume() {
    if (!this.timer) this.#next();
  }

  #next() {
    this.timer = 0;
    for (let update = this.waiting[0]; update; update = this.waiting[0]) {
      if (update.type === "header" && update.game !== this.shownGame && this.mustWait()) return this.#showTables();
      const rest = this.lastShown + this.#pauseBefore(update) - performance.now();
      if (rest > 0) {
        this.timer = setTimeout(() => this.#next(), rest);
        return;
      }
      this.waiting.shift();
      if (update.type === "line") this.#note(update);
      if (update.type === "header") this.shownGame = update.game;
      this.show(update);
    }
  }

  /** Note when a line is shown, and for how long. @param {LineUpdate} line */
  #note({ events }) {
    this.lastShown = performance.now();
    this.celebration = events.some((event) => event.kind === "place" && event.bonus) ? BONUS_MS : 0;
  }

  /** Show messages about the table, even while a game waits for the player. */
  #showTables() {
    const tables = this.waiting.filter((update) => update.type === "table");
    this.waiting = this.waiting.filter((update) => update.type !== "table");
    for (const update of tables) this.show(update);
  }

  /** @param {Update} update */
  #pauseBefore(update) {
    if (update.type !== "line" || this.waiting.length > MAX_WAITING || document.hidden || !settings().motion) return 0;
    const event = update.events.at(-1);
    if (!event || this.isOwn(event)) return 0;
    return (PAUSES_MS[event.kind] ?? 0) * PACES[this.#pace()] + this.celebration;
  }

  /** The pace of pauses; with a clock they are short, because they would use up the player's time. */
  #pace() {
    const isTimed = this.waiting.some((update) => update.type === "now" && update.now.deadline !== null);
    return isTimed ? "fast" : settings().pace;
  }
}
