/** The table as SVG: tiles, the cells where a tile would go, and the tile about to be placed. It knows no rules. */

import { bonusLabel } from "../shared/bonus.js";
import { draw, refill, set, still } from "../shared/dom.js";
import { signed, t } from "../shared/i18n.js";
import { boxOf, cellOf, middle, triangle } from "./geometry.js";
import { marksOf } from "./marks.js";
import { tileOn } from "./tile.js";
import { Viewport } from "./viewport.js";

/** @typedef {import("../shared/record.js").Placed} Placed */
/** @typedef {import("../shared/protocol.js").Option} Option */
/** @typedef {import("./geometry.js").Spot} Spot */

/**
 * @typedef {object} Handlers
 * @property {(option: Option) => void} [chosen]
 * @property {() => void} [again]  a second tap on the previewed tile
 * @property {(option: Option | null) => void} [seen]  the target under the pointer or the focus
 * @property {() => void} [moved]  the visible part of the board has changed
 */

const ORIGIN = "0,0^";
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /**
   * @param {SVGSVGElement} svg
   * @param {Handlers} [handlers]
   */
  constructor(svg, handlers = {}) {
    this.svg = svg;
    this.handlers = handlers;
    this.layers = Object.fromEntries(
      ["tiles", "marks", "targets", "preview", "sparks"].map((name) => [name, draw("g", { class: name })]),
    );
    svg.append(...Object.values(this.layers));
    /** @type {Map<string, SVGGElement>} */
    this.tiles = new Map();
    /** @type {Placed[]} */
    this.placed = [];
    /** @type {Option[]} */
    this.options = [];
    this.view = new Viewport(svg, () => handlers.moved?.());
    this.layers.targets.addEventListener("keydown", (event) => this._keys(/** @type {KeyboardEvent} */ (event)));
  }

  get filled() {
    return new Set(this.tiles.keys());
  }

  /**
   * Show these tiles; the last of them comes flying from a place on the screen, if one is given.
   * @param {Placed[]} placed @param {DOMRect | null} [from]
   */
  show(placed, from = null) {
    this.placed = placed.filter((each) => each.cell);
    const wanted = new Map(this.placed.map((each) => [/** @type {string} */ (each.cell), each]));
    for (const [cell, tile] of this.tiles) {
      if (!wanted.has(cell)) {
        tile.remove();
        this.tiles.delete(cell);
      }
    }
    for (const [cell, each] of wanted) {
      const numbers = each.numbers.join("");
      if (this.tiles.get(cell)?.dataset.numbers === numbers) continue;
      this.tiles.get(cell)?.remove();
      const tile = tileOn(cellOf(cell), each.numbers);
      set(tile, { "data-cell": cell, "data-numbers": numbers });
      this.layers.tiles.append(tile);
      this.tiles.set(cell, tile);
    }
    const last = this.placed.at(-1);
    refill(this.layers.marks, ...(last ? marksOf(last, this.filled) : []));
    this._fit();
    if (last && from) this._fly(/** @type {string} */ (last.cell), from);
  }

  /**
   * Light up where a tile can go. `loud` cells show their points, the others are only hinted at.
   * @param {Option[]} options @param {boolean} loud
   */
  targets(options, loud) {
    this.options = options;
    const cells = new Map();
    for (const option of options) if (option.cell && !cells.has(option.cell)) cells.set(option.cell, option);
    const marks = [...cells.values()].map((option) => (loud ? this._target(option) : this._hint(option)));
    const held = this.layers.targets.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-cell")
      : null;
    refill(this.layers.targets, ...marks);
    set(this.layers.targets, {
      role: loud && marks.length ? "group" : null,
      "aria-label": loud && marks.length ? t("Where the tile fits") : null,
    });
    this.layers.targets.querySelector("[role=button]")?.setAttribute("tabindex", "0");
    if (held && loud) this.focusTarget(held); // somebody came or went while the keyboard was choosing
    this._fit();
  }

  /** Put the keyboard's focus on the best target, or on that of a cell. @param {string} [cell] */
  focusTarget(cell) {
    const found = cell
      ? this.layers.targets.querySelector(`[data-cell="${cell}"]`)
      : this.layers.targets.firstElementChild;
    /** @type {SVGElement | null} */ (found)?.focus({ preventScroll: true });
    return Boolean(found);
  }

  /** Show a tile where it would lie. @param {Option | null} option @param {"pending" | "sent" | "drag"} [how] */
  preview(option, how = "pending") {
    if (!option?.cell) return refill(this.layers.preview);
    const numbers = option.move
      .slice(option.cell.length, option.cell.length + 3)
      .split("")
      .map(Number);
    const tile = tileOn(cellOf(option.cell), numbers);
    const outline = draw("path", { class: "outline", d: triangle(cellOf(option.cell)) });
    const preview = draw("g", { class: `preview-tile ${how}` }, tile, outline);
    preview.addEventListener("click", () => this.handlers.again?.()); // a second tap need not wait
    refill(this.layers.preview, preview);
  }

  /**
   * The option whose cell is nearest to a client position, within reach.
   * @param {number} x
   * @param {number} y
   * @returns {Option | null}
   */
  nearest(x, y) {
    const at = this.view.spotAt(x, y);
    let best = null,
      least = 62 + 14 * this.view.unit;
    for (const option of this.options) {
      if (!option.cell) continue;
      const [cx, cy] = middle(cellOf(option.cell));
      const far = Math.hypot(cx - at[0], cy - at[1]);
      if (far < least) [best, least] = [option, far];
    }
    return best;
  }

  _fit() {
    const cells = this.placed.map((each) => cellOf(/** @type {string} */ (each.cell)));
    const around = this.options
      .filter((option) => option.cell)
      .map((option) => cellOf(/** @type {string} */ (option.cell)));
    this.view.content(boxOf([...cells, ...around]) ?? boxOf([cellOf(ORIGIN)]));
  }

  /** @param {Option} option */
  _hint(option) {
    return draw("path", { class: "hint", d: triangle(cellOf(/** @type {string} */ (option.cell)), 9) });
  }

  /** @param {Option} option */
  _target(option) {
    const cell = cellOf(/** @type {string} */ (option.cell));
    const [x, y] = middle(cell);
    const words = option.bonus ? `${signed(option.points)}, ${bonusLabel(option.bonus)}` : signed(option.points);
    const target = draw(
      "g",
      {
        class: option.bonus ? `target bonus ${option.bonus}` : "target",
        role: "button",
        tabindex: -1,
        "data-cell": option.cell,
        "data-points": option.points,
        "aria-label": t("Cell {cell}: {points}", { cell: /** @type {string} */ (option.cell), points: words }),
      },
      draw("path", { class: "spot", d: triangle(cell, 2.5) }),
      draw("text", { x, y, class: "points" }, signed(option.points)),
    );
    target.addEventListener("click", () => this.handlers.chosen?.(option));
    for (const name of ["pointerenter", "focus"]) target.addEventListener(name, () => this.handlers.seen?.(option));
    for (const name of ["pointerleave", "blur"]) target.addEventListener(name, () => this.handlers.seen?.(null));
    return target;
  }

  /** Enter chooses a target, arrows go to the nearest one in their direction. @param {KeyboardEvent} event */
  _keys(event) {
    const at = /** @type {SVGElement} */ (event.target).closest("[data-cell]");
    const here = this.options.find((option) => option.cell === at?.getAttribute("data-cell"));
    if (!here) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.handlers.chosen?.(here);
    } else if (event.key in STEPS && !event.shiftKey) {
      event.preventDefault();
      event.stopPropagation();
      const next = this._toward(here, STEPS[/** @type {keyof typeof STEPS} */ (event.key)]);
      if (next) this._rove(/** @type {SVGElement} */ (at), /** @type {string} */ (next.cell));
    }
  }

  /** @param {SVGElement} from @param {string} cell */
  _rove(from, cell) {
    from.setAttribute("tabindex", "-1");
    this.layers.targets.querySelector(`[data-cell="${cell}"]`)?.setAttribute("tabindex", "0");
    this.focusTarget(cell);
  }

  /**
   * The nearest target in a direction; if there is none, the one farthest the other way.
   * @param {Option} here
   * @param {number[]} direction
   */
  _toward(here, [dx, dy]) {
    const [x, y] = middle(cellOf(/** @type {string} */ (here.cell)));
    let best = null,
      least = Infinity;
    for (const option of this.options) {
      if (!option.cell || option.cell === here.cell) continue;
      const [ox, oy] = middle(cellOf(option.cell));
      const ahead = (ox - x) * dx + (oy - y) * dy,
        aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      const cost = ahead > 1 ? ahead + 2 * aside : 10000 + ahead + aside / 100;
      if (cost < least) [best, least] = [option, cost];
    }
    return best;
  }

  /** @param {string} cell @param {DOMRect} from */
  _fly(cell, from) {
    const tile = this.tiles.get(cell);
    if (!tile || still()) return;
    const [x, y] = this.view.spotAt(from.left + from.width / 2, from.top + from.height / 2);
    const [cx, cy] = middle(cellOf(cell));
    this.layers.tiles.append(tile); // over the others while it flies
    tile.animate(
      [
        { transform: `translate(${x - cx}px, ${y - cy}px) scale(.7)`, opacity: 0.4 },
        { transform: "none", opacity: 1 },
      ],
      { duration: 380, easing: "cubic-bezier(.2,.8,.3,1)" },
    );
  }
}
