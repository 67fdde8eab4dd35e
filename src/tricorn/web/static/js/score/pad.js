/**
 * The pad for entries: sum, tile and bonus, or a tile on the board; at the end of a round the hands. It knows no rules.
 */

import { looseTile } from "../board/tile.js";
import { BONUSES } from "../shared/bonus.js";
import { bonusLabel } from "../shared/bonus_labels.js";
import { make, makeButton, refill } from "../shared/dom.js";
import { formatCost, formatPoints, t } from "../shared/i18n.js";
import { ALL_TILES, NUMBERS, SEATS, tileSum } from "../shared/notation.js";
import { toast } from "../shared/ui.js";
import { askedForm } from "./figure_form.js";
import { ADD, asksForPoints, newPartialEntry, newSheet } from "./state.js";
import { winnerPanel } from "./winner.js";

/** @import { Cells, Option } from "../shared/protocol.js" */
/** @import { Mode, PartialEntry, ShownSheet, Target } from "./state.js" */

/**
 * @typedef {object} Handlers
 * @property {(entry: string) => void} onEntry  tabs separate entries that are made together
 * @property {(entered: Partial<PartialEntry>) => void} onPartial  a part of the entry was chosen
 * @property {(digit: string) => void} onDigit  of the tile
 * @property {() => void} onEnd     of the round; after the game, show its files
 * @property {() => void} onTiles   choose among the tiles not seen
 * @property {() => void} onNewSheet  with the same names
 */

/**
 * @typedef {object} PadState
 * @property {Mode} mode
 * @property {number | null} seat
 * @property {Target} target
 * @property {boolean} isStarting  whether the next entry starts a round
 * @property {PartialEntry} partial
 */

const SUMS = Array.from({ length: 16 }, (_, sum) => sum);
const TRIPLES = [5, 4, 3, 2, 1].map((number) => `${number}-${number}-${number}`);

export class Pad {
  /** @param {HTMLElement} root @param {Handlers} handlers */
  constructor(root, handlers) {
    this.root = root;
    this.handlers = handlers;
    /** What was shown last. @type {ShownSheet} */
    this.view = newSheet();
    this.lines = this.view.lines;
    /** @type {PadState} */
    this.state = { mode: "quick", seat: null, target: ADD, isStarting: true, partial: newPartialEntry() };
    /** Which form for figures is shown, and for which seats. @type {string | null} */
    this.form = null;
  }

  get partial() {
    return this.state.partial;
  }

  /** @param {ShownSheet} view @param {PadState} state */
  show(view, state) {
    const undone = this.lines.slice(view.lines.length); // they come back into the form, to be corrected
    this.lines = view.lines;
    this.view = view;
    this.state = state;
    const isAdding = state.target.how === "add";
    const asked = view.now?.asked.what;
    const isForPoints = asksForPoints(state.mode, state.target, view.now);
    const what = isForPoints ? "points" : asked === "left" && isAdding ? "left" : null;
    const form = what && `${what} ${view.now?.asked.seats} ${view.sheet?.names} ${view.lines.length}`;
    if (form && this.form === form) return; // it may be half filled in
    this.form = form;
    if (what && view.sheet && view.now) {
      refill(this.root, askedForm(what, view.sheet, view.now, undone, this.handlers.onEntry));
    } else if (asked === "over" && isAdding) refill(this.root, winnerPanel(view, this.handlers));
    else refill(this.root, ...(state.mode === "board" ? this.#board() : this.#quick()), this.#plays());
  }

  /** The tiles to choose from: those not seen, or all if the entry starts a round or corrects an earlier line. */
  get tiles() {
    const { isStarting, target } = this.state;
    return isStarting || target.how !== "add" ? ALL_TILES : (this.view.now?.unseen ?? []);
  }

  /** @param {string} text */
  #enter(text) {
    const { seat } = this.state;
    if (seat === null) return toast(t("Tap the player's name first."));
    this.handlers.onEntry(`${SEATS[seat]} ${text}`);
  }

  /** A player was tapped: a starting tile that waited for its player is entered. */
  enterStart() {
    const { isStarting, seat, mode } = this.state;
    if (!isStarting || seat === null) return;
    const option = this.partial.cells?.options[0];
    if (mode === "board" && option && !this.#asksForTriple(this.partial.cells?.tile)) this.#enter(option.move);
    else if (mode === "quick" && this.partial.tile && !this.#asksForTriple(this.partial.tile))
      this.#enter(firstMove(this.partial.tile));
  }

  /** Whether starting with this tile may show a triple. @param {string | null | undefined} tile */
  #asksForTriple(tile) {
    return Boolean(this.state.isStarting && tile === "0-0-0" && this.view.sheet?.rules.show_triple);
  }

  // -- quick entry ------------------------------------------------------------------------------

  #quick() {
    const sums = make(
      "div",
      { class: "sums", role: "group", "aria-label": t("The sum of the tile") },
      ...SUMS.map((sum) => this.#sumKey(sum)),
    );
    return [sums, this.#tileRow(), this.state.isStarting ? this.#tripleKeys(this.partial.tile) : this.#bonusKeys()];
  }

  /** @param {number} sum */
  #sumKey(sum) {
    const choose = () => this.handlers.onPartial({ sum });
    const pressed = String(this.partial.sum === sum);
    return makeButton({ class: "key", "data-sum": sum, "aria-pressed": pressed, click: choose }, `${sum}`);
  }

  /** The tiles of the sum that have not been seen; naming one is optional. */
  #tileRow() {
    const tiles = this.tiles.filter((tile) => tileSum(tile) === this.partial.sum);
    const hint = make("p", { class: "faint" }, t("Tap the sum of the tile."));
    const keys = tiles.map((tile) => this.#tileKey(tile));
    const attributes = { class: "tiles-row", role: "group", "aria-label": t("The tile") };
    return make("div", attributes, this.partial.sum === null && hint, ...keys);
  }

  /** @param {string} tile */
  #tileKey(tile) {
    const choose = () => {
      const chosen = this.partial.tile === tile ? null : tile;
      const isDone = this.state.isStarting && chosen && this.state.seat !== null && !this.#asksForTriple(tile);
      if (isDone) this.#enter(firstMove(tile));
      else this.handlers.onPartial({ sum: this.partial.sum, tile: chosen });
    };
    const pressed = String(this.partial.tile === tile);
    const attributes = { class: "key tile-key", "data-tile": tile, "aria-pressed": pressed, "aria-label": tile };
    return makeButton({ ...attributes, click: choose }, looseTile(tile));
  }

  #bonusKeys() {
    const tile = this.partial.tile ?? `=${this.partial.sum}`;
    const disabled = this.partial.sum === null;
    const plain = makeButton(
      { class: "key", "data-bonus": "", disabled, click: () => this.#enter(tile) },
      t("no bonus"),
    );
    const earned = this.view.sheet?.rules.bonus_points ?? {};
    const keys = BONUSES.filter((bonus) => bonus in earned).map((bonus) => {
      const enter = () => this.#enter(`${tile} ${bonus}`);
      const points = make("span", { class: "cost" }, formatPoints(earned[bonus]));
      const attributes = { class: "key bonus-key", "data-bonus": bonus, disabled, click: enter };
      return makeButton(attributes, `${bonusLabel(bonus)} `, points);
    });
    return make("div", { class: "bonuses", role: "group", "aria-label": t("The bonus") }, plain, ...keys);
  }

  /** A start with 0-0-0 may show a higher triple. @param {string | null | undefined} tile */
  #tripleKeys(tile) {
    if (!this.#asksForTriple(tile)) return make("p", { class: "faint" }, this.#startText());
    const move = firstMove("0-0-0");
    const keys = TRIPLES.map((triple) => {
      const enter = () => this.#enter(`${move} shows ${triple}`);
      return makeButton({ class: "key", "data-shows": triple, click: enter }, t("shows {tile}", { tile: triple }));
    });
    const nothing = makeButton({ class: "key", "data-shows": "", click: () => this.#enter(move) }, t("shows nothing"));
    return make("div", { class: "bonuses" }, nothing, ...keys);
  }

  #startText() {
    return this.view.sheet?.rules.start === "choice"
      ? t("Any tile may start the round; it is named.")
      : t("The first tile of a round is named; its bonus is added automatically.");
  }

  // -- entry on the board -----------------------------------------------------------------------

  #board() {
    const keys = NUMBERS.map((digit) => {
      const type = () => this.handlers.onDigit(`${digit}`);
      const key = makeButton({ class: "key digit", "data-digit": digit, click: type }, `${digit}`);
      key.style.setProperty("--lip", `var(--c${digit})`);
      return key;
    });
    const label = t("The numbers of the tile");
    return [
      this.#typedTile(),
      make("div", { class: "digits", role: "group", "aria-label": label }, ...keys),
      this.#placement(),
    ];
  }

  #typedTile() {
    const slots = [0, 1, 2].map((index) => make("span", { class: "slot" }, this.partial.digits[index] ?? ""));
    const label = t("The tile: {tile}", { tile: this.partial.digits.join("-") || "…" });
    const back = {
      id: "back",
      class: "key",
      disabled: !this.partial.digits.length,
      "aria-label": t("Delete the last number"),
      click: () => this.handlers.onPartial({ digits: this.partial.digits.slice(0, -1) }),
    };
    return make(
      "div",
      { class: "typed" },
      make("span", { class: "slots", role: "img", "aria-label": label }, ...slots),
      makeButton(back, "⌫"),
      makeButton({ id: "tiles", class: "key", click: this.handlers.onTiles }, t("Tiles…")),
    );
  }

  /** @param {Option} option */
  place(option) {
    this.#enter(option.move);
  }

  /** Where the typed tile can go. */
  #placement() {
    const { cells } = this.partial;
    if (!cells) {
      const text = this.partial.digits.length === 3 ? t("Looking…") : t("Type the three numbers of the tile.");
      return make("p", { class: "faint answer" }, text);
    }
    const { tile, options } = cells;
    if (this.#asksForTriple(tile)) return this.#tripleKeys(tile);
    const text = options.length ? t("Without its cell") : t("Write it anyway");
    const withoutCell = makeButton({ id: "no-cell", class: "text", click: () => this.#enter(tile) }, text);
    return make("div", { class: "answer" }, this.#placementText(cells), withoutCell);
  }

  /** @param {Cells} cells */
  #placementText({ tile, seen, options }) {
    if (seen) return make("p", { class: "problem" }, t("{tile} has already been seen in this round.", { tile }));
    if (!options.length) return make("p", { class: "problem" }, t("{tile} fits nowhere on the table.", { tile }));
    if (options.length > 1) return make("p", { class: "faint" }, t("Tap its cell."));
    const [{ cell, bonus, points, move }] = options;
    const score = bonus ? `${formatPoints(points)}, ${bonusLabel(bonus)}` : formatPoints(points);
    const attributes = { id: "place", class: "primary", "data-cell": cell, click: () => this.#enter(move) };
    return makeButton(attributes, t("Place it: {points}", { points: score }));
  }

  // -- other entries ----------------------------------------------------------------------------

  /** Draw, pass, end. */
  #plays() {
    const { sheet, now } = this.view;
    const disabled = this.state.isStarting;
    const play = (/** @type {"draw" | "pass"} */ move, /** @type {string} */ label, /** @type {number} */ cost) => {
      const attributes = { id: move, class: "button", disabled, click: () => this.#enter(move) };
      return makeButton(attributes, label, make("span", { class: "cost" }, formatCost(-cost)));
    };
    return make(
      "div",
      { class: "pad-actions" },
      play("draw", t("Draw"), sheet?.rules.draw_penalty ?? 0),
      play("pass", t("Pass"), now?.pass_cost ?? 0),
      makeButton({ id: "end", class: "button", disabled, click: this.handlers.onEnd }, t("End…")),
    );
  }
}

/** The first tile of a round lies on the first cell by convention. @param {string} tile */
function firstMove(tile) {
  return `0,0^${tile.replaceAll("-", "")}`;
}
