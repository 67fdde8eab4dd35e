/**
 * How the player makes a move: by taps, by keys, by dragging, from the list. It changes the selection of a state and
 * sends the move; the table, the lessons and the puzzles use it.
 */

import { byId } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { usesKeyboard } from "../shared/keyboard.js";
import { reducedMotion, settings } from "../shared/settings.js";
import { readStored, writeStored } from "../shared/storage.js";
import { drawQuestion } from "./action_bar.js";
import { log } from "./announcer.js";
import { makeDraggable } from "./drag.js";
import { asksBeforeDraw, isMyTurn, shownSeat } from "./state.js";

/** @import { Placement } from "../board/targets.js" */
/** @import { Option } from "../shared/protocol.js" */
/** @import { Settings } from "../shared/settings.js" */
/** @import { TableState } from "./state.js" */

/**
 * @typedef {object} Page  what shows the state
 * @property {() => {board: import("../board/board.js").Board, rack: import("./rack.js").Rack}} parts
 * @property {() => void} render
 * @property {() => void} renderHover
 * @property {() => Settings["send"]} [sending]  when a move is sent; by default as the settings say
 * @property {(move: {seat: number, game: number, after: number, move: string}) => void} send
 */

const UNDO_MS = 1600; // how long a tap can be undone
const FIRST_UNDO_MS = 5000; // the first time, to read that it can
const STORED_FIRST = "placed";
const DRAW_MS = 260; // between draws, to see each tile
const DRAWS_AT_ONCE = 5; // then the player decides again
const DRAW_MS_STILL = 60; // without animations; the server accepts at most 20 messages a second

export class MoveInput {
  #state;
  #page;
  #undoTimer = 0;
  /** How many tiles are drawn before the player is asked again. */
  #drawsLeft = 0;
  /** Whether the last move was chosen from the list. */
  usesList = false;

  /** @param {TableState} state @param {Page} page */
  constructor(state, page) {
    this.#state = state;
    this.#page = page;
  }

  get #board() {
    return this.#page.parts().board;
  }

  get #rack() {
    return this.#page.parts().rack;
  }

  /** What the views call. */
  get actions() {
    return {
      onSelect: (/** @type {string} */ tile, /** @type {boolean} */ byKey) => this.selectTile(tile, byKey),
      onHoverTile: (/** @type {string | null} */ tile) => this.hoverTile(tile),
      onCell: (/** @type {string} */ cell) => this.selectCell(cell),
      onChoose: (/** @type {Option} */ option) => this.choose(option),
      onChooseFromList: (/** @type {Option} */ option) => this.chooseFromList(option),
      onDrawUntilFits: () => this.drawUntilFits(),
      onHover: (/** @type {Placement | null} */ option) => this.hover(option),
      onUndo: () => void this.undo(),
      onConfirm: () => this.sendPending(),
    };
  }

  // -- choosing -------------------------------------------------------------------------------------

  /** @param {string} tile @param {boolean} byKey */
  selectTile(tile, byKey) {
    const { selection, isDrawing } = this.#state;
    if (isDrawing) return;
    this.usesList = false;
    const there = selection.placementOnCell(tile);
    if (there) {
      this.choose(there);
      if (byKey) document.getElementById("send")?.focus();
      return;
    }
    clearTimeout(this.#undoTimer);
    selection.toggleTile(tile);
    this.#page.render();
    if (byKey && selection.tile) this.#board.targets.focus();
  }

  /** Select a cell before a tile: the rack offers the tiles that fit there. @param {string} cell */
  selectCell(cell) {
    const isOnBoard = this.#board.hasFocus;
    this.#state.selection.toggleCell(cell);
    this.#page.render();
    if (isOnBoard && usesKeyboard()) this.#rack.focus();
  }

  /** @param {Placement | null} option */
  hover(option) {
    this.#state.hovered = option;
    this.#page.renderHover();
  }

  /** Set the tile under the pointer or the focus. @param {string | null} tile */
  hoverTile(tile) {
    const { selection } = this.#state;
    if (selection.cell) this.hover(selection.placementOnCell(tile));
  }

  /** Choose a move; it is sent immediately, after a moment to undo it, or when confirmed. @param {Option} option */
  choose(option) {
    const state = this.#state;
    if (!state.selection.canChoose || state.isDrawing) return;
    const isOnBoard = this.#board.hasFocus;
    clearTimeout(this.#undoTimer);
    state.hovered = null;
    state.selection.setPending(option);
    if (asksBeforeDraw(state)) return this.#askBeforeDraw();
    const send = this.#page.sending?.() ?? settings().send;
    const isOnlyMove = state.selection.options.length === 1 && !option.cell;
    if (send === "once" || isOnlyMove) return this.sendPending();
    if (send === "moment") this.#sendInAMoment(option);
    this.#page.render();
    if (isOnBoard) document.getElementById("send")?.focus();
  }

  /** Send the pending move unless it is undone in time. @param {Option} option */
  #sendInAMoment({ tile }) {
    const length = readStored(STORED_FIRST, false) ? UNDO_MS : FIRST_UNDO_MS;
    writeStored(STORED_FIRST, true);
    this.#state.selection.startMoment(length);
    this.#undoTimer = setTimeout(() => this.sendPending(), length);
    log(tile ? t("{tile} is placed in a moment; Escape stops it.", { tile }) : t("In a moment; Escape stops it."));
  }

  /** Say what the draws have cost so far, and wait for a confirmation. */
  #askBeforeDraw() {
    log(drawQuestion(this.#state));
    this.#page.render();
    document.getElementById("send")?.focus();
  }

  /** @param {Option} option */
  chooseFromList(option) {
    this.choose(option);
    this.usesList = true;
    document.getElementById("send")?.focus();
  }

  /** Choose the move of a hint, whose card has closed. @param {Option} option */
  chooseHint(option) {
    this.choose(option);
    const send = document.getElementById("send");
    if (send) send.focus();
    else if (usesKeyboard()) this.#rack.focus();
  }

  sendPending() {
    const { selection, now } = this.#state;
    const seat = shownSeat(this.#state);
    if (!selection.pending || selection.sent || seat === null || !now) return;
    clearTimeout(this.#undoTimer);
    const wasOnBoard = this.#board.hasFocus;
    selection.sent = selection.pending;
    this.#page.send({ seat, game: now.game, after: now.n, move: selection.pending.move });
    this.#page.render();
    if (wasOnBoard) this.#rack.focus();
  }

  /** Draw until a tile fits or no more may be drawn; the player is asked again after some draws. */
  drawUntilFits() {
    if (!this.#state.selection.canChoose) return;
    this.#state.isDrawing = true;
    this.#drawsLeft = DRAWS_AT_ONCE;
    this.drawNext(0);
  }

  /** Make the next of several draws. */
  drawNext(pause = reducedMotion() ? DRAW_MS_STILL : DRAW_MS) {
    const { selection } = this.#state;
    if (this.#drawsLeft === 0) return this.#pauseDrawing();
    this.#drawsLeft -= 1;
    const draw = selection.drawIfNothingFits;
    if (!draw || !selection.canChoose) return;
    clearTimeout(this.#undoTimer);
    selection.setPending(draw);
    this.#page.render();
    this.#undoTimer = setTimeout(() => this.sendPending(), pause);
  }

  /** Stop drawing, and offer to go on. */
  #pauseDrawing() {
    this.#state.isDrawing = false;
    log(drawQuestion(this.#state));
    this.#page.render();
    document.getElementById("draw-until-fits")?.focus();
  }

  /** Go back one step; returns whether there was one. */
  undo() {
    const state = this.#state;
    clearTimeout(this.#undoTimer);
    const tile = state.selection.pending?.tile;
    const wasUndone = state.selection.undo() || state.isDrawing;
    state.isDrawing = false;
    if (!wasUndone) return false;
    if (tile) log(t("{tile} is not placed.", { tile }));
    this.#page.render();
    if (usesKeyboard()) this.focusTurn();
    return true;
  }

  /** Clear the selection, even of a move that was sent. */
  cancel() {
    clearTimeout(this.#undoTimer);
    this.#state.selection.clear();
    this.#state.isDrawing = false;
  }

  /** Stop offering moves. */
  close() {
    this.cancel();
    this.#state.selection.options = [];
  }

  // -- input ----------------------------------------------------------------------------------------

  /** Let tiles be dragged from the rack to the board. @param {HTMLElement} rack */
  bindDrag(rack) {
    makeDraggable(rack, {
      onLift: (tile) => this.#lift(tile, rack),
      snap: (x, y) => this.#board.nearest(x, y),
      onOver: (option) => {
        this.hover(option);
        this.#board.preview(option?.move ?? null, "drag");
      },
      onDrop: (option) => {
        rack.classList.remove("dragging");
        this.#state.hovered = null;
        if (option) this.choose(option);
        else this.undo();
      },
    });
  }

  /** Pick up a tile; returns whether the player may. @param {string} tile @param {HTMLElement} rack */
  #lift(tile, rack) {
    const { selection, isDrawing } = this.#state;
    if (!selection.canChoose || !isMyTurn(this.#state) || isDrawing) return false;
    clearTimeout(this.#undoTimer);
    if (selection.tile !== tile || selection.pending) selection.toggleTile(tile);
    this.#page.render();
    rack.classList.add("dragging");
    return true;
  }

  /** Move the focus to where moves are made, if the keyboard is used and the focus is not needed elsewhere. */
  focusTurn() {
    const active = document.activeElement;
    if (this.usesList) return byId("move-list").querySelector("button")?.focus();
    const isFocusFree = !active || active === document.body || byId("actions").contains(active);
    if (usesKeyboard() && isFocusFree) this.#rack.focus();
  }
}
