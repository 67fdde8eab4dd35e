/** A round played in this browser, by the rules of the WebAssembly module. */

/** @typedef {import("./module.js").Core} Core */
/** @typedef {import("./module.js").Edition} Edition */
/** @typedef {import("./module.js").Slice} Slice */
/** @typedef {import("./module.js").Tuple} Tuple */

/**
 * A legal choice of the player on turn.
 * @typedef {object} Option
 * @property {bigint} choice  as the module takes it
 * @property {string} move    as records write it: a placement, `draw` or `pass`
 * @property {number} points
 * @property {string | null} tile
 * @property {string | null} cell
 * @property {string | null} bonus
 */

/** A round without tiles for so many players. @param {Core} core @param {number} players @returns {Slice} */
export function emptyState(core, players) {
  const state = core.ints(core.constant("STATE_SIZE"));
  const memory = core.view(state);
  memory.fill(BigInt(core.constant("NO_NUMBER")), 0, core.constant("CELLS"));
  memory[core.constant("PLAYERS")] = BigInt(players);
  return state;
}

/**
 * A choice of the module as records write it, with its points.
 * @param {Core} core @param {Slice} state @param {Tuple} rules @param {bigint} choice @returns {Option}
 */
export function describeOption(core, state, rules, choice) {
  const description = Number(core.call("describe", state, rules, choice)); // packed into bits
  const points = description >> 12;
  if (choice < 0n) {
    const move = Number(choice) === core.constant("DRAW") ? "draw" : "pass";
    return { choice, move, points, tile: null, cell: null, bonus: null };
  }
  const cell = cellName(core, Number(choice) >> 6);
  const tile = /** @type {number[]} */ (core.metadata.tiles[Number(choice) & 63]).join("-");
  const numbers = `${(description >> 6) & 7}${(description >> 3) & 7}${description & 7}`;
  const bonus = core.metadata.bonuses[(description >> 9) & 7] ?? null;
  return { choice, move: cell + numbers, points, tile, cell, bonus };
}

/** A cell as records write it. @param {Core} core @param {number} cell */
function cellName(core, cell) {
  const point = cell >> 1;
  const [width, middle] = [core.constant("WIDTH"), core.constant("MIDDLE")];
  return `${(point % width) - middle},${Math.floor(point / width) - middle}${cell & 1 ? "v" : "^"}`;
}

export class LocalRound {
  #core;
  #rules;
  #state;
  #options;
  #dealing;
  #handSize;
  #shows;
  #shown = -1;

  /** @param {Core} core @param {Edition} edition  with its house rules @param {number} players */
  constructor(core, edition, players) {
    this.#core = core;
    this.#rules = core.rules(edition);
    this.#state = emptyState(core, players);
    this.#options = core.ints(this.#constant("MAX_OPTIONS"));
    this.#dealing = core.ints(4);
    this.#handSize = edition.deal[players - 2];
    this.#shows = edition.show_triple;
    this.players = players;
  }

  /** @param {string} name */
  #constant(name) {
    return this.#core.constant(name);
  }

  /** @param {string} name @param {number} [offset] */
  #get(name, offset = 0) {
    return /** @type {bigint} */ (this.#core.view(this.#state)[this.#constant(name) + offset]);
  }

  /** @param {string} name @param {number} value @param {number} [offset] */
  #set(name, value, offset = 0) {
    this.#core.view(this.#state)[this.#constant(name) + offset] = BigInt(value);
  }

  /** Deal a round of the game with this seed. @param {bigint} seed @param {number} number */
  deal(seed, number) {
    this.#core.call("seed_rng", this.#dealing, seed, number);
    this.#core.call("deal", this.#state, this.#dealing, this.#handSize);
    this.#shown = -1;
  }

  /** Deal these tiles, by their numbers. @param {number[][]} hands @param {number[]} well */
  dealTiles(hands, well) {
    const order = [...hands.flat(), ...well];
    order.forEach((tile, index) => {
      this.#set("ORDER", tile, index);
    });
    this.#core.call("deal_in_order", this.#state, this.#handSize, well.length);
    this.#shown = -1;
  }

  /** Whether the first tile is still to be placed. */
  get starting() {
    return this.#get("PLACED") === 0n;
  }

  get isOver() {
    return this.#get("OVER") !== 0n;
  }

  get seat() {
    return Number(this.#get("SEAT"));
  }

  /** The seat that won the round, or -1. */
  get winner() {
    return Number(this.#get("WINNER"));
  }

  /** How many tiles are left to draw. */
  get well() {
    return this.#constant("WELL_END") - Number(this.#get("NEXT_DRAW"));
  }

  /** The tiles of the well in the order in which they are drawn, by their numbers. */
  get wellTiles() {
    return Array.from({ length: this.well }, (_, index) => Number(this.#get("WELL_END", index - this.well)));
  }

  /** How many tiles the player on turn has drawn in this turn. */
  get draws() {
    return Number(this.#get("DRAWS"));
  }

  /** How many passes in a row count towards a blocked round. */
  get passes() {
    return Number(this.#get("PASSES"));
  }

  /** Whether the round ended because a player went out. */
  get isOut() {
    return Number(this.#get("OVER")) === this.#constant("OUT");
  }

  /** The points of the winner for the end of the round. */
  get prize() {
    return Number(this.#get("PRIZE"));
  }

  get scores() {
    return Array.from({ length: this.players }, (_, seat) => Number(this.#get("SCORES", seat)));
  }

  set scores(scores) {
    scores.forEach((score, seat) => {
      this.#set("SCORES", score, seat);
    });
  }

  /** The tiles of a hand, by their numbers. @param {number} seat */
  hand(seat) {
    const mask = this.#get("HANDS", seat);
    return this.#core.metadata.tiles.flatMap((_, tile) => ((mask >> BigInt(tile)) & 1n ? [tile] : []));
  }

  /** The events so far, each packed into one number. */
  get log() {
    return this.#core.view(this.#state).slice(this.#constant("LOG"), Number(this.#get("LOG_END")));
  }

  /** The tile of the last event, by its number. */
  get lastTile() {
    return Number((this.log.at(-1) ?? 0n) >> 6n) & 63;
  }

  /** Mark the last events as choices of the clock. @param {number} count */
  markByClock(count) {
    const memory = this.#core.view(this.#state);
    const end = Number(this.#get("LOG_END"));
    for (let index = end - count; index < end; index++) memory[index] |= BigInt(this.#constant("LOG_BY_CLOCK"));
  }

  /** The legal choices of the player on turn, in no particular order. @returns {Option[]} */
  options() {
    const list = this.starting ? "list_starts" : "list_options";
    const count = Number(this.#core.call(list, this.#state, this.#rules, this.#options));
    return Array.from(this.#core.view(this.#options).slice(0, count), (choice) =>
      describeOption(this.#core, this.#state, this.#rules, choice),
    );
  }

  /** Apply one of the `options`. @param {Option} option */
  apply(option) {
    if (!this.starting) {
      this.#core.call("apply_choice", this.#state, this.#rules, option.choice);
      return;
    }
    const [usual] = this.options();
    const isZero = option.tile !== usual.tile; // 0-0-0 was chosen instead
    if (isZero && this.#shows) this.#shown = Number(usual.choice & 63n);
    this.#core.call("start_with", this.#state, this.#rules, isZero);
  }

  /** The tile that a start with 0-0-0 showed, by its number, or -1. */
  get shown() {
    return this.#shown;
  }

  /** Copy the state of another round, which may be in the memory of another module. @param {LocalRound} other */
  copyFrom(other) {
    this.#core.view(this.#state).set(other.#core.view(other.#state));
    this.#shown = other.#shown;
  }

  /**
   * Fill a bot's workspace with what the seat on turn sees; returns the rules and the log that it needs too.
   * @param {Tuple} workspace
   */
  show(workspace) {
    this.#core.call("observe_log", this.#state, this.#rules, this.#handSize, this.#shown, workspace);
    const first = this.#constant("LOG");
    const log = { address: this.#state.address + 8 * first, length: Number(this.#get("LOG_END")) - first, ints: true };
    return { rules: this.#rules, log };
  }

  /** The seat that has won the game after this round, or -1. */
  gameWinner() {
    const { players, winner } = this;
    return Number(this.#core.call("game_winner", this.#rules, this.#state, this.#constant("SCORES"), players, winner));
  }
}
