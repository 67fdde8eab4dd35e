/**
 * The reader's move in the making: a tile is selected, then a placement is pending and can be undone, then it is sent.
 * What is sent is not taken back.
 */

import { isPlacement } from "../board/targets.js";

/** @typedef {import("../shared/protocol.js").Option} Option */

/**
 * @typedef {object} Selection
 * @property {string} turn         the moment of the game that the options belong to
 * @property {Option[]} options    the legal moves
 * @property {string | null} tile  the selected one
 * @property {Option | null} pending
 * @property {Option | null} sent
 */

/** @returns {Selection} */
export function newSelection() {
  return { turn: "", options: [], tile: null, pending: null, sent: null };
}

/**
 * The options of a moment; the same moment again changes nothing.
 * @param {Selection} selection
 * @param {string} turn
 * @param {Option[]} options
 */
export function startTurn(selection, turn, options) {
  if (turn !== selection.turn) Object.assign(selection, newSelection(), { turn, options });
}

/** The placements of a tile. @param {Selection} selection @param {string | null} tile */
export function placementsOf(selection, tile) {
  return selection.options.filter(isPlacement).filter((option) => option.tile === tile);
}

/** Whether a move can be chosen. @param {Selection} selection */
export function canChoose(selection) {
  return selection.options.length > 0 && !selection.sent;
}

/** Select a tile, or deselect it. @param {Selection} selection @param {string} tile */
export function toggleTile(selection, tile) {
  if (selection.sent) return;
  selection.tile = selection.tile === tile && !selection.pending ? null : tile;
  selection.pending = null;
}

/** @param {Selection} selection @param {Option} option */
export function setPending(selection, option) {
  selection.tile = option.tile ?? null;
  selection.pending = option;
}

/** One step back; whether there was one. @param {Selection} selection */
export function undo(selection) {
  if (selection.sent || (!selection.pending && !selection.tile)) return false;
  if (selection.pending) selection.pending = null;
  else selection.tile = null;
  if (!placementsOf(selection, selection.tile).length) selection.tile = null;
  return true;
}

/** The pending move is sent. @param {Selection} selection */
export function markSent(selection) {
  selection.sent = selection.pending;
}

/** Nothing is selected: the server has refused the move. @param {Selection} selection */
export function clearSelection(selection) {
  Object.assign(selection, { tile: null, pending: null, sent: null });
}
