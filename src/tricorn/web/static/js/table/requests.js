/** The HTTP requests of a table's page. A refusal is shown to the player. */

import { call, errorText } from "../shared/api.js";
import { toast } from "../shared/ui.js";

/** @import { Hint, Joined } from "../shared/protocol.js" */

export class Requests {
  /** @param {string} code @param {() => string | null} key */
  constructor(code, key) {
    this.code = code;
    this.key = key;
  }

  /**
   * The response, or null if the request was refused.
   * @template T @param {string} method @param {string} path @param {object} [body] @returns {Promise<T | null>}
   */
  async #call(method, path, body) {
    try {
      return await call(method, `/api/tables/${this.code}/${path}`, { key: this.key(), body });
    } catch (error) {
      toast(errorText(error));
      return null;
    }
  }

  /** The key of the seat that was taken, or null. @param {string} name @returns {Promise<string | null>} */
  async join(name) {
    /** @type {Joined | null} */
    const joined = await this.#call("POST", "join", { name });
    return joined?.key ?? null;
  }

  /** @param {number} seat @param {string} kind @param {string} [level] */
  setSeat(seat, kind, level) {
    return this.#call("POST", `seats/${seat}`, level ? { kind, level } : { kind });
  }

  /** @param {string | null} fill  the level of the bots for open seats */
  start(fill) {
    return this.#call("POST", "start", fill ? { fill } : {});
  }

  /** Agree to a rematch or not; the host need not wait. @param {{agree?: boolean, wait?: boolean}} answer */
  rematch(answer) {
    return this.#call("POST", "rematch", answer);
  }

  /** Agree to end the game now, or not. @param {boolean} agree */
  end(agree) {
    return this.#call("POST", "end", { agree });
  }

  /** @param {number} seat */
  resign(seat) {
    return this.#call("POST", "resign", { seat });
  }

  /**
   * A hint, or null.
   * @param {number} seat @param {number} after  the last line known @returns {Promise<Hint | null>}
   */
  hint(seat, after) {
    return this.#call("POST", "hint", { seat, after });
  }

  /**
   * Save the record as a file.
   * @param {(text: string) => Promise<string>} complete  adds what only this device knows
   */
  async download(complete) {
    /** @type {string | null} */
    const text = await this.#call("GET", "record");
    if (text === null) return;
    const { saveRecord } = await import("../shared/record_files.js");
    saveRecord(await complete(text), this.code);
  }
}
