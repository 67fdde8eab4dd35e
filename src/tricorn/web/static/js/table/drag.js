/** Dragging a tile from the rack to the board, where it snaps to the nearest cell that it fits. */

import { make } from "../shared/dom.js";

/** @typedef {import("../shared/protocol.js").Option} Option */

const DRAG_FROM = 9; // pixels, so that a tap with a shaking finger stays a tap

/**
 * @typedef {object} Handlers
 * @property {(tile: string) => boolean} lift   the tile is taken up; false if it cannot go anywhere
 * @property {(option: Option | null) => void} over
 * @property {(option: Option | null) => void} drop
 */

/** @param {HTMLElement} rack @param {import("../board/board.js").Board} board @param {Handlers} handlers */
export function draggable(rack, board, handlers) {
  rack.addEventListener("pointerdown", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (event.button > 0 || !button?.dataset.tile || button.disabled) return;
    follow(button, event, board, handlers);
  });
}

/**
 * @param {HTMLButtonElement} button
 * @param {PointerEvent} start
 * @param {import("../board/board.js").Board} board
 * @param {Handlers} handlers
 */
function follow(button, start, board, handlers) {
  /** @type {HTMLElement | null} */
  let ghost = null;
  let refused = false;
  /** @type {Option | null} */
  let snapped = null;

  const move = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== start.pointerId || refused) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < DRAG_FROM) return;
      refused = !handlers.lift(/** @type {string} */ (button.dataset.tile));
      if (refused) return;
      ghost = ghostOf(button);
    }
    snapped = board.nearest(event.clientX, event.clientY);
    handlers.over(snapped);
    ghost.classList.toggle("snapped", Boolean(snapped));
    ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  };

  const end = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== start.pointerId) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!ghost) return;
    ghost.remove();
    swallowClick();
    handlers.drop(event.type === "pointerup" ? snapped : null);
  };

  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** @param {HTMLElement} button */
function ghostOf(button) {
  const ghost = make("div", { class: "ghost", "aria-hidden": "true" });
  const picture = button.querySelector("svg");
  if (picture) ghost.append(picture.cloneNode(true));
  ghost.style.width = `${button.offsetWidth}px`;
  document.body.append(ghost);
  return ghost;
}

/** The click after a drag was no tap. */
function swallowClick() {
  const swallow = (/** @type {Event} */ event) => event.stopPropagation();
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
}
