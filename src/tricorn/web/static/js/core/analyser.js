/** The analysis in this browser: the best choice of the seat on turn and why, by the second WebAssembly module. */

import { LocalRound } from "./round.js";

/** @import { Edition } from "../shared/editions.js" */
/** @import { Reason } from "../shared/protocol.js" */
/** @import { CoreOption } from "./core_round.js" */
/** @import { Core, Slice } from "./module.js" */

export class Analyser {
  #core;
  #round;
  #workspace;
  #rng;
  /** @type {Record<string, Slice>} */
  #arrays;
  #evaluation;
  #reasons;

  /** @param {Core} core @param {Edition} edition @param {number} players @param {bigint} seed */
  constructor(core, edition, players, seed) {
    this.#core = core;
    this.#round = new LocalRound(core, edition, players);
    this.#workspace = core.newWorkspace();
    this.#rng = core.newRng(seed);
    const names = Object.keys(core.metadata.evaluation);
    this.#arrays = Object.fromEntries(names.map((name) => [name, core.array(core.metadata.evaluation[name])]));
    const first = names.indexOf("weights"); // where the reasons begin
    const tuple = (/** @type {string[]} */ members) => core.tuple(members.map((name) => this.#arrays[name]));
    this.#evaluation = tuple(names.slice(0, first));
    this.#reasons = tuple(names.slice(first));
  }

  /**
   * The best option of the seat on turn, its chance of winning and why.
   * @param {LocalRound} round @param {CoreOption[]} options  all that are legal
   */
  best(round, options) {
    if (options.length === 1) return { option: options[0], chance: null, reasons: [] };
    const core = this.#core;
    this.#round.copyFrom(round);
    const { rules, log } = this.#round.show(this.#workspace);
    core.view(this.#arrays["samples.choices"]).set(options.map(({ choice }) => choice));
    const [workspace, evaluation, rng, number] = [this.#workspace, this.#evaluation, this.#rng, options.length];
    const [none, playouts] = [core.constant("NO_EXTRA"), core.constant("ITERATIONS")];
    if (!core.call("begin_evaluation", workspace, rules, log, evaluation, number, none, playouts, rng)) {
      while (!core.call("continue_evaluation", workspace, rules, evaluation, rng));
      core.call("finish_evaluation", workspace, evaluation);
    }
    const index = Number(core.call("best_choice", workspace, evaluation));
    core.call("find_reasons", workspace, rules, evaluation, number, index, this.#reasons);
    const chance = core.floatAt(
      this.#arrays.figures,
      index * core.constant("FIGURES") + core.constant("CHANCES") + round.seat,
    );
    return { option: options[index], chance, reasons: this.#reasonsOf(index) };
  }

  /** @param {number} index @returns {Reason[]} */
  #reasonsOf(index) {
    const [count, size] = [this.#core.constant("MAX_REASONS"), this.#core.constant("REASON_SIZE")];
    const selected = this.#core.view(this.#arrays.selected);
    const reasons = Array.from({ length: count }, (_, place) => {
      const start = (index * count + place) * size;
      return Array.from(selected.slice(start, start + size), Number);
    });
    return reasons.filter(([code]) => code).map(([code, ...figures]) => this.#reason(code, figures));
  }

  /** @param {number} code @param {number[]} figures @returns {Reason} */
  #reason(code, figures) {
    const { text, other, fields } = this.#core.metadata.reasons[code];
    const tile = (/** @type {number} */ index) => this.#core.metadata.tiles[index].join("-");
    const values = fields.map((field, place) => [field, field === "tile" ? tile(figures[place]) : figures[place]]);
    return { text, other, values: Object.fromEntries(values) };
  }
}
