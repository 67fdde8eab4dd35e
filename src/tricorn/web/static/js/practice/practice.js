/** A position for one player, without opponents and panels, used by the lessons and the puzzles. */

import { Board, bindFit } from "../board/board.js";
import { byId } from "../shared/dom.js";
import { tn } from "../shared/i18n.js";
import { addShortcuts } from "../shared/keyboard.js";
import { MOVE_SHORTCUTS, showActionBar } from "../table/action_bar.js";
import { showBoard, showPreview } from "../table/board_view.js";
import { MoveInput } from "../table/move_input.js";
import { showPlacedList } from "../table/move_list.js";
import { Rack } from "../table/rack.js";
import { isMyTurn, newTableState } from "../table/state.js";

/** @import { TableState } from "../table/state.js" */

export class Practice {
  /** The tiles in the list. @type {import("../shared/record.js").Placed[]} */
  #listed = [];

  /**
   * @param {(move: string) => void} send
   * @param {{ sending?: () => import("../shared/settings.js").Settings["send"] }} [options]
   */
  constructor(send, options = {}) {
    /** @type {TableState} */
    this.state = newTableState();
    this.input = new MoveInput(this.state, {
      parts: () => this,
      render: () => this.render(),
      renderHover: () => this.#renderHover(),
      send: ({ move }) => queueMicrotask(() => send(move)), // once the input has drawn what is selected
      ...options,
    });
    const { actions } = this.input;
    this.board = new Board(byId("board", SVGSVGElement), actions);
    bindFit(this.board, byId("fit"));
    this.rack = new Rack(byId("rack"), actions);
    this.input.bindDrag(byId("rack"));
    addShortcuts({
      Escape: () => void this.input.undo(),
      u: () => void this.input.undo(),
      t: () => this.rack.focus(),
      b: () => this.board.targets.focus(),
      ...MOVE_SHORTCUTS,
      f: () => this.board.viewport.fit(),
    });
    document.addEventListener("settings", () => this.render());
  }

  render() {
    const { state } = this;
    if (!state.now) return;
    document.body.dataset.turn = isMyTurn(state) && !state.selection.sent ? "mine" : "other";
    document.body.dataset.at = String(state.now.n);
    byId("well-count").textContent = tn("{n} left", "{n} left", state.now.well);
    this.rack.show(state);
    showBoard(this.board, state);
    this.#showTiles();
    showActionBar(byId("actions"), state, this.input.actions);
  }

  /** List the tiles on the table for screen readers, whose place in the list is lost when it is made again. */
  #showTiles() {
    const { placed } = this.state.game;
    if (placed === this.#listed) return;
    this.#listed = placed;
    showPlacedList(byId("table-list"), placed);
  }

  #renderHover() {
    showPreview(this.board, this.state);
    showActionBar(byId("actions"), this.state, this.input.actions);
  }
}
