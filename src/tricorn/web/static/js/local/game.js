/** A game in this browser: its record, and the views of those who hold seats. */

import { LocalRound } from "../core/round.js";
import { allowsPlayers, parseEdition } from "../shared/editions.js";
import { HIDDEN_TILE, handSum, pointsNotation } from "../shared/notation.js";
import { winReason } from "../shared/win_reason.js";

/** @typedef {import("../core/module.js").Core} Core */
/** @typedef {import("../core/core_round.js").CoreOption} CoreOption */
/** @typedef {import("../shared/protocol.js").Now} Now */
/** @typedef {import("../shared/protocol.js").Header} Header */

/**
 * @typedef {object} GameSetup
 * @property {number} number   at its table
 * @property {string} edition  with its house rules, as a record writes it
 * @property {string[]} names
 * @property {(string | null)[]} levels  of the bots, by seat
 * @property {string} seed     a whole number
 * @property {string} date
 * @property {Deal[]} [deals]  of the first rounds; the others are dealt from the seed
 */

/**
 * A line of the record in full and as others may see it, the seat that may see it in full, and the hands shown with it.
 * @typedef {{full: string, public: string, seat: number | null, left: {seat: number, line: string}[]}} Line
 */

/** The tiles of a round as they were dealt. @typedef {{hands: string[][], well: string[]}} Deal */

export class LocalGame {
  #core;
  #letters;
  #round;
  /** @type {Line[]} */
  #lines = [];
  /** The tiles that the player on turn has drawn. @type {string[]} */
  #drawn = [];

  /** @param {Core} core @param {GameSetup} setup */
  constructor(core, setup) {
    const edition = parseEdition(Object.values(core.metadata.editions), setup.edition);
    if (!edition || !allowsPlayers(edition, setup.names.length)) throw new Error("This game cannot be played.");
    this.#core = core;
    this.#letters = core.metadata.seats;
    this.setup = setup;
    this.edition = edition;
    this.rounds = 0;
    this.#round = new LocalRound(core, edition, setup.names.length);
  }

  /** The number of the last line. */
  get n() {
    return this.#lines.length;
  }

  /** The round, for bots. */
  get round() {
    return this.#round;
  }

  get isRoundOver() {
    return this.#round.over !== null;
  }

  get isOver() {
    return this.#lines.at(-1)?.full.startsWith("winner ") ?? false;
  }

  /** Whose turn it is. @returns {number | null} */
  get turn() {
    return this.#round.over ? null : this.#round.seat;
  }

  /** The last line before this turn. */
  get turnBeganAfter() {
    return this.n - this.#drawn.length;
  }

  /** The legal moves, best first; the clock plays the first one. @returns {CoreOption[]} */
  options() {
    const options = this.#round.over ? [] : this.#round.options();
    const placements = options.filter((option) => option.tile);
    placements.sort((a, b) => b.points - a.points || (a.move < b.move ? -1 : 1));
    const others = ["pass", "draw"].flatMap((move) => options.filter((option) => option.move === move));
    return [...placements, ...others];
  }

  // -- changes --------------------------------------------------------------------------------------

  /** Deal the next round. */
  deal() {
    this.rounds += 1;
    this.#dealTiles();
    this.#drawn = [];
    this.#add(`round ${this.rounds}`);
    this.setup.names.forEach((_, seat) => {
      const hand = this.hand(seat);
      this.#add(
        `deal ${this.#letters[seat]} ${hand.join(" ")}`,
        `deal ${this.#letters[seat]} ${hand.map(() => HIDDEN_TILE).join(" ")}`,
        seat,
      );
    });
    const well = this.#round.wellTiles.map((tile) => this.#tile(tile));
    this.#add(`well ${well.join(" ")}`.trim(), `well ${well.map(() => HIDDEN_TILE).join(" ")}`.trim());
  }

  /** Deal the tiles of the setup or, without them, from the seed. */
  #dealTiles() {
    const deal = this.setup.deals?.[this.rounds - 1];
    if (!deal) return this.#round.deal(BigInt(this.setup.seed), this.rounds);
    const hands = deal.hands.map((hand) => this.#indexes(hand));
    this.#round.dealTiles(hands, this.#indexes(deal.well));
  }

  /** Play one of the options. @param {CoreOption} option @param {boolean} [timeout]  whether the clock plays it */
  play(option, timeout = false) {
    const seat = this.#round.seat;
    const shows = this.#round.shownBy(option);
    this.#round.apply(option, timeout);
    const end = timeout ? " timeout" : "";
    const letter = this.#letters[seat];
    if (option.move === "draw") {
      const tile = this.#tile(this.#round.lastTile);
      this.#drawn.push(tile);
      const penalty = `-${-option.points}${end}`;
      this.#add(`${letter} draw ${tile} ${penalty}`, `${letter} draw ${HIDDEN_TILE} ${penalty}`, seat);
      return;
    }
    this.#drawn = [];
    if (option.move === "pass") this.#add(`${letter} pass ${this.#passCost(option)}${end}`);
    else {
      const bonus = option.bonus ? ` ${option.bonus}` : "";
      this.#add(
        `${letter} ${option.move} ${pointsNotation(option.points)}${bonus}${shows ? ` shows ${shows}` : ""}${end}`,
      );
    }
    if (this.#round.over) this.#end();
  }

  /** Play on for a player whose time is up (R14); returns the number of the first new or changed line. */
  timeOut() {
    const first = this.turnBeganAfter + 1;
    const [seat, round] = [this.turn, this.rounds];
    this.#round.markByClock(this.#drawn.length);
    for (const line of this.#lines.slice(first - 1)) {
      line.full += " timeout";
      line.public += " timeout";
    }
    while (this.turn === seat && this.rounds === round) this.play(this.options()[0], true);
    return first;
  }

  /** The points of a pass as records write them: `+0` if it is free and others are not. @param {CoreOption} option */
  #passCost({ points }) {
    return points === 0 && this.edition.pass_penalty ? "+0" : `-${-points}`;
  }

  #end() {
    const round = this.#round;
    const winner = round.winner < 0 ? "draw" : this.#letters[round.winner];
    const hands = this.setup.names
      .map((_, seat) => ({ seat, tiles: this.hand(seat) }))
      .filter(({ tiles }) => tiles.length);
    const left = hands.map(({ seat, tiles }) => ({ seat, line: `left ${this.#letters[seat]} ${tiles.join(" ")}` }));
    this.#add(`${round.over} ${winner} ${pointsNotation(round.prize)}`);
    /** @type {Line} */ (this.#lines.at(-1)).left = left;
    this.#add(`score ${round.scores.map((score, seat) => `${this.#letters[seat]} ${score}`).join(" ")}`);
    const gameWinner = round.gameWinner();
    if (gameWinner >= 0) this.#add(`winner ${this.#letters[gameWinner]}`);
  }

  /**
   * @param {string} full @param {string} [others]  as others may see it
   * @param {number | null} [seat]  that may see it in full
   */
  #add(full, others = full, seat = null) {
    this.#lines.push({ full, public: others, seat, left: [] });
  }

  // -- views ----------------------------------------------------------------------------------------

  /** @param {number} tile */
  #tile(tile) {
    return this.#core.metadata.tiles[tile].join("-");
  }

  /** The numbers of tiles. @param {string[]} tiles */
  #indexes(tiles) {
    const known = this.#core.metadata.tiles.map((numbers) => numbers.join("-"));
    return tiles.map((tile) => known.indexOf(tile));
  }

  /** The tiles of a hand, ascending. @param {number} seat */
  hand(seat) {
    return this.#round
      .hand(seat)
      .map((tile) => this.#tile(tile))
      .sort();
  }

  /** The header, with the seed or as players may see it. @param {boolean} isFull */
  header(isFull) {
    const { edition, names, date, levels, seed } = this.setup;
    const bots = levels.map((level, seat) => (level ? `${this.#letters[seat]} ${level}` : "")).filter(Boolean);
    const playerLines = names.map((name, seat) => `player ${this.#letters[seat]} ${name}`);
    const keys = [
      `date ${date}`,
      ...(bots.length ? [`bots ${bots.join(" ")}`] : []),
      ...(isFull && !this.setup.deals ? [`seed ${seed}`] : []),
    ];
    return ["tricorn 1", `edition ${edition}`, ...playerLines, ...keys];
  }

  /** Lines from a number on, as the holder of some seats may see them. @param {number} first @param {number[]} seats */
  lines(first, seats) {
    return this.#lines.slice(first - 1).map((line) => {
      const hands = line.left.filter(({ seat }) => !seats.includes(seat)).map((hand) => hand.line);
      const isFull = line.seat !== null && seats.includes(line.seat);
      return [...hands, isFull ? line.full : line.public];
    });
  }

  /** The whole record. */
  record() {
    return `${[...this.header(true), ...this.#lines.map(({ full }) => full)].join("\n")}\n`;
  }

  /** The record as the holder of some seats may see it; in full once the game is over. @param {number[]} seats */
  recordFor(seats) {
    return this.isOver ? this.record() : `${[...this.header(false), ...this.lines(1, seats).flat()].join("\n")}\n`;
  }

  /** Without the results of earlier games. @returns {Omit<Header, "past">} */
  headerFrame() {
    const { draw_penalty, pass_penalty, draw_limit, draw_optional, clock, target } = this.edition;
    const rules = { draw_penalty, pass_penalty, draw_limit, draw_optional, clock, target };
    return { type: "header", game: this.setup.number, lines: this.header(this.isOver), rules };
  }

  /**
   * The current state as the holder of some seats may see it.
   * @param {number[]} seats @param {number | null} deadline  in seconds @returns {Now}
   */
  now(seats, deadline) {
    const { turn } = this;
    const round = this.#round;
    const isMine = turn !== null && seats.includes(turn);
    return {
      game: this.setup.number,
      n: this.n,
      round: this.rounds,
      turn,
      scores: round.scores,
      held: this.setup.names.map((_, seat) => round.hand(seat).length),
      well: round.well,
      passes: round.passes,
      starting: round.starting,
      drawn: this.#drawn.length,
      hands: Object.fromEntries(seats.map((seat) => [seat, this.hand(seat)])),
      drawn_tiles: isMine ? { [turn]: [...this.#drawn] } : {},
      options: isMine ? this.options().map((option) => this.#optionFrame(option)) : [],
      deadline,
      over: round.over ? this.#overFrame() : null,
    };
  }

  /** @param {CoreOption} option @returns {import("../shared/protocol.js").Option} */
  #optionFrame(option) {
    const { move, points, tile, cell, bonus } = option;
    if (!tile || !cell) return { move, points };
    const shows = this.#round.shownBy(option);
    const frame = { move, points, tile, cell, bonus: /** @type {import("../shared/bonus.js").Bonus | null} */ (bonus) };
    return shows ? { ...frame, shows } : frame;
  }

  /** The arithmetic of a finished round, and who has won the game. @returns {import("../shared/protocol.js").Over} */
  #overFrame() {
    const round = this.#round;
    const hands = this.setup.names.map((_, seat) => this.hand(seat));
    const over = {
      round: {
        reason: round.over ?? "blocked",
        winner: round.winner < 0 ? null : round.winner,
        points: round.prize,
        left: Object.fromEntries([...hands.entries()].filter(([, tiles]) => tiles.length)),
        sums: Object.fromEntries(hands.map((tiles, seat) => [seat, handSum(tiles)])),
        bonus: round.over === "out" ? this.edition.out_bonus : 0,
        own: this.edition.blocked_own,
      },
    };
    if (!this.isOver) return over;
    const winner = round.gameWinner();
    return { ...over, game: { winner, reason: winReason(this.edition, round.scores, winner, round.winner) } };
  }
}

/**
 * The game of a record that `record` wrote; throws if its lines do not follow from its seed and moves.
 * @param {Core} core @param {Omit<GameSetup, "date">} setup @param {string} text
 */
export function gameFromRecord(core, setup, text) {
  const lines = text.trimEnd().split("\n");
  const value = (/** @type {string} */ key) => lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1);
  const game = new LocalGame(core, { ...setup, seed: value("seed") ?? setup.seed, date: value("date") ?? "" });
  for (const line of lines) {
    const [first, move, ...rest] = line.split(" ");
    if (first === "round") game.deal();
    if (first.length > 1) continue;
    const option = game.options().find((candidate) => candidate.move === move);
    if (!option) throw new Error(`This move is not possible: ${line}`);
    game.play(option, rest.at(-1) === "timeout");
  }
  if (game.record() !== text) throw new Error("The record does not follow from its moves.");
  return game;
}
