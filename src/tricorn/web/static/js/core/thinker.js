/** The bots in this browser: a decision from what the seat on turn sees, by the WebAssembly module. */

import { newMind, newRng } from "./mind.js";

/** @typedef {import("./module.js").Core} Core */
/** @typedef {import("./round.js").LocalRound} LocalRound */
/** @typedef {import("./round.js").Option} Option */

export class Thinker {
  #core;
  #mind;
  #rng;
  /** The share of its budget that the last search had time for, from 0 to 1. */
  share = 1;

  /** @param {Core} core @param {bigint} seed  of the bots' random choices */
  constructor(core, seed) {
    this.#core = core;
    this.#mind = newMind(core);
    this.#rng = newRng(core, seed);
  }

  /**
   * What a bot chooses from a round's options for the seat on turn.
   * @param {LocalRound} round
   * @param {string} level
   * @param {number | null} [seconds]  instead of the level's own time
   */
  choose(round, level, seconds = this.#core.facts.levels[level]?.seconds ?? null) {
    const budget = this.#core.facts.levels[level];
    if (budget === undefined) throw new Error(`There is no bot ${level}.`);
    const began = performance.now();
    const { rules, log } = round.show(this.#mind);
    const [undecided, batch] = [BigInt(this.#core.constant("UNDECIDED")), this.#core.constant("BATCH")];
    const [policy, worlds] = [budget.policy ?? this.#core.constant("SEARCH"), budget.worlds ?? -1];
    const options = round.options();
    this.share = 1;
    let choice = this.#core.call("begin", this.#mind, rules, log, policy, worlds, this.#rng);
    for (let iterations = batch; choice === undecided; iterations += batch) {
      choice = this.#core.call("go_on", this.#mind, rules, batch, this.#rng);
      const isLate = seconds !== null && performance.now() - began >= 1000 * seconds;
      if (choice === undecided && isLate) {
        this.share = worlds < 0 ? 1 : iterations / (worlds * options.length);
        choice = this.#core.call("leader", this.#mind);
      }
    }
    return /** @type {Option} */ (options.find((option) => option.choice === choice));
  }
}
