/**
 * The cells of the board where a tile can go: one tab stop, arrows between them, Enter to choose. With a tile selected
 * they are targets with their points; before that, hints where any tile fits. Tries are targets that do not show
 * whether the tile fits.
 */

import { bonusLabel } from "../shared/bonus_labels.js";
import { makeSvg, refill, setAttributes } from "../shared/dom.js";
import { formatPoints, t, tn } from "../shared/i18n.js";
import { centre, parseCell, triangle } from "./geometry.js";

/** @import { Option } from "../shared/protocol.js" */
/** An option that places a tile. @typedef {Option & {cell: string, tile: string}} Placement */

/**
 * @typedef {object} Handlers
 * @property {(option: Placement) => void} onChoose
 * @property {(cell: string) => void} onCell  a hint was chosen
 * @property {(option: Placement | null) => void} onHover
 * @property {(cell: string) => string} locationText  a cell in words
 */
/** @typedef {"targets" | "hints" | "tries"} Kind */

const DIRECTIONS = new Map([
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
]);

/** @param {Option} option @returns {option is Placement} */
export function isPlacement(option) {
  return Boolean(option.cell);
}

/** @param {Kind} kind */
function groupLabel(kind) {
  if (kind === "tries") return t("The open cells");
  return kind === "targets" ? t("Where the tile fits") : t("Where a tile fits");
}

export class Targets {
  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.root = makeSvg("g", { class: "targets" });
    /** @type {Placement[]} */
    this.options = [];
    /** @type {Kind} */
    this.kind = "hints";
    this.root.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /**
   * @param {Placement[]} options  the first one of a cell is shown
   * @param {Kind} kind @param {string | null} [selected]  the cell that was selected before a tile
   */
  show(options, kind, selected = null) {
    this.options = options;
    this.kind = kind;
    const firsts = [...new Map([...options].reverse().map((option) => [option.cell, option])).values()].reverse();
    const active = document.activeElement;
    const focused = this.root.contains(active) ? active?.getAttribute("data-cell") : null;
    const isHint = kind === "hints";
    refill(this.root, ...firsts.map((option) => (isHint ? this.#hint(option.cell, selected) : this.#target(option))));
    setAttributes(this.root, {
      role: firsts.length ? "group" : null,
      "aria-label": firsts.length ? groupLabel(kind) : null,
    });
    this.root.querySelector("[role=button]")?.setAttribute("tabindex", "0");
    if (focused) this.focus(focused); // the focused element was replaced
  }

  /** Put the focus on the target of a cell, or on the best one. @param {string} [cell] */
  focus(cell) {
    const target = cell ? this.root.querySelector(`[data-cell="${cell}"]`) : this.root.firstElementChild;
    if (target instanceof SVGElement) target.focus({ preventScroll: true });
  }

  /** @param {Placement} option */
  #target(option) {
    const { cell, points, bonus } = option;
    const [x, y] = centre(parseCell(cell));
    const text = bonus ? `${formatPoints(points)}, ${bonusLabel(bonus)}` : formatPoints(points);
    const place = this.handlers.locationText(cell) || t("in the middle");
    const isTry = this.kind === "tries";
    return makeSvg(
      "g",
      {
        class: bonus && !isTry ? `target bonus ${bonus}` : "target",
        role: "button",
        tabindex: -1,
        "data-cell": cell,
        "data-points": isTry ? null : points,
        "aria-label": isTry ? place : t("{place}: {points}", { place, points: text }),
        click: () => this.handlers.onChoose(option),
        pointerenter: () => this.handlers.onHover(option),
        pointerleave: () => this.handlers.onHover(null),
        focus: () => this.handlers.onHover(option),
        blur: () => this.handlers.onHover(null),
      },
      makeSvg("path", { class: "spot", d: triangle(parseCell(cell), 2.5) }),
      makeSvg("text", { x, y, class: points > 99 ? "points long" : "points" }, isTry ? "" : String(points)),
    );
  }

  /** @param {string} cell @param {string | null} selected */
  #hint(cell, selected) {
    const tiles = new Set(this.options.filter((option) => option.cell === cell).map((option) => option.tile));
    const place = this.handlers.locationText(cell) || t("in the middle");
    return makeSvg(
      "g",
      {
        class: cell === selected ? "hint selected" : "hint",
        role: "button",
        tabindex: -1,
        "data-cell": cell,
        "aria-pressed": String(cell === selected),
        "aria-label": tn("{place}: {n} tile fits", "{place}: {n} tiles fit", tiles.size, { place }),
        click: () => this.handlers.onCell(cell),
      },
      makeSvg("path", { class: "spot", d: triangle(parseCell(cell), 9) }),
    );
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const target = /** @type {SVGElement} */ (event.target).closest("[data-cell]");
    const option = this.options.find(({ cell }) => cell === target?.getAttribute("data-cell"));
    const direction = event.shiftKey ? undefined : DIRECTIONS.get(event.key);
    if (!option || (!direction && event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    if (direction) this.#move(option, direction);
    else if (this.kind === "hints") this.handlers.onCell(option.cell);
    else this.handlers.onChoose(option);
  }

  /** Move the focus to the next target in a direction. @param {Placement} from @param {number[]} direction */
  #move(from, direction) {
    const next = this.#next(from, direction);
    if (!next) return;
    for (const target of this.root.querySelectorAll("[role=button]")) target.setAttribute("tabindex", "-1");
    this.root.querySelector(`[data-cell="${next.cell}"]`)?.setAttribute("tabindex", "0");
    this.focus(next.cell);
  }

  /**
   * The nearest target in a direction; if there is none, the farthest in the opposite direction.
   * @param {Placement} from @param {number[]} direction
   */
  #next(from, [dx, dy]) {
    const [x, y] = centre(parseCell(from.cell));
    const cost = (/** @type {Placement} */ option) => {
      const [ox, oy] = centre(parseCell(option.cell));
      const ahead = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      return ahead > 1 ? ahead + 2 * aside : 10000 + ahead + aside / 100;
    };
    const others = this.options.filter((option) => option.cell !== from.cell);
    return others.sort((a, b) => cost(a) - cost(b))[0];
  }
}
