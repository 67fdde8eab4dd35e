/** A lesson's game: it runs in the worker of local tables, from a record, and is not saved. */

import { readHeader, readRecord } from "../shared/record.js";

/** @import { Frame } from "../local/table.js" */
/** @import { WorkerMessage } from "../local/worker.js" */

/** @typedef {{onFrame: (frame: Frame) => void, onFailure: () => void}} Handlers */

const CODE = "lesson";

export class LessonGame {
  /** @type {Worker | null} */
  #worker = null;
  #module;
  #handlers;

  /** @param {string} module  the address of the rules @param {Handlers} handlers */
  constructor(module, handlers) {
    this.#module = new URL(module, location.href).href;
    this.#handlers = handlers;
  }

  /** Open the game of a record at its last line. @param {string} record */
  open(record) {
    this.close();
    const { edition, names } = readHeader(readRecord(record).header);
    const seats = names.map((name, seat) =>
      seat === 0 ? { kind: "human", name } : { kind: "bot", name, level: "easy" },
    );
    this.#worker = new Worker(new URL("../local/worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = () => this.#handlers.onFailure();
    const table = { version: 1, code: CODE, edition, seats, records: [record] };
    this.#worker.postMessage({ open: table, module: this.#module });
  }

  /** @param {number} after @param {string} move */
  send(after, move) {
    this.#worker?.postMessage({ type: "move", id: String(after), seat: 0, after, move });
  }

  /** Stop the game. */
  close() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** @param {WorkerMessage} message */
  #receive(message) {
    if ("failed" in message) this.#handlers.onFailure();
    else if ("frame" in message) this.#handlers.onFrame(message.frame);
  }
}
