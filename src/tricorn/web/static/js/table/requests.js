/** The HTTP requests of a table's page. A refusal is shown to the player. */

import { call, errorText } from "../shared/api.js";
import { toast } from "../shared/ui.js";

/** @import { Hint, Joined, Seat, TableRules } from "../shared/protocol.js" */

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

  /** Sit down; returns the seat and its key, or null. @param {string} name @returns {Promise<Joined | null>} */
  join(name) {
    return this.#call("POST", "join", { name });
  }

  /** @param {number} seat @param {{kind: string, level?: string, name?: string}} change */
  setSeat(seat, change) {
    return this.#call("POST", `seats/${seat}`, change);
  }

  /** @param {string} level */
  addBot(level) {
    return this.#call("POST", "bots", { level });
  }

  /** Remove somebody from the table, or leave it. @param {Seat} seat */
  removeSeat({ seat, name }) {
    return this.#call("DELETE", `seats/${seat}?name=${encodeURIComponent(name)}`);
  }

  /** @param {Seat} seat @param {number} to  its new place in the order of play */
  moveSeat({ seat, name }, to) {
    return this.#call("POST", `seats/${seat}/move`, { to, name });
  }

  /** @param {TableRules} rules @returns {Promise<string | null>} an error message, or null */
  async setRules(rules) {
    try {
      await call("POST", `/api/tables/${this.code}/rules`, { key: this.key(), body: rules });
      return null;
    } catch (error) {
      return errorText(error);
    }
  }

  start() {
    return this.#call("POST", "start");
  }

  /** Agree to a rematch or not; the host need not wait. @param {{agree?: boolean, wait?: boolean}} answer */
  rematch(answer) {
    return this.#call("POST", "rematch", answer);
  }

  /** Agree to end the game now, or not. @param {boolean} agree */
  end(agree) {
    return this.#call("POST", "end", { agree });
  }

  /** Take back the player's last choice. @param {number} seat @param {number} after  the last line known */
  takeBack(seat, after) {
    return this.#call("POST", "take-back", { seat, after });
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
