/** A round played in this browser, by the rules of the WebAssembly module. */

import { CoreRound } from "./core_round.js";
import { choiceTile, entryTile } from "./packing.js";

/** @import { Edition } from "../shared/editions.js" */
/** @import { CoreOption } from "./core_round.js" */
/** @import { Core, Slice, Tuple } from "./module.js" */

export class LocalRound extends CoreRound {
  #rng;
  /** What the seat on turn may know. @type {Slice | null} */
  #view = null;

  /** @param {Core} core @param {Edition} edition  with its house rules @param {number} players */
  constructor(core, edition, players) {
    super(core, edition, players);
    this.#rng = core.ints(4);
  }

  /** Deal a round of the game with this seed. @param {bigint} seed @param {number} number */
  deal(seed, number) {
    this.number = number;
    this.core.call("seed_rng", this.#rng, seed, number);
    this.core.call("deal", this.state, this.rules, this.#rng, this.handSize);
  }

  /**
   * Deal these tiles, by their numbers, in a round of the game.
   * @param {number} number @param {{hands: number[][], well: number[]}} tiles
   * @param {number | null} starter  the seat that the lot fell on, or null if the tiles decide
   */
  dealTiles(number, { hands, well }, starter) {
    this.number = number;
    const order = [...hands.flat(), ...well];
    order.forEach((tile, index) => {
      this.set("ORDER", tile, index);
    });
    this.core.call("deal_in_order", this.state, this.handSize, well.length, starter ?? this.constant("NOBODY"));
  }

  /** Whether the first tile is still to be placed. */
  get starting() {
    return this.get("PLACED") === 0;
  }

  /** The tiles of the well in the order in which they are drawn, by their numbers. */
  get wellTiles() {
    return Array.from({ length: this.well }, (_, index) => this.get("WELL_END", index - this.well));
  }

  /** How many passes in a row count towards a blocked round. */
  get passes() {
    return this.get("PASSES");
  }

  /** The tile of the last event, by its number. */
  get lastTile() {
    return entryTile(this.core.view(this.state)[this.get("LOG_END") - this.constant("LOG_STRIDE")]);
  }

  /** Mark the last events, which are draws, as choices of the clock. @param {number} count */
  markByClock(count) {
    const memory = this.core.view(this.state);
    const stride = this.constant("LOG_STRIDE");
    for (let draw = 1; draw <= count; draw++)
      memory[this.get("LOG_END") - draw * stride] |= BigInt(this.constant("LOG_BY_CLOCK"));
  }

  /** The legal choices of the player on turn. @returns {CoreOption[]} */
  options() {
    return Array.from(this.listChoices(), (choice) => this.describe(choice));
  }

  /** Apply one of the `options`. @param {CoreOption} option @param {boolean} [byClock]  whether the clock chose it */
  apply(option, byClock = false) {
    this.set("BY_CLOCK", Number(byClock));
    if (!this.starting) {
      this.core.call("apply_choice", this.state, this.rules, option.choice);
      return;
    }
    this.core.call("start_with", this.state, this.rules, choiceTile(option.choice));
  }

  /** The triple that a start with 0-0-0 shows, or null. @param {CoreOption} option */
  shownBy(option) {
    if (!this.starting) return null;
    const { core, rules, seat } = this;
    const tile = Number(core.call("shown_triple", rules, this.getBits("HANDS", seat), choiceTile(option.choice)));
    return core.metadata.tiles[tile]?.join("-") ?? null;
  }

  /**
   * Fill a bot's workspace with what the seat on turn sees; returns that view, the rules, and the log.
   * @param {Tuple} workspace
   */
  show(workspace) {
    const { core, state, rules, seat } = this;
    this.#view ??= core.ints(state.length);
    core.call("observe", state, rules, seat, this.#view);
    core.call("fill_workspace", this.#view, seat, workspace);
    const first = this.constant("LOG");
    const log = { address: this.#view.address + 8 * first, length: this.get("LOG_END") - first, ints: true };
    return { rules: this.rules, log, view: this.#view };
  }
}
