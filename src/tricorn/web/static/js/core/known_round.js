/**
 * A round of which not everything is known: at a real table, or as a record has it. The WebAssembly module `score`
 * judges each event and applies it.
 */

import { cellName, parseCell } from "../board/geometry.js";
import { handSum } from "../shared/notation.js";
import { playFor } from "../shared/record.js";
import { bestFirst, CoreRound } from "./core_round.js";
import { entryShape, packPlacement } from "./packing.js";

/** @import { Bonus } from "../shared/bonus.js" */
/** @import { Edition } from "../shared/editions.js" */
/** @import { PlacedTile } from "../shared/protocol.js" */
/** @import { Blocked, Out, Placed, Play } from "../shared/record.js" */
/** @import { Refusal } from "../shared/refusals.js" */
/** @import { CoreOption } from "./core_round.js" */
/** @import { Core } from "./module.js" */
/** @typedef {Out | Blocked} End */
/** @typedef {{kind: "declareOut" | "declareBlocked", seat: number | null}} Declared */
/** @typedef {import("../shared/record.js").RoundEvent | Declared} RoundEvent */

/** The module's names for the kinds of events. */
const KINDS = {
  deal: "DEALT",
  well: "WELL",
  starts: "STARTS",
  place: "PLACED",
  draw: "DREW",
  pass: "PASSED",
  left: "HAND_LEFT",
  out: "ENDED_OUT",
  blocked: "ENDED_BLOCKED",
  declareOut: "DECLARED_OUT",
  declareBlocked: "DECLARED_BLOCKED",
};

export class KnownRound extends CoreRound {
  #event;
  /** The tiles whose cells are known, in the order in which they were placed. @type {PlacedTile[]} */
  placed = [];

  /** @param {Core} core @param {Edition} edition  with its house rules @param {number} players */
  constructor(core, edition, players) {
    super(core, edition, players);
    this.#event = core.ints(core.metadata.event.EVENT_SIZE);
    this.metadata = core.metadata;
    this.begin();
  }

  /** Begin a round of which only the number of tiles in each hand is known. */
  begin() {
    this.placed = [];
    this.core.call("begin_known", this.state, this.handSize);
  }

  // -- the state ------------------------------------------------------------------------------------

  /** Whether a tile is on the table. */
  get isStarted() {
    return this.get("LAID") > 0;
  }

  /** Whether the cell of every tile on the table is known. */
  get isLocated() {
    return this.get("LOCATED") === 1;
  }

  /** Whether the end of the round is entered. */
  get isSettled() {
    return this.get("SETTLED") === 1;
  }

  /** How many tiles a player holds. @param {number} seat */
  held(seat) {
    return this.hand(seat).length + this.get("HIDDEN", seat);
  }

  /** The tiles that are known to be on the table, in a hand or in the well. */
  get seen() {
    const mask = /** @type {bigint} */ (this.core.call("seen_tiles", this.state));
    return new Set(this.tilesIn(mask).map((tile) => this.metadata.tiles[tile].join("-")));
  }

  /** The seats whose hands have an unknown sum. */
  get unknownHands() {
    const seats = Array.from({ length: this.players }, (_, seat) => seat);
    return seats.filter((seat) => this.core.call("has_unknown_points", this.state, this.rules, seat));
  }

  // -- events ---------------------------------------------------------------------------------------

  /**
   * Why the rules refuse an event, or null.
   * @param {RoundEvent} event @param {boolean} [anyway]  whether people insist @returns {Refusal | null}
   */
  judge(event, anyway = false) {
    const code = Number(this.core.call("judge", this.state, this.rules, this.#encode(event, anyway)));
    const { FIGURES, TILES_FROM } = this.metadata.event;
    return code ? { code, figures: Array.from(this.core.view(this.#event).slice(FIGURES, TILES_FROM), Number) } : null;
  }

  /** Note that people declare the round over, before they count; returns why the rules disagree. @param {End} end */
  declare(end) {
    const kind = /** @type {const} */ ({ out: "declareOut", blocked: "declareBlocked" })[end.kind];
    const declared = { ...end, kind };
    const refusal = this.judge(declared);
    this.apply(declared);
    return refusal;
  }

  /** Apply an event that is right, or that people insist on. @param {RoundEvent} event @param {boolean} [anyway] */
  apply(event, anyway = false) {
    // The log has room for any legal round, but people may insist on more.
    if (this.get("LOG_END") + this.constant("LOG_STRIDE") > this.state.length) this.lengthenState();
    this.core.call("apply_event", this.state, this.rules, this.#encode(event, anyway));
    if (event.kind === "place") this.#notePlaced(event);
  }

  /** A move with its points by the rules, and with the bonus of its cell if it names none. @param {Play} play */
  complete(play) {
    this.core.call("complete", this.state, this.rules, this.#encode(play));
    const points = this.#field("POINTS");
    if (play.kind !== "place") return { ...play, points: points || (this.#field("PLUS_ZERO") ? 0 : -0) };
    return { ...play, points, bonus: this.#bonus(this.#field("SHAPE")) };
  }

  /**
   * The end of the round with its points; there are no unknown hands.
   * @template {End} T
   * @param {T} end @param {boolean} hasWinner  whether it names its winner or says that there is none
   * @returns {T}
   */
  settled(end, hasWinner) {
    if (end.seat === null && hasWinner) return { ...end, points: 0 };
    this.core.call("settle", this.state, this.rules, this.#encode(end));
    const winner = this.#field("EVENT_SEAT");
    return { ...end, seat: winner < 0 ? null : winner, points: this.#field("POINTS") };
  }

  /** @param {Placed} event */
  #notePlaced({ tile, cell, numbers }) {
    const entry = this.core.view(this.state)[this.get("LOG_END") - this.constant("LOG_STRIDE")];
    if (cell === null || entry & BigInt(this.constant("LOG_WITHOUT_CELL"))) return;
    this.placed.push({ tile, cell, numbers, bonus: this.#bonus(entryShape(entry)) });
  }

  /** @param {number} shape */
  #bonus(shape) {
    return /** @type {Bonus | null} */ (this.metadata.bonuses[shape]);
  }

  /** The number of a tile. @param {string | null} tile  unknown if null or a sum */
  tileNumber(tile) {
    const number = this.metadata.tiles.findIndex((numbers) => numbers.join("-") === tile);
    return number < 0 ? this.constant("NO_TILE") : number;
  }

  /** A number of the encoded event. @param {string} name */
  #field(name) {
    return Number(this.core.view(this.#event)[this.metadata.event[name]]);
  }

  /** An event as the module takes it. @param {RoundEvent} event @param {boolean} [anyway]  whether people insist */
  #encode(event, anyway = false) {
    const { event: fields } = this.metadata;
    const values = {
      KIND: fields[KINDS[event.kind]],
      EVENT_SEAT: ("seat" in event ? event.seat : null) ?? this.constant("NOBODY"),
      POINTS: "points" in event ? event.points : 0,
      TILE: this.tileNumber("tile" in event ? event.tile : null),
      SHOWN: this.constant("NO_TILE"),
      SUM: this.constant("NO_SUM"),
      COUNT: fields.NO_COUNT,
      TIMEOUT: Number("timeout" in event && event.timeout),
      ANYWAY: Number(anyway),
      ...this.#details(event),
    };
    const memory = this.core.view(this.#event).fill(0n);
    for (const [name, value] of Object.entries(values)) memory[fields[name]] = BigInt(value);
    const tiles = ("tiles" in event && event.tiles) || [];
    tiles.slice(0, memory.length - fields.TILES_FROM).forEach((tile, index) => {
      memory[fields.TILES_FROM + index] = BigInt(this.tileNumber(tile));
    });
    return this.#event;
  }

  /** The fields of some kinds of events. @param {RoundEvent} event @returns {Record<string, number>} */
  #details(event) {
    if (event.kind === "place") return this.#placeDetails(event);
    if (event.kind === "deal" || event.kind === "well") return { COUNT: event.tiles.length };
    if (event.kind !== "left") return {};
    if (event.tiles) return { COUNT: event.tiles.length, POINTS: handSum(event.tiles) };
    return { SUM: event.total ?? 0, ...(event.count !== null && { COUNT: event.count }) };
  }

  /** @param {Placed} event @returns {Record<string, number>} */
  #placeDetails({ tile, cell, numbers: [first, second, third], bonus, shows }) {
    const placed = { SHAPE: this.metadata.bonuses.indexOf(bonus), SHOWN: this.tileNumber(shows) };
    if (tile.startsWith("=")) return { ...placed, SUM: Number(tile.slice(1)) };
    if (cell === null) return placed;
    const { x, y, up } = parseCell(cell);
    const numbers = (first << 6) | (second << 3) | third;
    return { ...placed, HAS_CELL: 1, CELL_X: x, CELL_Y: y, CELL_DOWN: Number(!up), NUMBERS: numbers };
  }

  // -- where a tile fits ----------------------------------------------------------------------------

  /** Where a tile fits as far as the table is known, best first. @param {string} tile @returns {CoreOption[]} */
  cellsFor(tile) {
    const number = this.tileNumber(tile);
    if (!this.isStarted) return [this.option(packPlacement(this.constant("START_CELL"), number))];
    const options = this.#placements(number).map((choice) => this.option(choice));
    return bestFirst(options.filter(({ move }) => this.isLocated || this.#hasRoom(move)));
  }

  /** The legal moves of a seat on turn, best first; its hand and all cells must be known. @param {number} seat */
  optionsFor(seat) {
    const before = this.seat;
    this.set("SEAT", seat);
    const options = Array.from(this.listChoices(), (choice) => this.option(choice));
    this.set("SEAT", before);
    return bestFirst(options);
  }

  /** @param {string} move */
  #hasRoom(move) {
    return this.core.call("has_room", this.state, this.#encode(playFor(0, move)));
  }

  /** The placements of a tile, as choices. @param {number} tile */
  #placements(tile) {
    const seat = Math.max(0, this.seat);
    const before = { seat: this.seat, hand: this.getBits("HANDS", seat) };
    this.set("SEAT", seat);
    this.set("HANDS", 1n << BigInt(tile), seat);
    const choices = this.listChoices();
    this.set("HANDS", before.hand, seat);
    this.set("SEAT", before.seat);
    return [...choices].filter((choice) => choice >= 0n);
  }

  /** A choice with its cell as the record has it. @param {bigint} choice @returns {CoreOption} */
  option(choice) {
    const option = this.describe(choice);
    if (!option.cell) return option;
    const { x, y, up } = parseCell(option.cell);
    const cell = cellName({ x: x + this.get("FIRST_X"), y: y + this.get("FIRST_Y"), up });
    return { ...option, cell, move: cell + option.move.slice(-3) };
  }
}
