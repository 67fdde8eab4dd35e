/** A round at a real table as people report it, by the rules of the WebAssembly module. */

import { CoreRound } from "./core_round.js";
import { choiceCell, choiceTile, packPlacement } from "./packing.js";

/** @typedef {import("./core_round.js").CoreOption} CoreOption */
/** @typedef {import("./module.js").Core} Core */
/** @typedef {import("./module.js").Edition} Edition */
/** A cell by its place, as a record writes it. @typedef {{x: number, y: number, up: boolean}} Cell */

export class ReportedRound extends CoreRound {
  /** The offset of cells on record from those of the module, which has the first tile in the middle. */
  #shift = { x: 0, y: 0 };

  /** @param {Core} core @param {Edition} edition  with its house rules @param {number} players */
  constructor(core, edition, players) {
    super(core, edition, players);
    // whether a pass usually costs points; if so, a free one is written `+0`
    this.isPassCostly = edition.pass_penalty > 0;
  }

  /** @param {string} tile */
  #tile(tile) {
    return this.core.metadata.tiles.findIndex((numbers) => numbers.join("-") === tile);
  }

  /** Begin a game with scores of zero. */
  beginGame() {
    this.scores = Array(this.players).fill(0);
    this.begin();
  }

  /** Begin the next round of the game. */
  begin() {
    this.#shift = { x: 0, y: 0 };
    this.core.call("begin_reported", this.state, this.handSize);
  }

  // -- the state ------------------------------------------------------------------------------------

  /** @returns {"out" | "blocked" | null} */
  get over() {
    const over = this.get("OVER");
    if (!over) return null;
    return over === this.constant("OUT") ? "out" : "blocked";
  }

  /** How many tiles a player holds. @param {number} seat */
  held(seat) {
    return this.get("HAND_TOTALS", 2 * seat);
  }

  /** The seats whose hands must be reported before the round can be settled. */
  get unknownHands() {
    const seats = Array.from({ length: this.players }, (_, seat) => seat);
    return seats.filter((seat) => this.held(seat) && this.get("HAND_TOTALS", 2 * seat + 1) === this.constant("NO_SUM"));
  }

  // -- what the rules say ---------------------------------------------------------------------------

  /** What the player on turn could do with just these tiles. @param {bigint} hand */
  #choicesWith(hand) {
    const before = this.seat;
    const seat = Math.max(0, before);
    this.set("SEAT", seat);
    this.set("HANDS", hand, seat);
    const choices = this.listChoices("list_options");
    this.set("HANDS", 0, seat);
    this.set("SEAT", before);
    return choices;
  }

  /** @param {bigint} choice @returns {CoreOption} */
  #option(choice) {
    const option = this.describe(choice);
    const { x, y } = this.#shift;
    if (!option.cell || (x === 0 && y === 0)) return option;
    const [, left, right, rest] = /** @type {RegExpExecArray} */ (/^(-?\d+),(-?\d+)(.*)$/.exec(option.move));
    const move = `${Number(left) + x},${Number(right) + y}${rest}`;
    return { ...option, move, cell: move.slice(0, -3) };
  }

  /** Where one of these tiles fits, best first. @param {string[]} tiles */
  findPlacements(tiles) {
    const hand = tiles.reduce((mask, tile) => mask | (1n << BigInt(this.#tile(tile))), 0n);
    const options = [...this.#choicesWith(hand)].filter((choice) => choice >= 0n).map((choice) => this.#option(choice));
    return options.sort((a, b) => b.points - a.points || (a.move < b.move ? -1 : 1));
  }

  /** A placement, if it is legal. @param {string} tile @param {Cell} cell @param {number[]} numbers */
  findPlacement(tile, { x, y, up }, numbers) {
    const [column, row] = [x - this.#shift.x, y - this.#shift.y].map((offset) => offset + this.constant("MIDDLE"));
    const cell = 2 * (row * this.constant("WIDTH") + column) + (up ? 0 : 1);
    const choice = packPlacement(cell, this.#tile(tile));
    if (!this.#choicesWith(1n << BigInt(this.#tile(tile))).includes(choice)) return null;
    const option = this.#option(choice);
    return option.move.endsWith(numbers.join("")) ? option : null;
  }

  /** The placement of a tile that starts a round. @param {string} tile */
  startWith(tile) {
    return this.#option(packPlacement(this.constant("START_CELL"), this.#tile(tile)));
  }

  /** Whether the player on turn may draw or pass, as far as the table alone shows. @param {"draw" | "pass"} move */
  allows(move) {
    return this.#choicesWith(0n).includes(BigInt(this.#code(move)));
  }

  /** What a draw or a pass of the player on turn scores. @param {"draw" | "pass"} move */
  pointsFor(move) {
    return this.#option(BigInt(this.#code(move))).points;
  }

  /** @param {"draw" | "pass"} move */
  #code(move) {
    return this.constant(move === "draw" ? "DRAW" : "PASS");
  }

  /** The points of a tile with a bonus that people claim. @param {string | null} bonus @param {number} sum */
  claimedPoints(bonus, sum) {
    return Number(this.core.call("claimed_points", this.rules, this.core.metadata.bonuses.indexOf(bonus), sum));
  }

  // -- what is reported -----------------------------------------------------------------------------

  /** Lay the first tile, its numbers clockwise from the apex. @param {Cell} cell @param {number[]} numbers */
  layFirst(cell, numbers) {
    this.#shift = { x: cell.x, y: cell.y };
    const middle = this.constant("START_CELL") + (cell.up ? 0 : 1);
    this.core.call("put_first", this.state, middle, ...numbers);
    this.set("FITTING", this.constant("NOT_CACHED"));
  }

  /** Lay a tile as `findPlacements` offers it. @param {CoreOption} option */
  lay({ choice }) {
    this.core.call("lay_reported", this.state, this.rules, choiceCell(choice), choiceTile(choice));
  }

  /** Score a tile that was placed. @param {number} seat @param {number} points */
  place(seat, points) {
    this.core.call("report_placement", this.state, seat, points);
  }

  /** @param {number} seat @param {number} points */
  draw(seat, points) {
    this.core.call("report_draw", this.state, seat, points);
  }

  /** @param {number} seat @param {number} points */
  pass(seat, points) {
    this.core.call("report_pass", this.state, this.rules, seat, points);
  }

  /** Set what is left in a hand. @param {number} seat @param {number} sum @param {number | null} count */
  setHand(seat, sum, count) {
    if (count !== null) this.set("HAND_TOTALS", count, 2 * seat);
    this.set("HAND_TOTALS", sum, 2 * seat + 1);
  }

  /** End the round because people say so. @param {"out" | "blocked"} how @param {number} seat  who is out */
  declare(how, seat) {
    if (how === "out") this.set("SEAT", seat);
    this.set("OVER", this.constant(how === "out" ? "OUT" : "BLOCKED"));
  }

  /** Score the end of the round. A hand that did not need to be reported counts as empty. */
  settle() {
    for (let seat = 0; seat < this.players; seat++) {
      if (this.get("HAND_TOTALS", 2 * seat + 1) === this.constant("NO_SUM")) this.set("HAND_TOTALS", 0, 2 * seat + 1);
    }
    this.core.call("settle_reported", this.state, this.rules);
  }

  /** Score the end of the round as people entered it. @param {number} seat  who won, or -1 @param {number} points */
  settleAs(seat, points) {
    this.set("WINNER", seat);
    this.set("PRIZE", points);
    if (seat >= 0) this.set("SCORES", this.get("SCORES", seat) + points, seat);
  }
}
