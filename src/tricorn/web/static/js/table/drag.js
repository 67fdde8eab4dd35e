/** Dragging a tile from the rack to the board, where it snaps to the nearest cell that it fits. */

import { make } from "../shared/dom.js";

/** @import { Placement } from "../board/targets.js" */

/**
 * @typedef {object} Handlers
 * @property {(tile: string) => boolean} onLift  the tile is picked up; false if it fits nowhere
 * @property {(x: number, y: number) => Placement | null} snap  the placement at a position
 * @property {(option: Placement | null) => void} onOver
 * @property {(option: Placement | null) => void} onDrop
 */

const DRAG_FROM = 9; // pixels; a tap with an unsteady finger stays a tap
const CLICK_MS = 50; // how long after a drag the browser may send a click

/** @param {HTMLElement} rack @param {Handlers} handlers */
export function makeDraggable(rack, handlers) {
  rack.addEventListener("pointerdown", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (event.button === 0 && button?.dataset.tile && !button.disabled) {
      new Drag(button, button.dataset.tile, event, handlers);
    }
  });
}

class Drag {
  /** @param {HTMLElement} button @param {string} tile @param {PointerEvent} start @param {Handlers} handlers */
  constructor(button, tile, start, handlers) {
    this.tile = tile;
    this.start = start;
    this.handlers = handlers;
    this.copy = dragImage(button); // made now, because lifting the tile redraws the rack
    this.rise = start.pointerType === "mouse" ? 0 : button.offsetHeight; // above the finger, which would cover it
    this.isLifted = false;
    /** @type {Placement | null} */
    this.target = null;
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    addEventListener("pointermove", (event) => this.#onMove(event), { signal });
    addEventListener("pointerup", (event) => this.#onEnd(event), { signal });
    addEventListener("pointercancel", (event) => this.#onEnd(event), { signal });
  }

  /** @param {PointerEvent} event */
  #onMove(event) {
    const { clientX: x, clientY: y, pointerId } = event;
    if (pointerId !== this.start.pointerId) return;
    if (!this.isLifted && Math.hypot(x - this.start.clientX, y - this.start.clientY) < DRAG_FROM) return;
    if (!this.isLifted && !this.handlers.onLift(this.tile)) return this.listeners.abort();
    if (!this.isLifted) document.body.append(this.copy);
    this.isLifted = true;
    const middle = y - this.rise; // of the picture
    this.target = this.handlers.snap(x, middle);
    this.handlers.onOver(this.target);
    this.copy.classList.toggle("snapped", Boolean(this.target));
    this.copy.style.transform = `translate(${x}px, ${middle}px) translate(-50%, -50%)`;
  }

  /** @param {PointerEvent} event */
  #onEnd(event) {
    if (event.pointerId !== this.start.pointerId) return;
    this.listeners.abort();
    if (!this.isLifted) return;
    this.copy.remove();
    ignoreNextClick();
    this.handlers.onDrop(event.type === "pointerup" ? this.target : null);
  }
}

/** A picture of the tile that follows the pointer. @param {HTMLElement} button */
function dragImage(button) {
  const image = make("div", { class: "ghost", "aria-hidden": "true" });
  const picture = button.querySelector("svg");
  if (picture) image.append(picture.cloneNode(true));
  image.style.width = `${button.offsetWidth}px`;
  return image;
}

/** The click after a drag is not a tap. */
function ignoreNextClick() {
  const ignore = (/** @type {Event} */ event) => event.stopPropagation();
  addEventListener("click", ignore, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", ignore, { capture: true }), CLICK_MS);
}
