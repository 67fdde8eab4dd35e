/** Why the choices of a seat are good or bad, by the WebAssembly module `review`. */

/** @import { Edition } from "../shared/editions.js" */
/** @import { Reason } from "../shared/protocol.js" */
/** @import { Core, Slice } from "./module.js" */

/**
 * Choices and their figures.
 * @typedef {object} Evaluated
 * @property {BigInt64Array} view  the round as the seat sees it
 * @property {number} seat
 * @property {bigint[]} choices
 * @property {Float64Array} figures
 * @property {number} best   the index of the best choice
 * @property {number} extra  that of one to be explained
 */

export class Explainer {
  #core;
  #rules;
  #state;
  #choices;
  #figures;
  /** @type {Record<string, Slice>} */
  #arrays;
  #reasons;

  /** @param {Core} core @param {Edition} edition */
  constructor(core, edition) {
    this.#core = core;
    this.#rules = core.rules(edition);
    this.#state = core.ints(core.constant("STATE_SIZE"));
    this.#choices = core.ints(core.constant("MAX_OPTIONS"));
    this.#figures = core.floats(core.constant("MAX_OPTIONS") * core.constant("FIGURES"));
    const { arrays, tuple } = core.namedTuple(core.metadata.explained);
    this.#arrays = arrays;
    this.#reasons = tuple;
  }

  /** The reasons of every choice. @param {Evaluated} evaluated @returns {Reason[][]} */
  reasons({ view, seat, choices, figures, best, extra }) {
    const core = this.#core;
    core.view(this.#state).set(view);
    core.view(this.#choices).set(choices);
    core.floatView(this.#figures).set(figures);
    const given = [this.#state, this.#rules, seat, this.#choices, this.#figures];
    core.call("find_reasons", ...given, choices.length, best, extra, this.#reasons);
    return choices.map((_, index) => this.#reasonsOf(index));
  }

  /** @param {number} index @returns {Reason[]} */
  #reasonsOf(index) {
    const [count, size] = [this.#core.constant("MAX_REASONS"), this.#core.constant("REASON_SIZE")];
    const selected = this.#core.view(this.#arrays.selected);
    const reasons = Array.from({ length: count }, (_, place) => {
      const start = (index * count + place) * size;
      return Array.from(selected.slice(start, start + size), Number);
    });
    return reasons.filter(([code]) => code).map((numbers) => this.#reason(numbers.values()));
  }

  /** The reason of a code and its figures. @param {Iterator<number>} numbers @returns {Reason} */
  #reason(numbers) {
    const { text, other, fields } = this.#core.metadata.reasons[Number(numbers.next().value)];
    const values = Object.fromEntries(fields.map((field) => [field, this.#figure(field, numbers)]));
    return { text, values, ...(other && { other }) };
  }

  /** @param {string} field @param {Iterator<number>} numbers @returns {number | string | Reason} */
  #figure(field, numbers) {
    if (field === "drawback") return this.#reason(numbers);
    const figure = Number(numbers.next().value);
    if (field === "move") return this.#move(figure);
    return field === "tile" ? this.#tile(figure) : figure;
  }

  /** The move with which the best one is compared. @param {number} figure @returns {string | Reason} */
  #move(figure) {
    const { moves } = this.#core.metadata;
    const same = this.#core.constant("SAME_TILE");
    if (figure < 0) return { text: figure === this.#core.constant("DRAW") ? moves.draw : moves.pass, values: {} };
    return figure < same ? this.#tile(figure) : { text: moves.tile, values: { tile: this.#tile(figure - same) } };
  }

  /** @param {number} tile */
  #tile(tile) {
    return this.#core.metadata.tiles[tile].join("-");
  }
}
