/** The visible part of the board. It fits itself to the table until the user pans or zooms. */

import { reducedMotion } from "../shared/settings.js";
import { SIDE } from "./shapes.js";

/** @import { Box, Spot } from "./geometry.js" */

const MARGIN = SIDE * 0.55;
const MAX_SIDE = 116; // pixels: the first tile should not fill the screen,
const LARGEST_TILE = 1 / 6; // but on a large screen it may take this share of it
const MAX_ZOOMED_SIDE = 200; // pixels of a tile's side, after zooming
const MIN_ZOOMED_SIDE = 10;
const ZOOM_STEP = 1.3; // of a button or a key
const DRAG_FROM = 7; // pixels a pointer moves before a tap becomes a drag
const GLIDE_MS = 280; // milliseconds
const MIN_LABEL = 19; // units of the picture
const MAX_LABEL = 29;

export class Viewport {
  /** Another part of the board is visible, or the user has panned or zoomed. */
  onChange = () => {};

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.centre = /** @type {Spot} */ ([0, 0]);
    this.unit = 1; // units of the picture per pixel
    this.isManual = false; // whether the user has panned or zoomed
    this.largestTile = LARGEST_TILE;
    /** @type {Box | null} */
    this.box = null;
    this.frame = 0;
    /** In pixels; measured again only after a change. @type {{width: number, height: number} | null} */
    this.size = null;
    /** @type {Map<number, Spot>} */
    this.pointers = new Map();
    this.hasMoved = false; // whether the pointer has, since it went down
    this.#listen();
    new ResizeObserver(() => this.#resized()).observe(svg);
  }

  #measure() {
    this.size ??= { width: this.svg.clientWidth || 1, height: this.svg.clientHeight || 1 };
    return this.size;
  }

  /** Show this box unless the user has panned or zoomed. @param {Box | null} box */
  setContent(box) {
    this.box = box;
    if (!this.isManual) this.#animateTo(this.#fitting());
    this.onChange();
  }

  /** Fit to the table from the next change on, even if the user has panned or zoomed. */
  follow() {
    this.isManual = false;
  }

  /** Fit to the table now. */
  fit() {
    this.follow();
    this.#animateTo(this.#fitting());
    this.onChange();
  }

  /** @param {number} factor @param {Spot} [at]  in client pixels; the middle if left out */
  zoom(factor, at) {
    const rect = this.svg.getBoundingClientRect();
    const [x, y] = at ?? [rect.left + rect.width / 2, rect.top + rect.height / 2];
    const before = this.spotAt(x, y);
    this.unit = Math.min(SIDE / MIN_ZOOMED_SIDE, Math.max(SIDE / MAX_ZOOMED_SIDE, this.unit / factor));
    const after = this.spotAt(x, y);
    this.#moveTo([this.centre[0] + before[0] - after[0], this.centre[1] + before[1] - after[1]]);
  }

  zoomIn() {
    this.zoom(ZOOM_STEP);
  }

  zoomOut() {
    this.zoom(1 / ZOOM_STEP);
  }

  /** The keys that fit and zoom the board. @returns {Record<string, () => void>} */
  get shortcuts() {
    const [zoomIn, zoomOut] = [() => this.zoomIn(), () => this.zoomOut()];
    return { f: () => this.fit(), "+": zoomIn, "=": zoomIn, "-": zoomOut };
  }

  /** @param {number} dx @param {number} dy  pixels */
  pan(dx, dy) {
    this.#moveTo([this.centre[0] - dx * this.unit, this.centre[1] - dy * this.unit]);
  }

  /** The spot under a client position. @param {number} x @param {number} y @returns {Spot} */
  spotAt(x, y) {
    const rect = this.svg.getBoundingClientRect();
    return [
      this.centre[0] + (x - rect.left - rect.width / 2) * this.unit,
      this.centre[1] + (y - rect.top - rect.height / 2) * this.unit,
    ];
  }

  /** What lies under a rectangle of the client, or will do so after gliding. @param {Box} rect @returns {Box} */
  boxUnder({ left, top, right, bottom }) {
    const { centre, unit } = this.isManual ? this : this.#fitting();
    const svg = this.svg.getBoundingClientRect();
    const across = (/** @type {number} */ x) => centre[0] + (x - svg.left - svg.width / 2) * unit;
    const down = (/** @type {number} */ y) => centre[1] + (y - svg.top - svg.height / 2) * unit;
    return { left: across(left), top: down(top), right: across(right), bottom: down(bottom) };
  }

  /** @param {Spot} centre */
  #moveTo(centre) {
    cancelAnimationFrame(this.frame);
    this.centre = centre;
    this.isManual = true;
    this.#apply();
    this.onChange();
  }

  #fitting() {
    const { width, height } = this.#measure();
    const box = this.box ?? { left: 0, top: -SIDE, right: SIDE, bottom: 0 };
    const unit = Math.max(
      (box.right - box.left + 2 * MARGIN) / width,
      (box.bottom - box.top + 2 * MARGIN) / height,
      SIDE / Math.max(Math.min(MAX_SIDE, width / 4), Math.min(width, height) * this.largestTile),
    );
    return { centre: /** @type {Spot} */ ([(box.left + box.right) / 2, (box.top + box.bottom) / 2]), unit };
  }

  /** @param {{centre: Spot, unit: number}} goal */
  #animateTo(goal) {
    cancelAnimationFrame(this.frame);
    const [x, y] = this.centre,
      unit = this.unit,
      start = performance.now();
    if (goal.unit === unit && goal.centre[0] === x && goal.centre[1] === y) return;
    const step = (/** @type {number} */ now) => {
      const share = reducedMotion() ? 1 : Math.min(1, Math.max(0, (now - start) / GLIDE_MS));
      const eased = 1 - (1 - share) ** 3;
      this.unit = unit + (goal.unit - unit) * eased;
      const [gx, gy] = goal.centre;
      this.centre = /** @type {Spot} */ ([x + (gx - x) * eased, y + (gy - y) * eased]);
      this.#apply();
      if (share < 1) this.frame = requestAnimationFrame(step);
    };
    if (reducedMotion()) step(start);
    else this.frame = requestAnimationFrame(step);
  }

  #apply() {
    const size = this.#measure();
    const width = size.width * this.unit,
      height = size.height * this.unit;
    this.svg.setAttribute("viewBox", `${this.centre[0] - width / 2} ${this.centre[1] - height / 2} ${width} ${height}`);
    // Labels stay readable when the table is far away, as far as two digits fit their triangle.
    const label = Math.min(MAX_LABEL, Math.max(MIN_LABEL, 12.5 * this.unit));
    this.svg.style.setProperty("--label", `${label.toFixed(1)}px`);
    this.svg.style.setProperty("--unit", this.unit.toFixed(3)); // for labels whose size does not depend on it
  }

  #resized() {
    this.size = null;
    if (!this.isManual) {
      cancelAnimationFrame(this.frame);
      Object.assign(this, this.#fitting());
    }
    this.#apply();
  }

  #listen() {
    const svg = this.svg;
    svg.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0018)), [event.clientX, event.clientY]);
      },
      { passive: false },
    );
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      svg.addEventListener(name, (event) => this.pointers.delete(event.pointerId));
    }
    // After a drag the browser still sends a click; it was not meant for the cell under the finger.
    svg.addEventListener(
      "click",
      (event) => {
        if (this.hasMoved) event.stopPropagation();
        this.hasMoved = false;
      },
      true,
    );
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button > 0) return;
    if (this.pointers.size === 0) this.hasMoved = false;
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = /** @type {Spot} */ ([event.clientX, event.clientY]);
    if (!this.hasMoved && Math.hypot(now[0] - before[0], now[1] - before[1]) < DRAG_FROM) return;
    if (!this.hasMoved) this.svg.setPointerCapture(event.pointerId);
    this.hasMoved = true;
    if (this.pointers.size === 1) this.pan(now[0] - before[0], now[1] - before[1]);
    if (this.pointers.size === 2) this.#pinch(event.pointerId, before, now);
    this.pointers.set(event.pointerId, now);
  }

  /** @param {number} id @param {Spot} before @param {Spot} now */
  #pinch(id, before, now) {
    const other = [...this.pointers].find(([pointer]) => pointer !== id)?.[1];
    if (!other) return;
    const far = (/** @type {Spot} */ spot) => Math.hypot(spot[0] - other[0], spot[1] - other[1]) || 1;
    this.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    this.zoom(far(now) / far(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
  }
}
