/**
 * The move that the player is making: a tile is selected and then a cell, or the cell first; then the placement is
 * pending and can be undone; then it is sent and cannot be taken back.
 */

import { isPlacement } from "../board/targets.js";

/** @import { Option } from "../shared/protocol.js" */
/** A span of time in milliseconds. @typedef {{start: number, length: number}} Moment */

export class Selection {
  /** The position that the options belong to, and the seat whose hand is shown. */
  positionKey = "";
  /** The legal moves. @type {Option[]} */
  options = [];
  /** @type {string | null} */
  tile = null;
  /** The cell that was selected before a tile. @type {string | null} */
  cell = null;
  /** @type {Option | null} */
  pending = null;
  /** Since when, and how long, the pending move can be undone before it is sent. @type {Moment | null} */
  moment = null;
  /** @type {Option | null} */
  sent = null;

  /** Set the options of a position, unless they are set. @param {string} positionKey @param {Option[]} options */
  setOptions(positionKey, options) {
    if (positionKey === this.positionKey) return;
    this.clear();
    Object.assign(this, { positionKey, options });
  }

  /** The placements of a tile. @param {string | null} tile */
  placementsOf(tile) {
    return this.options.filter(isPlacement).filter((option) => option.tile === tile);
  }

  /** The placement of a tile on the selected cell. @param {string | null} tile */
  placementOnCell(tile) {
    return this.placementsOf(tile).find((option) => option.cell === this.cell) ?? null;
  }

  /** Whether a tile can be placed, on the selected cell if there is one. @param {string} tile */
  fits(tile) {
    return this.cell ? this.placementOnCell(tile) !== null : this.placementsOf(tile).length > 0;
  }

  /** The draw, if no tile fits. */
  get drawIfNothingFits() {
    const draw = this.options.find((option) => option.move === "draw");
    return draw && !this.options.some(isPlacement) ? draw : null;
  }

  /** Whether a move can be chosen. */
  get canChoose() {
    return this.options.length > 0 && !this.sent;
  }

  /** Select a tile, or deselect it. @param {string} tile */
  toggleTile(tile) {
    if (this.sent) return;
    const isDeselected = this.tile === tile && !this.pending;
    this.clear();
    if (!isDeselected) this.tile = tile;
  }

  /** Select a cell before a tile, or deselect it. @param {string} cell */
  toggleCell(cell) {
    if (this.sent) return;
    const isDeselected = this.cell === cell;
    this.clear();
    if (!isDeselected) this.cell = cell;
  }

  /** @param {Option} option */
  setPending(option) {
    Object.assign(this, { tile: option.tile ?? null, cell: null, pending: option, moment: null });
  }

  /** Let the pending move be undone for a while. @param {number} length */
  startMoment(length) {
    this.moment = { start: performance.now(), length };
  }

  /** Go back one step; returns whether there was one. */
  undo() {
    if (this.sent || !(this.pending || this.tile || this.cell)) return false;
    if (this.pending) this.pending = null;
    else this.clear();
    if (!this.placementsOf(this.tile).length) this.tile = null;
    return true;
  }

  /** Clear the selection, even of a move that was sent. */
  clear() {
    Object.assign(this, { tile: null, cell: null, pending: null, moment: null, sent: null });
  }
}
