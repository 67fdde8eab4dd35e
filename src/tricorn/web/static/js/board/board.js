/** The table as SVG: tiles, the cells where a tile can go, and the tile about to be placed. It knows no rules. */

import { makeSvg, reducedMotion, refill, setAttributes } from "../shared/dom.js";
import { boxOf, cellOf, centre, triangle } from "./geometry.js";
import { marksOf } from "./marks.js";
import { placeText } from "./places.js";
import { isPlacement, Targets } from "./targets.js";
import { tileOn } from "./tile.js";
import { Viewport } from "./viewport.js";

/** @typedef {import("../shared/record.js").Placed} Placed */
/** @typedef {import("./targets.js").Option} Option */
/** @typedef {import("./targets.js").Placement} Placement */
/** @typedef {Placed & {cell: string}} PlacedOnCell */

/**
 * @typedef {object} Handlers
 * @property {(option: Placement) => void} [onChoose]  a target was chosen
 * @property {(cell: string) => void} [onCell]  a cell was chosen before a tile
 * @property {() => void} [onConfirm]  the previewed tile was tapped
 * @property {(option: Placement | null) => void} [onHover]  the target under the pointer or the focus
 * @property {() => void} [onView]  another part of the board is visible
 */

const ORIGIN = cellOf("0,0^");
export const FLIGHT_MS = 380;
export const RING_MS = 180; // after the tile has landed
const REACH = 62; // units of the picture, and pixels, from which a dragged tile snaps to a cell
const REACH_PX = 14;

export class Board {
  /** @param {SVGSVGElement} svg @param {Handlers} [handlers] */
  constructor(svg, handlers = {}) {
    this.svg = svg;
    this.handlers = handlers;
    const layer = (/** @type {string} */ name) => makeSvg("g", { class: name });
    this.layers = {
      tiles: layer("tiles"),
      marks: layer("marks"),
      advice: layer("advice"),
      preview: layer("preview"),
      effects: layer("sparks"),
    };
    this.targets = new Targets({
      onChoose: (option) => handlers.onChoose?.(option),
      onCell: (cell) => handlers.onCell?.(cell),
      onHover: (option) => handlers.onHover?.(option),
      placeOf: (cell) => placeText(cell, this.placed),
    });
    const { tiles, marks, advice, preview, effects } = this.layers;
    svg.append(tiles, marks, advice, this.targets.root, preview, effects);
    /** @type {string[]} */
    this.advised = []; // the cells of advice
    /** @type {Map<string, SVGGElement>} */
    this.tiles = new Map(); // by cell
    /** @type {PlacedOnCell[]} */
    this.placed = [];
    this.view = new Viewport(svg, () => handlers.onView?.());
  }

  get hasFocus() {
    return this.svg.contains(document.activeElement);
  }

  /** The cells with a tile. */
  get filled() {
    return new Set(this.tiles.keys());
  }

  /**
   * Show these tiles. If `from`, a place on the screen, is given, the last tile flies in from there.
   * @param {Placed[]} placed @param {DOMRect | null} [from]
   */
  show(placed, from = null) {
    this.placed = placed.filter(hasCell);
    const wanted = new Map(this.placed.map((each) => [each.cell, each]));
    for (const cell of this.tiles.keys()) if (!wanted.has(cell)) this.#removeTile(cell);
    for (const each of wanted.values()) this.#addTile(each);
    const last = this.placed.at(-1);
    refill(this.layers.marks, ...(last ? marksOf(last, this.filled) : []));
    this.#fit();
    if (last && from && !reducedMotion()) this.#fly(last.cell, from);
  }

  /** @param {string} cell */
  #removeTile(cell) {
    this.tiles.get(cell)?.remove();
    this.tiles.delete(cell);
  }

  /** @param {PlacedOnCell} placed */
  #addTile({ cell, numbers }) {
    const key = numbers.join("");
    if (this.tiles.get(cell)?.dataset.numbers === key) return;
    this.#removeTile(cell);
    const tile = tileOn(cellOf(cell), numbers);
    setAttributes(tile, { "data-cell": cell, "data-numbers": key });
    this.layers.tiles.append(tile);
    this.tiles.set(cell, tile);
  }

  /**
   * Show where a tile can go: as targets to choose from, with their points, or only as hints.
   * @param {Option[]} options @param {import("./targets.js").Kind} [kind]
   * @param {string | null} [selected]  the hint that was chosen
   */
  showTargets(options, kind = "targets", selected = null) {
    const lit = this.litCells.join();
    this.targets.show(options.filter(isPlacement), kind, selected);
    if (this.litCells.length && this.litCells.join() !== lit) this.clearScore();
    this.#fit();
  }

  /** The cells that are lit as targets or hints. */
  get litCells() {
    return this.targets.options.map((option) => option.cell);
  }

  /** Remove the points of the last placement. */
  clearScore() {
    this.layers.effects.querySelector(".rise")?.remove();
  }

  /**
   * Show a tile where it would be placed.
   * @param {Option | null} option @param {"pending" | "sent" | "drag" | "hover" | "refused"} [how]
   */
  preview(option, how = "pending") {
    if (!option || !isPlacement(option)) return refill(this.layers.preview);
    const cell = cellOf(option.cell);
    const digits = option.move.slice(option.cell.length, option.cell.length + 3);
    const outline = makeSvg("path", { class: "outline", d: triangle(cell) });
    const preview = makeSvg("g", { class: `preview-tile ${how}` }, tileOn(cell, [...digits].map(Number)), outline);
    preview.addEventListener("click", () => this.handlers.onConfirm?.());
    refill(this.layers.preview, preview);
  }

  /**
   * Show the better placement and the worse one that was made; without arguments, remove both.
   * @param {{move: string, cell?: string | null} | null} [better]
   * @param {{move: string, cell?: string | null} | null} [worse]
   */
  advise(better = null, worse = null) {
    const other = worse && worse.cell !== better?.cell ? worse : null;
    const shown = [...advice(other, "worse"), ...advice(better, "better")];
    this.advised = [other?.cell, better?.cell].filter((cell) => typeof cell === "string");
    refill(this.layers.advice, ...shown);
    this.#fit();
  }

  /** Outline cells until the tiles are shown again. @param {string[]} cells @param {string} kind  their class */
  outline(cells, kind) {
    for (const cell of cells) this.layers.marks.append(makeSvg("path", { class: kind, d: triangle(cellOf(cell), 5) }));
  }

  /** The option whose cell is nearest to a client position, within reach. @param {number} x @param {number} y */
  nearest(x, y) {
    const [px, py] = this.view.spotAt(x, y);
    const near = this.targets.options.map((option) => {
      const [cx, cy] = centre(cellOf(option.cell));
      return { option, distance: Math.hypot(cx - px, cy - py) };
    });
    const best = near.sort((a, b) => a.distance - b.distance)[0];
    return best && best.distance < REACH + REACH_PX * this.view.unit ? best.option : null;
  }

  #fit() {
    const cells = [...this.placed, ...this.targets.options]
      .map((each) => each.cell)
      .concat(this.advised)
      .map(cellOf);
    this.view.setContent(boxOf(cells.length ? cells : [ORIGIN]));
  }

  /** @param {string} cell @param {DOMRect} from */
  #fly(cell, from) {
    const tile = this.tiles.get(cell);
    if (!tile) return;
    const [x, y] = this.view.spotAt(from.left + from.width / 2, from.top + from.height / 2);
    const [cx, cy] = centre(cellOf(cell));
    this.layers.tiles.append(tile); // over the others while it flies
    tile.animate(
      [
        { transform: `translate(${x - cx}px, ${y - cy}px) scale(.7)`, opacity: 0.4 },
        { transform: "none", opacity: 1 },
      ],
      { duration: FLIGHT_MS, easing: "cubic-bezier(.2,.8,.3,1)" },
    );
    this.layers.marks.animate([{ opacity: 0 }, { opacity: 1 }], {
      delay: FLIGHT_MS,
      duration: RING_MS,
      fill: "backwards",
    });
  }
}

/** @param {{move: string, cell?: string | null} | null} option @param {"better" | "worse"} how */
function advice(option, how) {
  if (!option?.cell) return [];
  const at = cellOf(option.cell);
  const numbers = [...option.move.slice(option.cell.length, option.cell.length + 3)].map(Number);
  const outline = makeSvg("path", { class: "outline", d: triangle(at) });
  return [makeSvg("g", { class: how }, tileOn(at, numbers), outline)];
}

/** @param {Placed} placed @returns {placed is PlacedOnCell} */
function hasCell(placed) {
  return placed.cell !== null;
}
