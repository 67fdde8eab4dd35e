/** Has screen readers read out what changes on a score sheet, and what is asked next. */

import { byId, make } from "../shared/dom.js";
import { changeTexts } from "./texts.js";

/** @import { Sheet } from "../shared/protocol.js" */
/** @import { Line } from "./state.js" */

export class Announcer {
  /** What was shown last; null before the first time, which is not read out. @type {Line[] | null} */
  #lines = null;
  #prompt = "";

  /** @param {Sheet} sheet @param {Line[]} lines @param {string} prompt */
  announce(sheet, lines, prompt) {
    const changes = this.#lines ? changeTexts(this.#lines, lines, sheet) : [];
    const isNew = this.#lines && (changes.length || prompt !== this.#prompt);
    if (isNew) byId("log").append(make("p", {}, [...changes, prompt].join(" ")));
    this.#lines = lines;
    this.#prompt = prompt;
  }
}
