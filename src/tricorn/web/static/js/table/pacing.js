/**
 * Frames of the socket, handed on one by one with a breath between the moves of others, so that they can be followed.
 */

import { settings } from "../shared/storage.js";

const BREATH = { place: 420, draw: 300, pass: 420, end: 650 }; // milliseconds after what came before
const BACKLOG = 8; // with more than this waiting, catching up matters more

export class Pace {
  /**
   * @param {(frame: any) => void} show
   * @param {(frame: any) => boolean} own  whether a frame is the reader's own move
   */
  constructor(show, own) {
    this.show = show;
    this.own = own;
    /** @type {any[]} */
    this.waiting = [];
    this.timer = 0;
    this.last = 0; // when the last frame was shown
  }

  /** @param {any} frame */
  push(frame) {
    this.waiting.push({ ...frame, received: performance.now() });
    if (!this.timer) this._next();
  }

  _next() {
    this.timer = 0;
    while (this.waiting.length) {
      const rest = this.last + this._breath(this.waiting[0]) - performance.now();
      if (rest > 0) {
        this.timer = setTimeout(() => this._next(), rest);
        return;
      }
      const frame = this.waiting.shift();
      if (frame.type === "line") this.last = performance.now();
      this.show(frame);
    }
  }

  /** @param {any} frame */
  _breath(frame) {
    if (
      frame.type !== "line" ||
      this.waiting.length > BACKLOG ||
      document.hidden ||
      !settings().motion ||
      this.own(frame)
    )
      return 0;
    const words = String(frame.lines.at(-1)).split(" ");
    if (words[0] === "out" || words[0] === "blocked") return BREATH.end;
    if (words[0].length > 1) return 0;
    return words[1] === "draw" || words[1] === "pass" ? BREATH[words[1]] : BREATH.place;
  }
}
