/** The bots in this browser: a decision from what the seat on turn sees, by the WebAssembly module. */

/** @import { CoreOption } from "./core_round.js" */
/** @import { Core } from "./module.js" */
/** @import { LocalRound } from "./round.js" */

export class Thinker {
  #core;
  #workspace;
  #rng;
  /** The share of its budget that the last search had time for, from 0 to 1. */
  share = 1;

  /** @param {Core} core @param {bigint} seed  of the bots' random choices */
  constructor(core, seed) {
    this.#core = core;
    this.#workspace = core.newWorkspace();
    this.#rng = core.newRng(seed);
  }

  /** The level that plays this turn: an adaptive bot mixes two (bots/adaptive.py). @param {string} level */
  #mixed(level) {
    const { name, levels, strongest } = this.#core.metadata.adaptive;
    const [first, strength] = level.split(":");
    if (first !== name) return level;
    const step = strongest / (levels.length - 1);
    const chance = Number(this.#core.call("below", this.#rng, step));
    return levels[Math.floor(Number(strength) / step) + Number(chance < Number(strength) % step)];
  }

  /** What a bot chooses from a round's options for the seat on turn. @param {LocalRound} round @param {string} level */
  choose(round, level) {
    const budget = this.#core.metadata.levels[this.#mixed(level)];
    if (budget === undefined) throw new Error(`There is no bot ${level}.`);
    const began = performance.now();
    const { rules, log } = round.show(this.#workspace);
    const [searching, batch] = [BigInt(this.#core.constant("SEARCHING")), this.#core.constant("BATCH_ITERATIONS")];
    const [policy, worlds] = [budget.policy ?? this.#core.constant("SEARCH"), budget.worlds ?? -1];
    const options = round.options();
    this.share = 1;
    let choice = this.#core.call("begin_decision", this.#workspace, rules, log, policy, worlds, this.#rng);
    for (let iterations = batch; choice === searching; iterations += batch) {
      choice = this.#core.call("continue_decision", this.#workspace, rules, batch, this.#rng);
      const isLate = (performance.now() - began) / 1000 >= (budget.seconds ?? Infinity);
      if (choice === searching && isLate) {
        this.share = worlds < 0 ? 1 : iterations / (worlds * options.length);
        choice = this.#core.call("leading_choice", this.#workspace);
      }
    }
    return /** @type {CoreOption} */ (options.find((option) => option.choice === choice));
  }
}
