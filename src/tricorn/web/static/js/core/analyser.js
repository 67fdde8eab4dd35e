/** The analysis in this browser: what every choice of a seat is worth, and why. */

import { Explainer } from "./explainer.js";
import { LocalRound } from "./round.js";

/** @import { Edition } from "../shared/editions.js" */
/** @import { Reason } from "../shared/protocol.js" */
/** @import { CoreOption, CoreRound } from "./core_round.js" */
/** @import { Core, Slice } from "./module.js" */

/** The modules that evaluate choices, and that explain them. @typedef {{analysis: Core, review: Core}} AnalysisCores */

/**
 * What a choice is worth; arrays have a number for each seat. bots/values.py explains the figures.
 * @typedef {object} ChoiceValue
 * @property {CoreOption} option
 * @property {number[]} chances  of winning the game
 * @property {number[]} leads    at the end of the round
 * @property {number} error
 * @property {number} loss
 * @property {number} lossError
 * @property {number} worlds
 * @property {Reason[]} reasons
 */

export class Analyser {
  #core;
  #round;
  #workspace;
  #rng;
  #explainer;
  /** @type {Record<string, Slice>} */
  #arrays;
  #evaluation;

  /**
   * @param {AnalysisCores} cores @param {Edition} edition @param {number} players
   * @param {bigint} seed @param {number} [stream]  of the random numbers
   */
  constructor({ analysis: core, review }, edition, players, seed, stream) {
    this.#core = core;
    this.#round = new LocalRound(core, edition, players);
    this.#workspace = core.newWorkspace();
    this.#rng = core.newRng(seed, stream);
    this.#explainer = new Explainer(review, edition);
    const { arrays, tuple } = core.namedTuple(core.metadata.evaluation);
    this.#arrays = arrays;
    this.#evaluation = tuple;
  }

  /**
   * The best option of the seat on turn, its chance of winning and why.
   * @param {LocalRound} round @param {CoreOption[]} options  all that are legal
   */
  best(round, options) {
    if (options.length === 1) return { option: options[0], chance: null, reasons: [] };
    const { best, values } = this.evaluate(round, round.seat, options);
    const { option, chances, reasons } = values[best];
    return { option, chance: chances[round.seat], reasons };
  }

  /**
   * The values of a seat's options, and the index of the best one.
   * @param {CoreRound} round @param {number} seat @param {CoreOption[]} options  all that are legal
   * @param {number} [extra]  the index of an option that is measured and explained like the best one
   * @param {number} [playouts]
   */
  evaluate(
    round,
    seat,
    options,
    extra = this.#core.constant("NO_EXTRA"),
    playouts = this.#core.constant("ITERATIONS"),
  ) {
    const core = this.#core;
    this.#round.copyFrom(round, seat);
    const { rules, log, view } = this.#round.show(this.#workspace);
    const choices = options.map(({ choice }) => choice);
    core.view(this.#arrays["samples.choices"]).set(choices);
    const [workspace, evaluation, rng, number] = [this.#workspace, this.#evaluation, this.#rng, options.length];
    if (!core.call("begin_evaluation", workspace, rules, log, evaluation, number, extra, playouts, rng)) {
      while (!core.call("continue_evaluation", workspace, rules, evaluation, rng));
      core.call("finish_evaluation", workspace, evaluation);
    }
    const best = Number(core.call("best_choice", workspace, evaluation));
    const width = core.constant("FIGURES");
    const figures = core.floatView(this.#arrays.figures).slice(0, number * width);
    const reasons = this.#explainer.reasons({ view: core.view(view), seat, choices, figures, best, extra });
    const values = options.map((option, index) => {
      return this.#value(option, figures.slice(index * width, (index + 1) * width), reasons[index]);
    });
    return { best, values };
  }

  /** @param {CoreOption} option @param {Float64Array} row @param {Reason[]} reasons @returns {ChoiceValue} */
  #value(option, row, reasons) {
    const at = (/** @type {string} */ name) => this.#core.constant(name);
    const bySeat = (/** @type {number} */ first) => Array.from(row.slice(first, first + this.#round.players));
    return {
      option,
      chances: bySeat(at("CHANCES")),
      leads: bySeat(at("EXPECTED_LEADS")),
      error: row[at("ERROR")],
      loss: row[at("LOSS")],
      lossError: row[at("LOSS_ERROR")],
      worlds: row[at("WORLDS")],
      reasons,
    };
  }
}
