/**
 * The move that the player is making: a tile is selected and then a cell, or the cell first; then the placement is
 * pending and can be undone; then it is sent and cannot be taken back.
 */

import { isPlacement } from "../board/targets.js";

/** @typedef {import("../shared/protocol.js").Option} Option */

/**
 * @typedef {object} Selection
 * @property {string} positionKey  of the position that the options belong to, and of the seat whose hand is shown
 * @property {Option[]} options    the legal moves
 * @property {string | null} tile  the selected one
 * @property {string | null} cell  the one selected before a tile
 * @property {Option | null} pending
 * @property {Option | null} sent
 */

/** @returns {Selection} */
export function newSelection() {
  return { positionKey: "", options: [], tile: null, cell: null, pending: null, sent: null };
}

/**
 * Set the options of a position; setting those of the same position again changes nothing.
 * @param {Selection} selection
 * @param {string} positionKey
 * @param {Option[]} options
 */
export function setOptions(selection, positionKey, options) {
  if (positionKey !== selection.positionKey) Object.assign(selection, newSelection(), { positionKey, options });
}

/** The placements of a tile. @param {Selection} selection @param {string | null} tile */
export function placementsOf(selection, tile) {
  return selection.options.filter(isPlacement).filter((option) => option.tile === tile);
}

/** The placement of a tile on the selected cell. @param {Selection} selection @param {string | null} tile */
export function placementOnCell(selection, tile) {
  return placementsOf(selection, tile).find((option) => option.cell === selection.cell) ?? null;
}

/**
 * Whether a tile can be placed, on the selected cell if there is one.
 * @param {Selection} selection @param {string} tile
 */
export function fits(selection, tile) {
  return selection.cell ? placementOnCell(selection, tile) !== null : placementsOf(selection, tile).length > 0;
}

/** The draw, if no tile fits. @param {Selection} selection */
export function drawIfNothingFits({ options }) {
  const draw = options.find((option) => option.move === "draw");
  return draw && !options.some(isPlacement) ? draw : null;
}

/** Whether a move can be chosen. @param {Selection} selection */
export function canChoose(selection) {
  return selection.options.length > 0 && !selection.sent;
}

/** Select a tile, or deselect it. @param {Selection} selection @param {string} tile */
export function toggleTile(selection, tile) {
  if (selection.sent) return;
  selection.tile = selection.tile === tile && !selection.pending ? null : tile;
  selection.cell = null;
  selection.pending = null;
}

/** Select a cell before a tile, or deselect it. @param {Selection} selection @param {string} cell */
export function toggleCell(selection, cell) {
  if (selection.sent) return;
  selection.cell = selection.cell === cell ? null : cell;
  selection.tile = null;
  selection.pending = null;
}

/** @param {Selection} selection @param {Option} option */
export function setPending(selection, option) {
  selection.tile = option.tile ?? null;
  selection.cell = null;
  selection.pending = option;
}

/** Go back one step; returns whether there was one. @param {Selection} selection */
export function undo(selection) {
  if (selection.sent || !(selection.pending || selection.tile || selection.cell)) return false;
  if (selection.pending) selection.pending = null;
  else Object.assign(selection, { tile: null, cell: null });
  if (!placementsOf(selection, selection.tile).length) selection.tile = null;
  return true;
}

/** Mark the pending move as sent. @param {Selection} selection */
export function markSent(selection) {
  selection.sent = selection.pending;
}

/** Stop offering moves. @param {Selection} selection */
export function closeSelection(selection) {
  selection.options = [];
}

/** Clear the selection, even of a move that was sent. @param {Selection} selection */
export function clearSelection(selection) {
  Object.assign(selection, { tile: null, cell: null, pending: null, sent: null });
}
