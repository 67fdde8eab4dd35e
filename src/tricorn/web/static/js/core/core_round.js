/** The memory of a round in the WebAssembly module, with what rounds played here and rounds known in part share. */

import { choiceCell, choiceTile, unpackDescription } from "./packing.js";

/** @import { Edition } from "../shared/editions.js" */
/** @import { Core, Slice } from "./module.js" */

/**
 * A legal choice of the player on turn.
 * @typedef {object} CoreOption
 * @property {bigint} choice  as the module takes it
 * @property {string} move    as records write it: a placement, `draw` or `pass`
 * @property {number} points
 * @property {string | null} tile
 * @property {string | null} cell
 * @property {string | null} bonus
 */

/** A round without tiles for so many players. @param {Core} core @param {number} players @returns {Slice} */
function emptyState(core, players) {
  const state = core.ints(core.constant("STATE_SIZE"));
  const memory = core.view(state);
  memory.fill(BigInt(core.constant("NO_NUMBER")), 0, core.constant("CELLS"));
  memory[core.constant("PLAYERS")] = BigInt(players);
  return state;
}

/** Options in the server's order: placements by points, a pass, a draw. @param {CoreOption[]} options */
export function bestFirst(options) {
  const placements = options.filter((option) => option.tile);
  placements.sort((a, b) => b.points - a.points || (a.move < b.move ? -1 : 1));
  const others = ["pass", "draw"].flatMap((move) => options.filter((option) => option.move === move));
  return [...placements, ...others];
}

/** A cell as records write it. @param {Core} core @param {number} cell */
function cellNotation(core, cell) {
  const point = cell >> 1;
  const [width, middle] = [core.constant("WIDTH"), core.constant("MIDDLE")];
  return `${(point % width) - middle},${Math.floor(point / width) - middle}${cell & 1 ? "v" : "^"}`;
}

export class CoreRound {
  /** @param {Core} core @param {Edition} edition  with its house rules @param {number} players */
  constructor(core, edition, players) {
    /** @protected */
    this.core = core;
    /** @protected */
    this.rules = core.rules(edition);
    /** @protected */
    this.state = emptyState(core, players);
    /** Where the module lists choices. @protected */
    this.choices = core.ints(core.constant("MAX_OPTIONS"));
    /** @protected */
    this.handSize = edition.deal[players - 2];
    this.players = players;
    this.headStart = Array.from({ length: players }, (_, seat) => edition.head_start[seat] ?? 0);
    this.scores = this.headStart;
  }

  /**
   * Copy the state of another round, which may be in the memory of another module, with a seat on turn.
   * @param {CoreRound} other @param {number} seat
   */
  copyFrom(other, seat) {
    this.core.view(this.state).set(other.core.view(other.state));
    this.set("SEAT", seat);
  }

  /** The state and the rules, as arguments of functions. */
  get position() {
    return [this.state, this.rules];
  }

  /** @protected @param {string} name */
  constant(name) {
    return this.core.constant(name);
  }

  /** A number of the state. @protected @param {string} name @param {number} [offset] */
  get(name, offset = 0) {
    return Number(this.getBits(name, offset));
  }

  /** A number of the state that may have 64 bits. @protected @param {string} name @param {number} [offset] */
  getBits(name, offset = 0) {
    return /** @type {bigint} */ (this.core.view(this.state)[this.constant(name) + offset]);
  }

  /** @protected @param {string} name @param {number | bigint} value @param {number} [offset] */
  set(name, value, offset = 0) {
    this.core.view(this.state)[this.constant(name) + offset] = BigInt(value);
  }

  /** Double the memory of the state. @protected */
  lengthenState() {
    const { core, state } = this;
    this.state = core.ints(2 * state.length);
    core.view(this.state).set(core.view(state));
  }

  /** The legal choices of the seat on turn. @protected */
  listChoices() {
    const count = Number(this.core.call("list_options", this.state, this.rules, this.choices));
    return this.core.view(this.choices).slice(0, count);
  }

  /** A choice as records write it, with its points. @protected @param {bigint} choice @returns {CoreOption} */
  describe(choice) {
    const packed = Number(this.core.call("describe", this.state, this.rules, choice));
    const { points, shape, numbers } = unpackDescription(packed);
    if (choice < 0n) {
      const move = Number(choice) === this.constant("DRAW") ? "draw" : "pass";
      return { choice, move, points, tile: null, cell: null, bonus: null };
    }
    const { tiles, bonuses } = this.core.metadata;
    const cell = cellNotation(this.core, choiceCell(choice));
    const tile = tiles[choiceTile(choice)].join("-");
    return { choice, move: cell + numbers.join(""), points, tile, cell, bonus: bonuses[shape] ?? null };
  }

  /** The tiles of a mask, by their numbers. @protected @param {bigint} mask */
  tilesIn(mask) {
    return this.core.metadata.tiles.flatMap((_, tile) => ((mask >> BigInt(tile)) & 1n ? [tile] : []));
  }

  /** The known tiles of a hand, by their numbers. @param {number} seat */
  hand(seat) {
    return this.tilesIn(this.getBits("HANDS", seat));
  }

  /** Whose turn it is. */
  get seat() {
    return this.get("SEAT");
  }

  /** The seat that won the round, or -1. */
  get winner() {
    return this.get("WINNER");
  }

  /** How many tiles are left to draw. */
  get well() {
    return this.constant("WELL_END") - this.get("NEXT_DRAW");
  }

  /** How the round ended. @returns {"out" | "blocked" | null} */
  get over() {
    const over = this.get("OVER");
    if (!over) return null;
    return over === this.constant("OUT") ? "out" : "blocked";
  }

  /** The points of the winner for the end of the round. */
  get prize() {
    return this.get("PRIZE");
  }

  get scores() {
    return Array.from({ length: this.players }, (_, seat) => this.get("SCORES", seat));
  }

  set scores(scores) {
    scores.forEach((score, seat) => {
      this.set("SCORES", score, seat);
    });
  }

  /** The number of the round in the game. */
  get number() {
    return this.get("ROUND");
  }

  set number(number) {
    this.set("ROUND", number);
  }

  /** The seat that has won the game after this round, or -1. */
  gameWinner() {
    const { players, winner, number, rules, state } = this;
    return Number(this.core.call("game_winner", rules, state, this.constant("SCORES"), players, winner, number));
  }

  /** Why a seat has won the game: a message with `name`, `score`, `target` and `rounds`. @param {number} seat */
  winReason(seat) {
    const { players, winner } = this;
    const scores = this.constant("SCORES");
    const code = this.core.call("win_reason", this.rules, this.state, scores, players, seat, winner);
    return this.core.metadata.win_reasons[Number(code)];
  }
}
