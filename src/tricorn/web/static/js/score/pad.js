/**
 * What a tap tells: the quick pad (sum, tile, bonus), the board's keypad, the hands at a round's end. It knows no
 * rules.
 */

import { loose, sumOf, tileNamed } from "../board/tile.js";
import { BONUSES, bonusLabel } from "../shared/bonus.js";
import { make, refill } from "../shared/dom.js";
import { signed, t } from "../shared/i18n.js";
import { toast } from "../shared/page.js";
import { SEATS } from "../shared/record.js";

/** @typedef {import("./texts.js").View} View */
/** @typedef {import("../shared/protocol.js").Option} Option */
/** @typedef {{how: "add" | "replace" | "insert", number: number}} Target */

/**
 * @typedef {object} Wishes
 * @property {(entry: string) => void} write
 * @property {(tile: string) => Promise<void>} find   light up where the tile fits
 * @property {() => void} forget  the tile is not looked for any more
 * @property {() => void} ended
 * @property {() => void} cancel
 * @property {() => void} tiles   choose among the tiles not seen
 * @property {() => void} again   a new sheet with the same names
 */

/**
 * @typedef {object} How  how the pad is shown
 * @property {"quick" | "board"} mode
 * @property {string} asked  what is asked for next
 * @property {number | null} seat
 * @property {Target} target
 * @property {boolean} starting  whether the next entry starts a round
 * @property {boolean} away  whether there is no connection
 */

/**
 * @typedef {object} Found  what the server said of a tile on the board
 * @property {string} tile
 * @property {boolean} seen
 * @property {boolean} located
 * @property {Option[]} options
 */

const SUMS = Array.from({ length: 16 }, (_, sum) => sum);
const NUMBERS = [0, 1, 2, 3, 4, 5];
const ALL_TILES = NUMBERS.flatMap((a) =>
  NUMBERS.slice(a).flatMap((b) => NUMBERS.slice(b).map((c) => `${a}-${b}-${c}`)),
);
const HAND = "\\s*([0-9]{1,3}|[0-5]{3}(\\s+[0-5]{3})+)\\s*"; // a sum, or tiles
const TRIPLES = [5, 4, 3, 2, 1].map((number) => `${number}-${number}-${number}`);

export class Pad {
  /** @param {HTMLElement} root @param {Wishes} wishes */
  constructor(root, wishes) {
    this.root = root;
    this.wishes = wishes;
    /** @type {number | null} */
    this.sum = null;
    /** @type {string | null} */
    this.tile = null;
    /** @type {string[]} */
    this.digits = [];
    /** @type {Found | null} */
    this.found = null;
    /** @type {number | null} */
    this.seat = null;
    this.drawn = "";
  }

  /** Nothing of the next entry is told yet. */
  clear() {
    if (this.digits.length) this.wishes.forget();
    this.sum = this.tile = this.found = null;
    this.digits = [];
  }

  /**
   * @param {View} view
   * @param {How} how
   */
  show(view, how) {
    this.view = view;
    this.how = how;
    this.seat = how.seat;
    const what = how.asked;
    const left = what === "left" && how.target.how === "add";
    // A form that somebody is filling in stays as it is.
    if (left && this.drawn === "left") return;
    this.drawn = left ? "left" : "";
    if (left) refill(this.root, this._hands(view));
    else if (what === "over" && how.target.how === "add") refill(this.root, this._over());
    else refill(this.root, this._target(), ...(how.mode === "board" ? this._board() : this._quick()), this._actions());
  }

  /** The tiles that may be meant: those not seen, or all where another round or an earlier line is told. */
  get tiles() {
    return this.how?.starting || this.how?.target.how !== "add" ? ALL_TILES : (this.view?.now?.unseen ?? []);
  }

  /** @param {string} words */
  _write(words) {
    if (this.seat === null) return toast(t("Tap the player's name first."));
    const entry = `${SEATS[this.seat]} ${words}`;
    this.clear();
    this.wishes.write(entry);
  }

  /** A player was tapped: a starting tile that waited for its player is written. */
  chosen() {
    if (!this.how?.starting || this.seat === null) return;
    const only = this.found?.options[0];
    if (this.how.mode === "board" && only && !this._asksShown(this.found?.tile)) this._write(only.move);
    else if (this.how.mode === "quick" && this.tile && !this._asksShown(this.tile)) this._write(first(this.tile));
  }

  /** Whether choosing this tile to start means showing a triple. @param {string | null | undefined} tile */
  _asksShown(tile) {
    return Boolean(this.how?.starting && tile === "0-0-0" && this.view?.sheet?.rules.show_triple);
  }

  _again() {
    if (this.view && this.how) this.show(this.view, this.how);
  }

  // -- a correction under way -------------------------------------------------------------------

  _target() {
    const { how, number } = this.how?.target ?? { how: "add", number: 0 };
    if (how === "add") return null;
    const words =
      how === "replace"
        ? t("Line {number} is written anew.", { number })
        : t("Before line {number} is written:", { number });
    return make(
      "p",
      { class: "correcting" },
      words,
      make("button", { type: "button", id: "cancel", class: "text", click: () => this.wishes.cancel() }, t("Cancel")),
    );
  }

  // -- quick ------------------------------------------------------------------------------------

  _quick() {
    const sums = make(
      "div",
      { class: "sums", role: "group", "aria-label": t("The sum of the tile") },
      ...SUMS.map((sum) => this._sum(sum)),
    );
    return [sums, this._tiles(), this.how?.starting ? this._shows(this.tile) : this._bonuses()];
  }

  /** @param {number} sum */
  _sum(sum) {
    const choose = () => {
      [this.sum, this.tile] = [sum, null];
      this._again();
      /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-sum="${sum}"]`))?.focus();
    };
    return make(
      "button",
      { type: "button", class: "key", "data-sum": sum, "aria-pressed": String(this.sum === sum), click: choose },
      `${sum}`,
    );
  }

  /** The tiles of the sum that have not been seen: naming one is better, but not asked for. */
  _tiles() {
    const row = make("div", { class: "tiles-row", role: "group", "aria-label": t("The tile") });
    if (this.sum === null) row.append(make("p", { class: "faint" }, t("Tap the sum of the tile.")));
    const tiles = this.tiles.filter((tile) => sumOf(tile) === this.sum);
    for (const tile of tiles) row.append(this._tile(tile));
    return row;
  }

  /** @param {string} tile */
  _tile(tile) {
    const choose = () => {
      this.tile = this.tile === tile ? null : tile;
      if (this.how?.starting && this.tile && this.seat !== null && !this._asksShown(tile))
        return this._write(first(tile));
      this._again();
    };
    return make(
      "button",
      {
        type: "button",
        class: "key tile-key",
        "data-tile": tile,
        "aria-pressed": String(this.tile === tile),
        "aria-label": tile,
        click: choose,
      },
      loose(tile),
    );
  }

  _bonuses() {
    const told = this.tile ?? `=${this.sum}`;
    const button = (/** @type {import("../shared/bonus.js").Bonus | ""} */ bonus) =>
      make(
        "button",
        {
          type: "button",
          class: bonus ? "key bonus-key" : "key plain-key",
          "data-bonus": bonus,
          disabled: this.sum === null,
          click: () => this._write(bonus ? `${told} ${bonus}` : told),
        },
        bonus ? bonusLabel(bonus) : t("no bonus"),
      );
    return make(
      "div",
      { class: "bonuses", role: "group", "aria-label": t("The bonus") },
      button(""),
      ...BONUSES.map(button),
    );
  }

  /** A start with 0-0-0 may show a higher triple. @param {string | null | undefined} tile */
  _shows(tile) {
    if (!this._asksShown(tile))
      return make("p", { class: "faint" }, t("The first tile of a round is named; its bonus comes by itself."));
    const move = first("0-0-0");
    const shown = TRIPLES.map((triple) =>
      make(
        "button",
        { type: "button", class: "key", "data-shows": triple, click: () => this._write(`${move} shows ${triple}`) },
        t("shows {tile}", { tile: triple }),
      ),
    );
    return make(
      "div",
      { class: "bonuses" },
      make(
        "button",
        { type: "button", class: "key plain-key", "data-shows": "", click: () => this._write(move) },
        t("shows nothing"),
      ),
      ...shown,
    );
  }

  // -- on the board -----------------------------------------------------------------------------

  _board() {
    if (this.how?.away)
      return [make("p", { class: "faint" }, t("The board needs the server. Quick entry goes on without it."))];
    const slots = [0, 1, 2].map((at) => make("span", { class: "slot" }, this.digits[at] ?? ""));
    const back = make(
      "button",
      {
        type: "button",
        id: "back",
        class: "key",
        disabled: !this.digits.length,
        "aria-label": t("Delete the last number"),
        click: () => this._back(),
      },
      "⌫",
    );
    const tiles = make(
      "button",
      { type: "button", id: "tiles", class: "key", click: () => this.wishes.tiles() },
      t("Tiles…"),
    );
    const top = make(
      "div",
      { class: "typed" },
      make(
        "span",
        { class: "slots", role: "img", "aria-label": t("The tile: {tile}", { tile: this.digits.join("-") || "…" }) },
        ...slots,
      ),
      back,
      tiles,
    );
    const keys = make(
      "div",
      { class: "digits", role: "group", "aria-label": t("The numbers of the tile") },
      ...NUMBERS.map((digit) =>
        make(
          "button",
          { type: "button", class: `key digit c${digit}`, "data-digit": digit, click: () => this.type(`${digit}`) },
          `${digit}`,
        ),
      ),
    );
    return [top, keys, this._answer()];
  }

  /** @param {string} digit */
  type(digit) {
    if (this.digits.length >= 3) this.clear();
    this.digits.push(digit);
    if (this.digits.length === 3) this.wishes.find(tileNamed(this.digits));
    this._again();
  }

  /** @param {string} tile  chosen from a list */
  take(tile) {
    this.digits = tile.split("-");
    this.wishes.find(tile);
    this._again();
  }

  _back() {
    const left = this.digits.slice(0, -1);
    this.clear();
    this.digits = left;
    this._again();
  }

  /** The server has said where the tile fits. @param {Found} found */
  answered(found) {
    if (this.digits.length !== 3 || tileNamed(this.digits) !== found.tile) return;
    this.found = found;
    this._again();
    this.chosen();
  }

  /** @param {Option} option */
  place(option) {
    this._write(option.move);
  }

  _answer() {
    const found = this.found;
    const row = make("div", { class: "answer" });
    if (!found)
      return make(
        "p",
        { class: "faint answer" },
        this.digits.length === 3 ? t("Looking…") : t("Type the three numbers of the tile."),
      );
    if (this._asksShown(found.tile)) return this._shows(found.tile);
    if (found.seen)
      row.append(
        make("p", { class: "problem" }, t("{tile} has been seen already in this round.", { tile: found.tile })),
      );
    else if (!found.options.length)
      row.append(make("p", { class: "problem" }, t("{tile} fits nowhere on the table.", { tile: found.tile })));
    else if (found.options.length === 1) row.append(this._only(found.options[0]));
    else row.append(make("p", { class: "faint" }, t("Tap its cell.")));
    const words = found.options.length ? t("Without its cell") : t("Write it all the same");
    row.append(
      make("button", { type: "button", id: "no-cell", class: "text", click: () => this._write(found.tile) }, words),
    );
    return row;
  }

  /** @param {Option} option */
  _only(option) {
    const words = option.bonus ? `${signed(option.points)}, ${bonusLabel(option.bonus)}` : signed(option.points);
    return make(
      "button",
      {
        type: "button",
        id: "place",
        class: "primary",
        "data-cell": option.cell,
        click: () => this._write(option.move),
      },
      t("Place it: {points}", { points: words }),
    );
  }

  // -- the rest ---------------------------------------------------------------------------------

  _actions() {
    const rules = this.view?.sheet?.rules;
    const starting = Boolean(this.how?.starting);
    const draw = make(
      "button",
      { type: "button", id: "draw", class: "button", disabled: starting, click: () => this._write("draw") },
      t("Draw"),
      make("span", { class: "cost" }, signed(-(rules?.draw_penalty ?? 0))),
    );
    const pass = make(
      "button",
      { type: "button", id: "pass", class: "button", disabled: starting, click: () => this._write("pass") },
      t("Pass"),
      make("span", { class: "cost" }, signed(-(this.view?.now?.pass_cost ?? rules?.pass_penalty ?? 0))),
    );
    const end = make(
      "button",
      { type: "button", id: "end", class: "button", disabled: starting, click: () => this.wishes.ended() },
      t("End…"),
    );
    return make("div", { class: "pad-actions" }, draw, pass, end);
  }

  /** The hands at a round's end, each as its sum or its tiles. @param {View} view */
  _hands(view) {
    const seats = view.now?.asked.seats ?? [],
      names = view.sheet?.names ?? [];
    const hint = t("The sum of the numbers, or the tiles: 17, or 125 334.");
    const fields = seats.map((seat) =>
      make(
        "label",
        { class: "hand-left" },
        make("span", {}, t("Left to {name}", { name: names[seat] })),
        make("input", {
          name: SEATS[seat],
          inputmode: "numeric",
          autocomplete: "off",
          pattern: HAND,
          title: hint,
          "aria-describedby": "left-hint",
        }),
      ),
    );
    const form = make(
      "form",
      { id: "left", class: "left-form" },
      ...fields,
      make("p", { id: "left-hint", class: "faint" }, hint),
      make("button", { class: "primary" }, t("Count")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      for (const [letter, words] of new FormData(form))
        if (String(words).trim()) this.wishes.write(`left ${letter} ${handWords(String(words).trim())}`);
      this.drawn = "";
    });
    return form;
  }

  _over() {
    return make(
      "div",
      { class: "pad-actions" },
      make(
        "button",
        { type: "button", id: "again", class: "primary", click: () => this.wishes.again() },
        t("Next game, same players"),
      ),
      make("button", { type: "button", class: "button", click: () => this.wishes.ended() }, t("Chart, files, print")),
    );
  }
}

/** The first tile of a round, which lies on the first cell by custom. @param {string} tile */
function first(tile) {
  return `0,0^${tile.replaceAll("-", "")}`;
}

/** `17` is a sum, `125 334` are tiles. @param {string} text */
function handWords(text) {
  const words = text.split(/\s+/);
  return words.every((word) => /^[0-5]{3}$/.test(word))
    ? words.map((word) => tileNamed([...word])).join(" ")
    : `=${Number(text)}`;
}
