/** The table as SVG: tiles, the cells where a tile can go, and the tile about to be placed. It knows no rules. */

import { makeSvg, refill, setAttributes, showMoment } from "../shared/dom.js";
import { parsePlacement } from "../shared/notation.js";
import { reducedMotion } from "../shared/settings.js";
import { boundingBox, centre, parseCell, triangle } from "./geometry.js";
import { locationText } from "./locations.js";
import { placementMarks } from "./marks.js";
import { isPlacement, Targets } from "./targets.js";
import { tileOn } from "./tile.js";
import { Viewport } from "./viewport.js";

/** @import { Option } from "../shared/protocol.js" */
/** @import { Placed } from "../shared/record.js" */
/** @import { Kind, Placement } from "./targets.js" */
/** @typedef {Placed & {cell: string}} PlacedOnCell */

/**
 * @typedef {object} Handlers
 * @property {(option: Placement) => void} [onChoose]  a target was chosen
 * @property {(cell: string) => void} [onCell]  a cell was chosen before a tile
 * @property {() => void} [onConfirm]  the previewed tile was tapped
 * @property {(option: Placement | null) => void} [onHover]  the target under the pointer or the focus
 */

const ORIGIN = parseCell("0,0^");
export const FLIGHT_MS = 320;
export const RING_MS = 180; // after the tile has landed
export const RIM_MS = 500; // in which the outline of a hexagon draws itself
const TEXTS_ON_STAGE = "#news p, .well, .zoom button:not([hidden])";
// How near a dragged tile must come to snap to a cell: units of the picture, plus REACH_PX pixels.
const REACH = 62;
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
      effects: layer("effects"),
    };
    this.targets = new Targets({
      onChoose: (option) => handlers.onChoose?.(option),
      onCell: (cell) => handlers.onCell?.(cell),
      onHover: (option) => handlers.onHover?.(option),
      locationText: (cell) => locationText(cell, this.placed),
    });
    const { tiles, marks, advice, preview, effects } = this.layers;
    svg.append(tiles, marks, advice, this.targets.root, preview, effects);
    /** @type {string[]} */
    this.advisedCells = [];
    /** @type {Map<string, SVGGElement>} */
    this.tiles = new Map(); // by cell
    /** @type {PlacedOnCell[]} */
    this.placed = [];
    this.viewport = new Viewport(svg);
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
    const cells = new Set(this.placed.map(({ cell }) => cell));
    for (const cell of this.tiles.keys()) if (!cells.has(cell)) this.#removeTile(cell);
    for (const tile of this.placed) this.#addTile(tile);
    const last = this.placed.at(-1);
    refill(this.layers.marks, ...(last ? placementMarks(last, this.filled) : []));
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
    const tile = tileOn(parseCell(cell), numbers);
    setAttributes(tile, { "data-cell": cell, "data-numbers": key });
    this.layers.tiles.append(tile);
    this.tiles.set(cell, tile);
  }

  /**
   * Show where a tile can go: as targets to choose from, with their points, or only as hints.
   * @param {Option[]} options @param {Kind} [kind] @param {string | null} [selected]  the hint that was chosen
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

  /** Remove the marks of the last placement. */
  clearMarks() {
    refill(this.layers.marks);
  }

  /** Show something above everything else. @param {SVGElement} element */
  addEffect(element) {
    this.layers.effects.append(element);
  }

  /** Where something covers no text, no lit cell and none of these. @param {Iterable<string>} cells */
  room(cells) {
    const texts = [...document.querySelectorAll(TEXTS_ON_STAGE)].map((text) => text.getBoundingClientRect());
    return {
      cells: [...this.litCells, ...cells].map(parseCell),
      boxes: texts.map((rect) => this.viewport.boxUnder(rect)),
      stage: this.viewport.boxUnder(this.svg.getBoundingClientRect()),
    };
  }

  /** Remove what celebrates the last placement. */
  clearScore() {
    refill(this.layers.effects);
  }

  /**
   * Show a tile where a move would place it; no tile for null, a draw or a pass.
   * @param {string | null} move @param {"pending" | "sent" | "drag" | "hover" | "refused"} [how]
   * @param {{start: number, length: number} | null} [moment]  after which it is placed
   */
  preview(move, how = "pending", moment = null) {
    const placement = parsePlacement(move);
    if (!placement) return refill(this.layers.preview);
    const preview = outlinedTile(placement, `preview-tile ${how}`);
    preview.addEventListener("click", () => this.handlers.onConfirm?.());
    if (moment) {
      const elapsed = makeSvg("path", { class: "elapsed", d: triangle(parseCell(placement.cell)), pathLength: 1 });
      preview.append(elapsed);
      showMoment(elapsed, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], moment);
    }
    refill(this.layers.preview, preview);
  }

  /**
   * Show the better move and the worse one that was made, as far as they place tiles; without arguments, remove both.
   * @param {string | null} [better] @param {string | null} [worse]
   */
  advise(better = null, worse = null) {
    const best = parsePlacement(better);
    const made = parsePlacement(worse);
    const tiles = [];
    if (made && made.cell !== best?.cell) tiles.push({ placement: made, kind: "worse" });
    if (best) tiles.push({ placement: best, kind: "better" });
    this.advisedCells = tiles.map(({ placement }) => placement.cell);
    refill(this.layers.advice, ...tiles.map(({ placement, kind }) => outlinedTile(placement, kind)));
    this.#fit();
  }

  /** Outline cells until the tiles are shown again. @param {string[]} cells @param {string} kind  their class */
  outline(cells, kind) {
    for (const cell of cells)
      this.layers.marks.append(makeSvg("path", { class: kind, d: triangle(parseCell(cell), 5) }));
  }

  /** The option whose cell is nearest to a client position, within reach. @param {number} x @param {number} y */
  nearest(x, y) {
    const [px, py] = this.viewport.spotAt(x, y);
    const near = this.targets.options.map((option) => {
      const [cx, cy] = centre(parseCell(option.cell));
      return { option, distance: Math.hypot(cx - px, cy - py) };
    });
    const best = near.sort((a, b) => a.distance - b.distance)[0];
    return best && best.distance < REACH + REACH_PX * this.viewport.unit ? best.option : null;
  }

  #fit() {
    const tiles = [...this.placed, ...this.targets.options];
    const cells = [...tiles.map(({ cell }) => cell), ...this.advisedCells].map(parseCell);
    this.viewport.setContent(boundingBox(cells.length ? cells : [ORIGIN]));
  }

  /** @param {string} cell @param {DOMRect} from */
  #fly(cell, from) {
    const tile = this.tiles.get(cell);
    if (!tile) return;
    const [x, y] = this.viewport.spotAt(from.left + from.width / 2, from.top + from.height / 2);
    const [cx, cy] = centre(parseCell(cell));
    this.layers.tiles.append(tile); // over the others while it flies
    tile.animate(
      [
        { transform: `translate(${x - cx}px, ${y - cy}px) scale(1.2)`, opacity: 0.4 },
        { transform: "none", opacity: 1 },
      ],
      { duration: FLIGHT_MS, easing: "cubic-bezier(.2, 1.1, .4, 1)" },
    );
    this.layers.marks.animate([{ opacity: 0 }, { opacity: 1 }], {
      delay: FLIGHT_MS,
      duration: RING_MS,
      fill: "backwards",
    });
  }
}

/**
 * Let a button fit the board; it is visible once the user has panned or zoomed.
 * @param {Board} board @param {HTMLElement} button
 */
export function bindFit({ viewport }, button) {
  button.addEventListener("click", () => viewport.fit());
  viewport.onChange = () => {
    button.hidden = !viewport.isManual;
  };
}

/** @param {{cell: string, numbers: number[]}} placement @param {string} kind  its class */
function outlinedTile({ cell, numbers }, kind) {
  const place = parseCell(cell);
  const outline = makeSvg("path", { class: "outline", d: triangle(place) });
  return makeSvg("g", { class: kind }, tileOn(place, numbers), outline);
}

/** @param {Placed} placed @returns {placed is PlacedOnCell} */
function hasCell(placed) {
  return placed.cell !== null;
}
