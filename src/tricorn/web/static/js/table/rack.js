/** The tiles in hand: a row of interlocked triangles, one tab stop, arrows between them. */

import { looseTile } from "../board/tile.js";
import { make, updateChildren } from "../shared/dom.js";
import { formatPoints, t, tn } from "../shared/i18n.js";
import { HIDDEN_TILE } from "../shared/notation.js";
import { isMyTurn, isPassAndPlay, shownSeat } from "./state.js";

/** @import { TableState } from "./state.js" */
/** @typedef {{width: number, largest: number}} Room */

const MAX_SIZE = 80; // pixels
const MIN_SIZE = 44;
const STEP = 0.58; // from tile to tile: this share of its width, plus a gap, as in the style sheet
const GAP = 4;
const DRAWN_GAP = 24; // before the tiles drawn this turn
const ARROWS = new Map([
  ["ArrowRight", 1],
  ["ArrowDown", 1],
  ["ArrowLeft", -1],
  ["ArrowUp", -1],
]);

export class Rack {
  /**
   * @param {HTMLElement} root
   * @param {{onSelect: (tile: string, byKey: boolean) => void, onHoverTile: (tile: string | null) => void}} handlers
   */
  constructor(root, handlers) {
    this.root = root;
    this.tabStop = 0; // the tile that Tab goes to
    root.addEventListener("keydown", (event) => this.#onKey(event));
    root.addEventListener("click", (event) => {
      const tile = eventTile(event);
      // A click made by the keyboard has no position.
      if (tile) handlers.onSelect(tile, event.detail === 0);
    });
    for (const name of ["pointerover", "focusin"]) {
      root.addEventListener(name, (event) => handlers.onHoverTile(eventTile(event)));
    }
    for (const name of ["pointerleave", "focusout"]) root.addEventListener(name, () => handlers.onHoverTile(null));
    /** Pixels that the row and one tile may take; measured again only after a change. @type {Room | null} */
    this.room = null;
    const measureAgain = () => {
      this.room = null;
      this.#resize();
    };
    new ResizeObserver(measureAgain).observe(root);
    addEventListener("resize", measureAgain);
  }

  /** @param {TableState} state */
  show(state) {
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && this.root.contains(active) ? active.dataset.tile : undefined;
    const { tiles, drawn } = shownHand(state);
    const kept = tiles.filter((tile) => !drawn.includes(tile));
    const buttons = [...kept, ...drawn].map((tile, index) => tileButton(state, tile, index));
    if (kept.length) buttons[kept.length]?.classList.add("apart");
    for (const button of buttons.slice(kept.length)) button.classList.add("drawn");
    const index = focused ? buttons.findIndex((button) => button.dataset.tile === focused) : this.tabStop;
    this.tabStop = Math.max(0, Math.min(index, buttons.length - 1));
    if (buttons[this.tabStop]) buttons[this.tabStop].tabIndex = 0;
    updateChildren(this.root, buttons);
    const stop = this.#buttons()[this.tabStop];
    if (focused && document.activeElement !== stop) stop?.focus({ preventScroll: true });
    this.#resize();
  }

  /** Focus the selected tile, or the first one that fits. */
  focus() {
    const buttons = this.#buttons();
    const selected = buttons.findIndex((button) => button.getAttribute("aria-pressed") === "true");
    const playable = buttons.findIndex((button) => button.classList.contains("fits"));
    this.#focusAt(selected >= 0 ? selected : playable >= 0 ? playable : this.tabStop);
  }

  #buttons() {
    return [...this.root.querySelectorAll("button")];
  }

  /** @param {number} index */
  #focusAt(index) {
    const buttons = this.#buttons();
    if (!buttons.length) return;
    for (const button of buttons) button.tabIndex = -1;
    this.tabStop = (index + buttons.length) % buttons.length;
    buttons[this.tabStop].tabIndex = 0;
    buttons[this.tabStop].focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const step = event.shiftKey ? undefined : ARROWS.get(event.key);
    if (step) this.#focusAt(this.tabStop + step);
    else if (event.key === "Home") this.#focusAt(0);
    else if (event.key === "End") this.#focusAt(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Make the tiles as large as one row allows; two rows if they would be too small. */
  #resize() {
    const count = this.root.childElementCount;
    this.room ??= {
      width: this.root.clientWidth - 16,
      largest: Number(getComputedStyle(this.root).getPropertyValue("--rack-tile")) || MAX_SIZE,
    };
    const { largest } = this.room;
    const width = this.room.width - (this.root.querySelector(".apart") ? DRAWN_GAP : 0);
    const sizeFor = (/** @type {number} */ tiles) => (width + GAP - GAP * tiles) / (STEP * tiles + 1 - STEP);
    const inOneRow = sizeFor(count);
    const inTwoRows = Math.max(MIN_SIZE, Math.min(sizeFor(Math.ceil(count / 2)), largest * 0.75));
    const size = Math.min(largest, inOneRow >= MIN_SIZE ? inOneRow : inTwoRows);
    this.root.style.setProperty("--size", `${Math.floor(size)}px`);
  }
}

/** The tile under the pointer or the focus of an event. @param {Event} event */
function eventTile(event) {
  return /** @type {Element} */ (event.target).closest("button")?.dataset.tile ?? null;
}

/**
 * The tiles of the hand that is shown, face down behind the curtain.
 * @param {TableState} state @returns {{tiles: string[], drawn: string[]}}
 */
function shownHand(state) {
  const { now } = state;
  const seat = shownSeat(state);
  if (!now) return { tiles: [], drawn: [] };
  if (seat !== null) return { tiles: now.hands[seat] ?? [], drawn: now.drawn_tiles[seat] ?? [] };
  return { tiles: isPassAndPlay(state) ? Array(now.held[now.turn ?? 0] ?? 0).fill(HIDDEN_TILE) : [], drawn: [] };
}

/** @param {TableState} state @param {string} tile @param {number} index */
function tileButton(state, tile, index) {
  const { selection } = state;
  const isHidden = tile.includes("?");
  const classes = ["tile", index % 2 ? "down" : "up"];
  if (isMyTurn(state) && !state.isTrying) classes.push(selection.fits(tile) ? "fits" : "no-fit");
  if ((selection.sent ?? selection.pending)?.tile === tile) classes.push("gone");
  const attributes = {
    type: "button",
    class: classes.join(" "),
    tabindex: -1,
    "data-tile": tile,
    disabled: isHidden,
    "aria-pressed": String(selection.tile === tile),
    "aria-label": isHidden ? t("A hidden tile") : tileLabel(state, tile),
  };
  return make("button", attributes, looseTile(isHidden ? null : tile, index % 2 === 0));
}

/** @param {TableState} state @param {string} tile */
function tileLabel(state, tile) {
  if (state.isTrying) return tile;
  const placements = state.selection.placementsOf(tile);
  const parts = [tile];
  if (shownHand(state).drawn.includes(tile)) parts.push(t("drawn this turn"));
  if (isMyTurn(state) && !placements.length) parts.push(t("fits nowhere"));
  const there = state.selection.placementOnCell(tile);
  if (there) parts.push(t("fits there, {points}", { points: formatPoints(there.points) }));
  else if (placements.length) {
    const best = formatPoints(Math.max(...placements.map((option) => option.points)));
    parts.push(tn("fits in {n} place, {best}", "fits in {n} places, best {best}", placements.length, { best }));
  }
  return parts.join(", ");
}
