/** The luck of draws and deals, and the value of a position with all hands known, by the module `review`. */

import { LocalRound } from "./round.js";

/** @import { Edition } from "../shared/editions.js" */
/** @import { CoreRound } from "./core_round.js" */
/** @import { Argument, Core, Slice } from "./module.js" */

/**
 * For each seat, the chance of winning the game and the lead in points, or a change of both.
 * @typedef {{chances: number[], leads: number[]}} Fortune
 */

export class Valuer {
  #core;
  #round;
  #playouts;
  #rng;
  /** @type {Record<string, Slice>} */
  #arrays;
  #valuing;

  /**
   * @param {Core} core @param {Edition} edition @param {number} players
   * @param {number} playouts  for a draw @param {bigint} seed
   */
  constructor(core, edition, players, playouts, seed) {
    this.#core = core;
    this.#round = new LocalRound(core, edition, players);
    this.#playouts = playouts;
    this.#rng = core.newRng(seed);
    const { arrays, tuple } = core.namedTuple(core.metadata.valuing);
    this.#arrays = arrays;
    this.#valuing = tuple;
    core.call("init_valuing", tuple);
  }

  /** A rough estimate of a position. @param {CoreRound} round @param {number} seat  on turn */
  position(round, seat) {
    return this.#value("value_round", round, seat);
  }

  /** The luck of drawing a tile. @param {CoreRound} round @param {number} seat @param {number} tile */
  draw(round, seat, tile) {
    return this.#value("draw_luck", round, seat, tile);
  }

  /** The luck of a deal, before the first tile is placed. @param {CoreRound} round @param {number} seat */
  deal(round, seat) {
    return this.#value("deal_luck", round, seat);
  }

  /** @param {string} name @param {CoreRound} round @param {number} seat @param {Argument[]} more @returns {Fortune} */
  #value(name, round, seat, ...more) {
    const core = this.#core;
    this.#round.copyFrom(round, seat);
    core.call(name, ...this.#round.position, seat, ...more, this.#playouts, this.#valuing, this.#rng);
    const values = core.floatView(this.#arrays.values);
    const bySeat = (/** @type {number} */ first) => Array.from(values.slice(first, first + this.#round.players));
    return { chances: bySeat(core.constant("CHANCES")), leads: bySeat(core.constant("LEADS")) };
  }
}
