/**
 * A move on its way: a tile is selected, a cell chosen, and for a moment it can be undone; then it is sent.
 * What is sent is not taken back.
 */

import { settings } from "../shared/storage.js";

/** @typedef {import("../shared/protocol.js").Option} Option */

export const MOMENT = 1600; // milliseconds to undo a tap

export class Choice {
  /** @param {{changed: () => void, send: (option: Option) => void}} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    /** @type {Option[]} */
    this.options = [];
    this.at = ""; // the moment of the game these options belong to
    /** @type {string | null} */
    this.selected = null;
    /** @type {Option | null} */
    this.pending = null;
    /** @type {Option | null} */
    this.sent = null;
    this.timer = 0;
  }

  /**
   * The options of a new moment; the same moment told again changes nothing.
   * @param {string} at
   * @param {Option[]} options
   */
  begin(at, options) {
    if (at === this.at) return;
    this.at = at;
    this.options = options;
    this._clear();
  }

  /** The placements of a tile. @param {string | null} tile */
  placesOf(tile) {
    return this.options.filter((option) => option.cell && option.tile === tile);
  }

  get free() {
    return this.options.length > 0 && !this.sent;
  }

  /** Select a tile, or let it go if it is selected. @param {string} tile */
  select(tile) {
    if (this.sent) return;
    this._stop();
    this.pending = null;
    this.selected = this.selected === tile ? null : tile;
    this.handlers.changed();
  }

  /** @param {Option} option */
  choose(option) {
    if (!this.free) return;
    this._stop();
    this.selected = option.tile ?? null;
    this.pending = option;
    const { send } = settings();
    // Where nothing can be chosen there is nothing to undo.
    if (send === "once" || this.options.length === 1) return this.confirm();
    if (send === "moment") this.timer = setTimeout(() => this.confirm(), MOMENT);
    this.handlers.changed();
  }

  /** One step back; whether there was one. */
  undo() {
    if (this.sent || (!this.pending && !this.selected)) return false;
    this._stop();
    if (this.pending) this.pending = null;
    else this.selected = null;
    if (!this.placesOf(this.selected).length) this.selected = null;
    this.handlers.changed();
    return true;
  }

  confirm() {
    if (!this.pending || this.sent) return;
    this._stop();
    this.sent = this.pending;
    this.handlers.send(this.sent);
    this.handlers.changed();
  }

  /** The server would not have it. */
  refused() {
    this._clear();
    this.handlers.changed();
  }

  _clear() {
    this._stop();
    this.selected = this.pending = this.sent = null;
  }

  _stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }
}
