/**
 * What the page shows until the server answers, or without a server: the sheet with the unsent changes, computed by the
 * WebAssembly module (local_sheet.js). The server's lines replace these.
 */

import { Core } from "../core/module.js";
import { LocalSheet } from "./local_sheet.js";

/** @import { QueuedChange } from "./queue.js" */
/** @import { Line, ShownSheet } from "./state.js" */

export class PendingSheet {
  /** @type {Core | null} */
  #core = null;
  /** @type {LocalSheet | null} */
  #sheet = null;
  /** What the sheet was computed from. @type {unknown[]} */
  #from = [];

  /** Load the rules; returns whether that succeeded. @param {string | undefined} module  their address */
  async load(module) {
    this.#core = module ? await Core.fetch(module).catch(() => null) : null;
    return this.#core !== null;
  }

  /**
   * The server's sheet with the unsent changes applied; null without the rules.
   * @param {ShownSheet} view @param {QueuedChange[]} waiting
   */
  sheet({ sheet, lines, now }, waiting) {
    if (!this.#core || !sheet) return null;
    const from = [sheet.edition, sheet.names.join("\n"), lines, now, waiting.map(({ id }) => id).join()];
    if (this.#sheet && from.every((source, index) => source === this.#from[index])) return this.#sheet;
    const isSame = this.#from[0] === sheet.edition && this.#sheet?.names.length === sheet.names.length;
    if (!isSame) this.#sheet = this.#newSheet(sheet.edition, sheet.names);
    const entries = lines.map((line) => line.entry);
    this.#sheet?.restart(sheet.names, entries, now?.added ?? []);
    for (const { change } of waiting) this.#sheet?.applyChange(change);
    this.#from = from;
    return this.#sheet;
  }

  /**
   * The same where it is needed; null while the server is connected and has every change.
   * @param {ShownSheet} view @param {QueuedChange[]} waiting @param {boolean} isConnected
   */
  ahead(view, waiting, isConnected) {
    return isConnected && view.now && !waiting.length ? null : this.sheet(view, waiting);
  }

  /** @param {string} edition @param {string[]} names */
  #newSheet(edition, names) {
    try {
      return new LocalSheet(/** @type {Core} */ (this.#core), edition, names);
    } catch {
      return null; // the edition comes from another version
    }
  }

  /**
   * What to show: the sheet with the unsent changes and, without a connection, with what can be undone here.
   * @param {ShownSheet} view @param {QueuedChange[]} waiting @param {boolean} isConnected @returns {ShownSheet}
   */
  shown(view, waiting, isConnected) {
    const { sheet, now } = view;
    const local = this.ahead(view, waiting, isConnected);
    if (!local || !sheet) return view;
    const names = local.names;
    const changed = local.lines.findIndex((line, index) => line.entry !== view.lines[index]?.entry);
    const same = changed < 0 ? local.lines.length : changed;
    const later = local.lines.slice(same).map((line) => this.#withStatus(line, view));
    const lines = [...view.lines.slice(0, same), ...later];
    return { sheet: { ...sheet, names, rules: local.rules }, lines, now: local.now(now?.n ?? local.changes) };
  }

  /** @param {Line} line @param {ShownSheet} view @returns {Line} */
  #withStatus(line, { now, lines }) {
    const isWaiting =
      now !== null && !lines.some(({ entry, number }) => entry === line.entry && number === line.number);
    return isWaiting ? { ...line, isPending: true } : line;
  }
}
