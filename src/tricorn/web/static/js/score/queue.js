/**
 * A queue of changes for the server. Each has an id and is stored in this browser until the sheet has it, so none is
 * lost when the network, the page or the phone fails; the server applies each id only once.
 */

import { ApiError, call, errorText, TOO_MANY_REQUESTS, unreachable } from "../shared/api.js";
import { newId } from "../shared/socket.js";
import { isStoredAs, readList, writeStored } from "../shared/storage.js";

/**
 * `n` is its number, once the server has it.
 * @typedef {{id: string, change: string, after?: number, n?: number}} QueuedChange
 */

/**
 * @typedef {object} Handlers
 * @property {() => string} key
 * @property {() => number} known  the number of the last change that the sheet shows
 * @property {() => void} onChange
 * @property {(reason: string) => void} onRefused
 * @property {() => void} onSent  the server has everything
 * @property {() => Promise<void>} [publish]  creates the draft on the server and opens it there
 * @property {() => void} onUnstored  this browser cannot store what was entered
 */

const FIRST_RETRY_MS = 600;
const MAX_RETRY_MS = 8000;
const KEEPING = [403, 404]; // refusals that are not of the change itself: another device has the pencil, or no sheet

/** Where the changes of a sheet are stored. @param {string} code */
export function queueName(code) {
  return `queue.${code}`;
}

export class ChangeQueue {
  /**
   * @param {string} code @param {Handlers} handlers
   * @param {boolean} [hasServer]  otherwise changes stay in this browser
   */
  constructor(code, handlers, hasServer = true) {
    this.code = code;
    this.handlers = handlers;
    this.hasServer = hasServer;
    /** What could not be stored. @type {QueuedChange[] | null} */
    this.unstored = null;
    this.name = queueName(code);
    this.isSending = false;
    this.isOffline = false; // whether the last attempt did not reach the server
    this.retryMs = FIRST_RETRY_MS;
    this.retryTimer = 0;
    /**
     * The change being sent, and the number of the last change known when sending began.
     * @type {{id: string, known: number} | null}
     */
    this.inFlight = null;
    addEventListener("online", () => this.flush());
    addEventListener("storage", (event) => isStoredAs(event.key, this.name) && handlers.onChange()); // another tab
    document.addEventListener("visibilitychange", () => !document.hidden && this.flush());
  }

  /** @returns {QueuedChange[]} */
  get all() {
    return this.unstored ?? readList(this.name);
  }

  /** What the sheet does not show yet. A change can show up on the sheet before it is acknowledged. */
  get waiting() {
    const { id, known } = this.inFlight ?? { id: "", known: 0 };
    return this.all.filter((queued) => queued.id !== id || this.handlers.known() <= known);
  }

  /** What the server does not have yet. */
  get unsent() {
    return this.all.filter((queued) => queued.n === undefined);
  }

  /** @param {string} change @param {number} [after]  the last change known, where it depends on that */
  add(change, after) {
    this.#store([...this.all, { id: newId(), change, after }]);
    this.flush();
  }

  /** The sheet has all changes up to a number. @param {number} n */
  markSeen(n) {
    const remaining = this.all.filter((queued) => queued.n === undefined || queued.n > n);
    if (remaining.length !== this.all.length) this.#store(remaining);
  }

  async flush() {
    if (this.isSending || !this.hasServer) return;
    clearTimeout(this.retryTimer);
    this.isSending = true;
    try {
      if (this.handlers.publish) await this.handlers.publish();
      else for (let next = this.unsent[0]; next; next = this.unsent[0]) await this.#send(next);
      if (this.all.length && !this.handlers.publish) this.handlers.onSent();
    } catch (error) {
      if (!(error instanceof ApiError) || !KEEPING.includes(error.status)) this.#retryLater();
    }
    this.isSending = false;
    this.handlers.onChange();
  }

  /** Drop what the server would refuse, because another device has the pencil. */
  discard() {
    this.#store(this.all.filter((queued) => queued.n !== undefined));
  }

  #retryLater() {
    this.retryTimer = setTimeout(() => this.flush(), this.retryMs);
    this.retryMs = Math.min(MAX_RETRY_MS, this.retryMs * 1.8);
  }

  /** @param {QueuedChange} next */
  async #send(next) {
    const { id, change, after } = next;
    this.inFlight = { id, known: this.handlers.known() };
    try {
      /** @type {import("../shared/protocol.js").Changed} */
      const { n } = await call("POST", `/api/sheets/${this.code}/changes`, {
        key: this.handlers.key(),
        body: { id, change, after: after ?? null },
      });
      if (typeof n !== "number") throw unreachable(); // the sign-in page of a network, for example
      this.#store(this.all.map((queued) => (queued.id === id ? { ...queued, n } : queued)));
      this.markSeen(this.handlers.known()); // the sheet may have come before the answer
      this.isOffline = false;
      this.retryMs = FIRST_RETRY_MS;
    } catch (error) {
      this.#failed(id, error);
    } finally {
      this.inFlight = null;
    }
  }

  /** Drop a change that the server refuses as such; keep any other. @param {string} id @param {unknown} error */
  #failed(id, error) {
    const status = error instanceof ApiError ? error.status : 0;
    this.isOffline = status === 0 || status >= 500;
    if (this.isOffline || status === TOO_MANY_REQUESTS) throw error;
    this.handlers.onRefused(errorText(error));
    if (KEEPING.includes(status)) throw error;
    this.#store(this.all.filter((queued) => queued.id !== id));
  }

  /** @param {QueuedChange[]} all */
  #store(all) {
    const isStored = writeStored(this.name, all);
    if (!isStored && !this.unstored) this.handlers.onUnstored();
    this.unstored = isStored ? null : all;
    this.handlers.onChange();
  }
}
