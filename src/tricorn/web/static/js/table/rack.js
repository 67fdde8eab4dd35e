/** The tiles in hand: a row of interlocked triangles, one tab stop, arrows between them. */

import { loose } from "../board/tile.js";
import { make, refill } from "../shared/dom.js";
import { signed, t, tn } from "../shared/i18n.js";

/** @typedef {import("../shared/protocol.js").Option} Option */

const LARGEST = 80;
const SMALLEST = 44;
const STEP = 0.58,
  GAP = 4; // from tile to tile: so much of its width, and pixels, as in the style sheet
const APART = 24; // pixels before those drawn this turn

/**
 * @typedef {object} Rackful
 * @property {string[]} tiles
 * @property {string[]} drawn     of these, drawn in the turn that is on
 * @property {Option[]} options   what can be placed; empty when it is not this seat's turn
 * @property {boolean} turn
 * @property {string | null} selected
 * @property {string | null} gone  lies on the table as a preview
 * @property {boolean} hidden     face down, behind the curtain
 */

export class Rack {
  /** @param {HTMLElement} root @param {{chosen: (tile: string, byKey: boolean) => void}} handlers */
  constructor(root, handlers) {
    this.root = root;
    this.handlers = handlers;
    this.at = 0; // the tile the tab key stops at
    this.count = 0;
    root.addEventListener("keydown", (event) => this._keys(event));
    root.addEventListener("click", (event) => {
      const tile = /** @type {Element} */ (event.target).closest("button")?.dataset.tile;
      // A click made by the keyboard has no position.
      if (tile) handlers.chosen(tile, event.detail === 0);
    });
    new ResizeObserver(() => this._size()).observe(root);
  }

  /** @param {Rackful} rackful */
  show(rackful) {
    const focused = this.root.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.tile
      : null;
    const kept = rackful.tiles.filter((tile) => !rackful.drawn.includes(tile));
    const items = [...kept, ...rackful.drawn].map((tile, index) =>
      this._item(tile, index, index === kept.length && index > 0, rackful),
    );
    this.count = items.length;
    refill(this.root, ...items);
    const buttons = this._buttons();
    this.at = Math.min(
      Math.max(0, focused ? buttons.findIndex((each) => each.dataset.tile === focused) : this.at),
      Math.max(0, buttons.length - 1),
    );
    if (buttons[this.at]) buttons[this.at].tabIndex = 0;
    if (focused) buttons[this.at]?.focus({ preventScroll: true });
    this._size();
  }

  focus() {
    const buttons = this._buttons();
    const selected = buttons.findIndex((each) => each.getAttribute("aria-pressed") === "true");
    const playable = buttons.findIndex((each) => each.classList.contains("fits"));
    this._rove(selected >= 0 ? selected : playable >= 0 ? playable : this.at);
  }

  /** Where a tile stands on the screen. @param {string} tile */
  placeOf(tile) {
    return (
      this._buttons()
        .find((each) => each.dataset.tile === tile)
        ?.getBoundingClientRect() ?? null
    );
  }

  _buttons() {
    return [...this.root.querySelectorAll("button")];
  }

  /** @param {string} tile @param {number} index @param {boolean} apart @param {Rackful} rackful */
  _item(tile, index, apart, rackful) {
    const options = rackful.options.filter((option) => option.tile === tile);
    const classes = ["tile", index % 2 ? "down" : "up"];
    if (apart) classes.push("apart");
    if (rackful.drawn.includes(tile)) classes.push("drawn");
    if (rackful.turn) classes.push(options.length ? "fits" : "rests");
    if (rackful.gone === tile) classes.push("gone");
    const button = make("button", {
      type: "button",
      class: classes.join(" "),
      tabindex: -1,
      "data-tile": tile,
      disabled: rackful.hidden,
      "aria-pressed": String(rackful.selected === tile),
      "aria-label": rackful.hidden ? t("A hidden tile") : this._words(tile, options, rackful),
    });
    button.append(loose(rackful.hidden ? null : tile, index % 2 === 0));
    return button;
  }

  /** @param {string} tile @param {Option[]} options @param {Rackful} rackful */
  _words(tile, options, rackful) {
    const parts = [tile];
    if (rackful.drawn.includes(tile)) parts.push(t("drawn this turn"));
    if (rackful.turn && !options.length) parts.push(t("fits nowhere"));
    if (options.length) {
      const best = Math.max(...options.map((option) => option.points));
      parts.push(
        tn("fits in {n} place, {best}", "fits in {n} places, best {best}", options.length, { best: signed(best) }),
      );
    }
    return parts.join(", ");
  }

  /** @param {number} index */
  _rove(index) {
    const buttons = this._buttons();
    if (!buttons.length) return;
    for (const button of buttons) button.tabIndex = -1;
    this.at = (index + buttons.length) % buttons.length;
    buttons[this.at].tabIndex = 0;
    buttons[this.at].focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  _keys(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step !== undefined && !event.shiftKey) this._rove(this.at + step);
    else if (event.key === "Home") this._rove(0);
    else if (event.key === "End") this._rove(this.count - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Tiles as large as the row allows; a second row when they would be too small. */
  _size() {
    const apart = this.root.querySelector(".apart") ? APART : 0;
    const wide = this.root.clientWidth - 16 - apart,
      high = Number(getComputedStyle(this.root).getPropertyValue("--rack-tile")) || LARGEST;
    const size = (/** @type {number} */ inRow) => (wide + GAP - GAP * inRow) / (STEP * inRow + 1 - STEP);
    const one = size(this.count),
      two = size(Math.ceil(this.count / 2));
    const best = one >= SMALLEST ? one : Math.max(SMALLEST, Math.min(two, high * 0.75));
    this.root.style.setProperty("--size", `${Math.floor(Math.min(high, best))}px`);
  }
}
