/** People around a table in the order of play, clockwise: one place each, which may be dragged to another place. */

import { make, refill } from "./dom.js";

/** @import { Child } from "./dom.js" */

/**
 * A place at the table.
 * @typedef {object} Place
 * @property {string} key         the same while the same person or bot sits there
 * @property {number | null} seat  its number, which decides the colour; null for a free place
 * @property {Child} face
 * @property {boolean} [isAway]  whether the person is away
 * @property {Child[]} words      below the face
 * @property {string} [id]
 * @property {() => void} [open]  a tap on it
 * @property {Child[]} [fields]   below the words, outside the button
 */

const DRAG_PX = 8; // a shorter movement is a tap

export class Places {
  /** @param {HTMLElement} list @param {(from: number, to: number) => void} [onMove]  by dragging */
  constructor(list, onMove) {
    this.list = list;
    this.onMove = onMove;
  }

  /**
   * @param {Place[]} places @param {{bottom?: number, canMove?: boolean}} [options]  which place is nearest to the
   *   reader, and whether places can be dragged
   */
  show(places, { bottom = 0, canMove = false } = {}) {
    const focused = document.activeElement?.closest(".place");
    const key = focused instanceof HTMLElement && this.list.contains(focused) ? focused.dataset.key : undefined;
    refill(this.list, ...places.map((place) => this.#item(place, canMove)));
    this.list.dataset.count = String(places.length);
    for (const [index, item] of this.#items().entries()) {
      const angle = Math.PI * (0.5 + (2 * (index - bottom)) / Math.max(places.length, 2));
      item.style.setProperty("--x", Math.cos(angle).toFixed(3));
      item.style.setProperty("--y", Math.sin(angle).toFixed(3));
      item.classList.toggle("top", Math.sin(angle) < -0.99);
      if (key !== undefined && item.dataset.key === key) item.querySelector("button")?.focus();
    }
  }

  #items() {
    return [...this.list.children].filter((item) => item instanceof HTMLElement);
  }

  /** @param {Place} place @param {boolean} canMove */
  #item({ key, seat, face, isAway = false, words, id, open, fields = [] }, canMove) {
    const avatar = make("span", { class: seat === null ? "avatar free" : `avatar seat-${seat}` }, face);
    avatar.classList.toggle("away", isAway);
    avatar.setAttribute("aria-hidden", "true");
    const parts = [avatar, ...words];
    const sit = open
      ? make("button", { type: "button", class: "sit", id, click: open }, ...parts)
      : make("span", { class: "sit" }, ...parts);
    const item = make("li", { class: "place", "data-key": key }, sit, ...fields);
    if (canMove && seat !== null && this.onMove) this.#bindDrag(item, sit);
    return item;
  }

  /** @param {HTMLElement} item @param {HTMLElement} handle */
  #bindDrag(item, handle) {
    item.classList.add("movable");
    handle.addEventListener("pointerdown", (down) => {
      if (down.button) return;
      handle.setPointerCapture(down.pointerId);
      const move = (/** @type {PointerEvent} */ event) => {
        const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
        if (!item.classList.contains("dragged") && Math.hypot(dx, dy) < DRAG_PX) return;
        item.classList.add("dragged");
        item.style.translate = `${dx}px ${dy}px`;
      };
      const end = (/** @type {PointerEvent} */ event) => {
        handle.removeEventListener("pointermove", move);
        handle.removeEventListener("pointerup", end);
        handle.removeEventListener("pointercancel", end);
        if (!item.classList.contains("dragged")) return;
        item.style.translate = "";
        item.classList.remove("dragged");
        if (event.type === "pointerup") this.#drop(item, event);
      };
      handle.addEventListener("pointermove", move);
      handle.addEventListener("pointerup", end);
      handle.addEventListener("pointercancel", end);
    });
  }

  /** Move a place to the nearest one. @param {HTMLElement} item @param {PointerEvent} event */
  #drop(item, { clientX, clientY }) {
    const ignore = (/** @type {Event} */ event) => event.stopPropagation();
    item.addEventListener("click", ignore, true); // the end of a drag is not a tap
    setTimeout(() => item.removeEventListener("click", ignore, true));
    const items = this.#items();
    const distances = items.map((other) => {
      const { x, y, width, height } = other.getBoundingClientRect();
      return Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY);
    });
    const taken = items.filter((other) => other.classList.contains("movable")).length;
    const to = Math.min(distances.indexOf(Math.min(...distances)), taken - 1);
    const from = items.indexOf(item);
    if (to !== from) this.onMove?.(from, to);
  }
}
