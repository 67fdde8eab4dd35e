/** A game in this browser: its record, and the views of those who hold seats. */

import { bestFirst } from "../core/core_round.js";
import { LocalRound } from "../core/round.js";
import { parseBonus } from "../shared/bonus.js";
import { allowsPlayers, parseEdition } from "../shared/editions.js";
import { handPoints, SEATS } from "../shared/notation.js";
import { isPlay, moveNotation, playFor, readHeader, readRecord, seenBy } from "../shared/record.js";
import { writeHeader, writeLine } from "../shared/record_writer.js";

/** @import { CoreOption } from "../core/core_round.js" */
/** @import { Core } from "../core/module.js" */
/** @import { Header, Now, Option, Over } from "../shared/protocol.js" */
/** @import { Event, Left, Play } from "../shared/record.js" */

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

/** A line of the record, and the hands that players show with it. @typedef {{event: Event, left: Left[]}} Line */

/**
 * The tiles of a round as they were dealt, and the seat that started.
 * @typedef {{hands: string[][], well: string[], starter: number | null}} Deal
 */

export class LocalGame {
  #core;
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
    this.setup = setup;
    this.edition = edition;
    this.rounds = 0;
    this.isEnded = false; // people have ended it early
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
    return this.isEnded || this.#lines.at(-1)?.event.kind === "winner";
  }

  /** Whose turn it is. @returns {number | null} */
  get turn() {
    return this.#round.over || this.isEnded ? null : this.#round.seat;
  }

  /** The last line before this turn. */
  get turnBeganAfter() {
    return this.n - this.#drawn.length;
  }

  /** The legal moves, best first. @returns {CoreOption[]} */
  options() {
    return this.#round.over ? [] : bestFirst(this.#round.options());
  }

  // -- changes --------------------------------------------------------------------------------------

  /** Deal the next round. */
  deal() {
    this.rounds += 1;
    this.#dealTiles();
    this.#drawn = [];
    this.#add({ kind: "round", number: this.rounds });
    for (const seat of this.setup.names.keys()) this.#add({ kind: "deal", seat, tiles: this.hand(seat) });
    this.#add({ kind: "well", tiles: this.#round.wellTiles.map((tile) => this.#tile(tile)) });
    if (this.edition.start === "choice") this.#add({ kind: "starts", seat: this.#round.seat });
  }

  /** Deal the tiles of the setup or, without them, from the seed. */
  #dealTiles() {
    const deal = this.setup.deals?.[this.rounds - 1];
    if (!deal) return this.#round.deal(BigInt(this.setup.seed), this.rounds);
    const hands = deal.hands.map((hand) => this.#indexes(hand));
    const starter = this.edition.start === "choice" ? deal.starter : null;
    this.#round.dealTiles(this.rounds, { hands, well: this.#indexes(deal.well) }, starter);
  }

  /** Play one of the options. @param {CoreOption} option @param {boolean} [timeout]  whether the clock plays it */
  play(option, timeout = false) {
    const seat = this.#round.seat;
    const shows = this.#round.shownBy(option);
    this.#round.apply(option, timeout);
    const play = { ...playFor(seat, option.move), points: option.points, timeout };
    if (play.kind === "draw") {
      const tile = this.#tile(this.#round.lastTile);
      this.#drawn.push(tile);
      return this.#add({ ...play, points: play.points || -0, tile });
    }
    this.#drawn = [];
    const free = this.edition.pass_penalty ? 0 : -0; // a pass is written `+0` if it is free and others are not
    if (play.kind === "pass") this.#add({ ...play, points: play.points || free });
    else this.#add({ ...play, bonus: parseBonus(option.bonus), shows });
    if (this.#round.over) this.#end();
  }

  /**
   * Take back the last choice of a seat and all that followed; returns whether it had one. Moves without an
   * alternative are not choices; a turn that the clock has played counts as one, made at its beginning.
   * @param {number} seat @param {number} [first]  the first move that may be taken back
   */
  takeBack(seat, first = 0) {
    const events = this.#lines.map((line) => line.event);
    let last = -1;
    let moves = 0;
    this.replay(events, (event, index, choices) => {
      const isChoice = event.timeout ? this.#drawn.length === 0 : choices > 1;
      if (moves >= first && event.seat === seat && isChoice) last = index;
      moves += 1;
    });
    if (last < 0) return false;
    this.replay(events.slice(0, last));
    return true;
  }

  /**
   * Begin again and play the moves of a record; throws if one is not possible.
   * @param {Event[]} events @param {(play: Play, index: number, choices: number) => void} [onPlay]  before each move
   */
  replay(events, onPlay) {
    this.#lines = [];
    this.rounds = 0;
    this.#round.scores = this.#round.headStart;
    for (const [index, event] of events.entries()) {
      if (event.kind === "round") this.deal();
      if (!isPlay(event)) continue;
      const options = this.options();
      const option = options.find((candidate) => candidate.move === moveNotation(event));
      if (!option) throw new Error(`This move is not possible: ${writeLine(event)}`);
      onPlay?.(event, index, options.length);
      this.play(option, event.timeout);
    }
  }

  /** Play on for a player whose time is up (R14); returns the number of the first new or changed line. */
  timeOut() {
    const first = this.turnBeganAfter + 1;
    const [seat, round] = [this.turn, this.rounds];
    this.#round.markByClock(this.#drawn.length);
    for (const { event } of this.#lines.slice(first - 1)) if (event.kind === "draw") event.timeout = true;
    while (this.turn === seat && this.rounds === round) this.play(this.#clockChoice(), true);
    return first;
  }

  /** The placement that scores least; without any, the pass or a draw. */
  #clockChoice() {
    const options = this.options();
    return options.findLast((option) => option.tile) ?? options[0];
  }

  #end() {
    const round = this.#round;
    const seat = round.winner < 0 ? null : round.winner;
    const hands = this.setup.names.map((_, holder) => {
      return { kind: /** @type {const} */ ("left"), seat: holder, tiles: this.hand(holder), count: null, total: null };
    });
    const left = hands.filter(({ tiles }) => tiles.length);
    if (round.over === "out") this.#add({ kind: "out", seat: round.winner, points: round.prize }, left);
    else this.#add({ kind: "blocked", seat, points: round.prize }, left);
    this.#add({ kind: "score", scores: round.scores });
    const gameWinner = round.gameWinner();
    if (gameWinner >= 0) this.#add({ kind: "winner", seat: gameWinner });
  }

  /** @param {Line["event"]} event @param {Line["left"]} [left] */
  #add(event, left = []) {
    this.#lines.push({ event, left });
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
    const bots = levels.flatMap((level, seat) => (level ? `${SEATS[seat]} ${level}` : [])).join(" ");
    return writeHeader(edition, names, { date, bots, seed: isFull && !this.setup.deals ? seed : "" });
  }

  /** Lines from a number on, as the holder of some seats may see them. @param {number} first @param {number[]} seats */
  lines(first, seats) {
    return this.#lines.slice(first - 1).map(({ event, left }) => {
      const hands = left.filter(({ seat }) => !seats.includes(seat));
      return [...hands, seenBy(event, seats)].map(writeLine);
    });
  }

  /** The whole record. */
  record() {
    return `${[...this.header(true), ...this.#lines.map(({ event }) => writeLine(event))].join("\n")}\n`;
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
      over: round.over || this.isEnded ? this.#overFrame() : null,
    };
  }

  /** @param {CoreOption} option @returns {Option} */
  #optionFrame(option) {
    const { move, points, tile, cell, bonus } = option;
    if (!tile || !cell) return { move, points };
    const shows = this.#round.shownBy(option);
    const frame = { move, points, tile, cell, bonus: /** @type {import("../shared/bonus.js").Bonus | null} */ (bonus) };
    return shows ? { ...frame, shows } : frame;
  }

  /** The arithmetic of a finished round, and who has won the game. @returns {Over} */
  #overFrame() {
    const over = { round: this.#roundOver() };
    if (this.isEnded) return { ...over, game: { winner: null, reason: "" } };
    if (!this.isOver) return over;
    const winner = this.#round.gameWinner();
    return { ...over, game: { winner, reason: this.#round.winReason(winner) } };
  }

  /** @returns {Over["round"]} */
  #roundOver() {
    const round = this.#round;
    if (!round.over) return null;
    const hands = this.setup.names.map((_, seat) => this.hand(seat));
    return {
      reason: round.over,
      winner: round.winner < 0 ? null : round.winner,
      points: round.prize,
      left: Object.fromEntries([...hands.entries()].filter(([, tiles]) => tiles.length)),
      sums: Object.fromEntries(hands.map((tiles, seat) => [seat, handPoints(tiles, this.edition.scoring)])),
      bonus: round.over === "out" ? this.edition.out_bonus : 0,
      own: this.edition.blocked_own,
    };
  }
}

/**
 * The game of a record that `record` wrote; throws if its lines do not follow from its seed and moves.
 * @param {Core} core @param {Omit<GameSetup, "date">} setup @param {string} text
 */
export function gameFromRecord(core, setup, text) {
  const { header, events } = readRecord(text);
  const { seed, date } = readHeader(header);
  const game = new LocalGame(core, { ...setup, seed: seed || setup.seed, date });
  game.replay(events);
  if (game.record() !== text) throw new Error("The record does not follow from its moves.");
  return game;
}
