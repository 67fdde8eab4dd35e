/** The board in the player's turn: where the selected tile fits, and a preview of its placement. */

import { hoveredPlacement, isMyTurn } from "./state.js";

/** @import { Board } from "../board/board.js" */
/** @import { TableState } from "./state.js" */

/** @param {Board} board @param {TableState} state */
export function showBoard(board, state) {
  const { options, tile, cell, pending, sent } = state.selection;
  board.show(state.game.placed);
  if (!isMyTurn(state) || sent || pending) board.showTargets([]);
  else if (tile) board.showTargets(state.selection.placementsOf(tile), state.isTrying ? "tries" : "targets");
  else board.showTargets(state.isTrying ? [] : options, "hints", cell);
  showPreview(board, state);
}

/** Show a preview of the chosen, sent or hovered placement. @param {Board} board @param {TableState} state */
export function showPreview(board, state) {
  const { sent, pending, moment } = state.selection;
  if (sent) board.preview(sent.move, "sent");
  else if (pending) board.preview(pending.move, "pending", moment);
  else board.preview(hoveredPlacement(state)?.move ?? null, "hover");
}
