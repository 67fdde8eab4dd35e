/**
 * Changes on their way to the server. Each has an id of its own and stays in this browser until the sheet that comes
 * back has it, so none is lost when the network, the page or the phone goes away; the server writes no id twice.
 */

import { call, Refusal } from "../shared/api.js";
import { recall, remember } from "../shared/storage.js";

/**
 * @typedef {{id: string, change: string, after?: number, n?: number}} Waiting  `n`: its number, once the server has it
 */

/**
 * @typedef {object} Handlers
 * @property {() => string} key
 * @property {() => number} known  the number of the last change that the sheet shows
 * @property {() => void} changed
 * @property {(reason: string) => void} refused
 * @property {() => void} arrived  the server has everything that waited
 */

const FIRST_WAIT = 600;
const LONGEST_WAIT = 8000;
const TOO_OFTEN = 429;
const NOT_YOURS = 403;

export class Queue {
  /**
   * @param {string} code
   * @param {Handlers} handlers
   */
  constructor(code, handlers) {
    this.code = code;
    this.handlers = handlers;
    this.name = `queue.${code}`;
    this.sending = false;
    this.away = false; // whether the last try found no server
    this.wait = FIRST_WAIT;
    this.retry = 0;
    /** The change being sent, and the last that was known when it was. @type {{id: string, known: number} | null} */
    this.flight = null;
    addEventListener("online", () => this.flush());
    document.addEventListener("visibilitychange", () => !document.hidden && this.flush());
  }

  /** @returns {Waiting[]} */
  get all() {
    return recall(this.name, /** @type {Waiting[]} */ ([]));
  }

  /** What the sheet does not show yet: it may be quicker than the answer to a change that it has. */
  get waiting() {
    const { id, known } = this.flight ?? { id: "", known: 0 };
    return this.all.filter((each) => each.id !== id || this.handlers.known() <= known);
  }

  /** What the server does not have yet. */
  get unsent() {
    return this.all.filter((each) => each.n === undefined);
  }

  /** @param {string} change @param {number} [after]  the last change known, where it depends on that */
  add(change, after) {
    const id = crypto.getRandomValues(new Uint32Array(3)).join("-");
    this._keep([...this.all, { id, change, after }]);
    this.flush();
  }

  /** The sheet has all changes up to a number. @param {number} n */
  seen(n) {
    const left = this.all.filter((each) => each.n === undefined || each.n > n);
    if (left.length !== this.all.length) this._keep(left);
  }

  async flush() {
    if (this.sending) return;
    clearTimeout(this.retry);
    this.sending = true;
    try {
      for (let next = this.unsent[0]; next; next = this.unsent[0]) await this._send(next);
      if (this.all.length) this.handlers.arrived();
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== NOT_YOURS) this._later();
    }
    this.sending = false;
    this.handlers.changed();
  }

  /** Forget what the server will not have: another device writes now. */
  discard() {
    this._keep(this.all.filter((each) => each.n !== undefined));
  }

  _later() {
    this.retry = setTimeout(() => this.flush(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.8);
  }

  /** @param {Waiting} next */
  async _send(next) {
    const { id, change, after } = next;
    this.flight = { id, known: this.handlers.known() };
    try {
      const { n } = await call("POST", `/api/sheets/${this.code}/changes`, {
        key: this.handlers.key(),
        body: { id, change, after: after ?? null },
      });
      this._keep(this.all.map((each) => (each.id === id ? { ...each, n } : each)));
      this.seen(this.handlers.known()); // the sheet may have been quicker than the answer
      this.away = false;
      this.wait = FIRST_WAIT;
    } catch (error) {
      this._failed(id, error);
    } finally {
      this.flight = null;
    }
  }

  /** What the server will never take goes; with everything else it waits. @param {string} id @param {unknown} error */
  _failed(id, error) {
    const status = error instanceof Refusal ? error.status : 0;
    this.away = status === 0 || status >= 500;
    if (this.away || status === TOO_OFTEN) throw error;
    this.handlers.refused(error instanceof Error ? error.message : String(error));
    if (status === NOT_YOURS) throw error;
    this._keep(this.all.filter((each) => each.id !== id));
  }

  /** @param {Waiting[]} all */
  _keep(all) {
    remember(this.name, all);
    this.handlers.changed();
  }
}
