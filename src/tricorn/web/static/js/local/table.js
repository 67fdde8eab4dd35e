/**
 * A table in this browser. It answers the messages of the socket (docs/protocol.md) with the same frames as a server,
 * and plays the turns of the bots and of people whose time is up.
 */

import { applyEvents, newGameState } from "../shared/game_state.js";
import { utcDate } from "../shared/notation.js";
import { readRecord } from "../shared/record.js";
import { gameFromRecord, LocalGame } from "./game.js";
import { privateTable } from "./private_table.js";

/** @import { CoreOption } from "../core/core_round.js" */
/** @import { Core } from "../core/module.js" */
/** @import { Thinker } from "../core/thinker.js" */
/** @import { Ack, Header, Hint, Lines, MoveMessage, Past, ReactionMessage } from "../shared/protocol.js" */
/** @import { Refusal, Table } from "../shared/protocol.js" */
/** @import { SavedTable } from "./saved.js" */

/**
 * What the page sends, as to a server.
 * @typedef {{type: "hello", from: number, game?: number}} LocalHello
 * @typedef {MoveMessage & {id: string}} Move
 * @typedef {ReactionMessage & {id: string}} Reaction
 * @typedef {{type: "hint", id: string, seat: number, after: number}} LocalHintRequest
 * @typedef {{type: "rematch", levels?: (string | undefined)[]}} LocalRematch  with the bots' levels in the next game
 * @typedef {{type: "ready" | "end" | "record" | "take-back"}} LocalCommand
 * @typedef {LocalHello | Move | Reaction | LocalHintRequest | LocalRematch | LocalCommand} PageMessage
 */

/** @typedef {Ack | Refusal} Answer */
/** @typedef {Table | Header | Lines | Answer} Frame */

/**
 * An automatic step, due after `wait` milliseconds; `prepare` is its slow part, which can be done before.
 * @typedef {{wait: number, run: () => void, prepare?: () => void}} Step
 */

/**
 * @typedef {object} Handlers
 * @property {(frame: Frame, refused?: Move) => void} onFrame  with the move that the rules refuse
 * @property {(table: SavedTable) => void} onSave
 * @property {(id: string, hint: Hint | null) => void} onHint  null if there is none now
 * @property {(record: string) => void} onRecord  as the people here may see it
 * @property {(share: number) => void} onReducedSearch  a bot had time for only this share of its search
 */

const BOT_MS = [500, 900]; // the shortest and the longest pause before a bot moves, for people to follow
const BETWEEN_ROUNDS_MS = 5000; // if only bots play

/** A new seed from the system's entropy. */
export function newSeed() {
  return String(crypto.getRandomValues(new BigUint64Array(1))[0] >> 1n);
}

export class LocalTable {
  #core;
  #saved;
  #handlers;
  #thinker;
  #game;
  /** Gives hints, once it is loaded. @type {import("../core/analyser.js").Analyser | null} */
  analyser = null;
  /** The latest hint. @type {{position: string, hint: Hint} | null} */
  #lastHint = null;
  /** The choice of a bot for the line after `n`. @type {{n: number, game: LocalGame, option: CoreOption} | null} */
  #botChoice = null;
  /** When the time of this turn is up. @type {{turn: string, end: number} | null} */
  #clock = null;

  /**
   * Open a saved table; throws if its game does not replay.
   * @param {Core} core @param {Thinker} thinker  its bots @param {SavedTable} saved @param {Handlers} handlers
   */
  constructor(core, thinker, saved, handlers) {
    this.#core = core;
    this.#saved = structuredClone(saved);
    this.#handlers = handlers;
    this.#thinker = thinker;
    const record = saved.records.at(-1);
    this.#game =
      record === undefined ? this.#newGame() : gameFromRecord(core, this.#setup(saved.records.length), record);
    this.#game.isEnded = saved.ended?.includes(this.#game.setup.number) ?? false;
  }

  /** @param {number} number */
  #setup(number) {
    const { edition, seats, start } = this.#saved;
    const levels = seats.map((seat) => (seat.kind === "bot" ? (seat.level ?? null) : null));
    const { deals, seed = "" } = (number === 1 && start) || {};
    return { number, edition, names: seats.map((seat) => seat.name), levels, deals, seed };
  }

  #newGame() {
    const seed = newSeed();
    if (this.#saved.start) this.#saved.start.seed ??= seed;
    const setup = this.#setup(this.#saved.records.length + 1);
    const date = utcDate(new Date());
    const game = new LocalGame(this.#core, { ...setup, seed: setup.seed || seed, date });
    game.deal();
    if (setup.deals) this.#playTo(game, setup.deals.length, this.#saved.start?.moves ?? []);
    this.#saved.records.push(game.record());
    return game;
  }

  /** Play the moves that lead to a position. @param {LocalGame} game @param {number} round @param {string[]} moves */
  #playTo(game, round, moves) {
    for (const move of moves) {
      if (game.isRoundOver) game.deal();
      const option = game.options().find((candidate) => candidate.move === move);
      if (!option) throw new Error(`This move is not possible: ${move}`);
      game.play(option);
    }
    if (game.rounds < round) game.deal();
  }

  /** The seats of people, who all use this device. */
  get people() {
    return this.#saved.seats.flatMap((seat, number) => (seat.kind === "human" ? [number] : []));
  }

  get game() {
    return this.#game;
  }

  // -- messages -------------------------------------------------------------------------------------

  /** @param {PageMessage} message */
  receive(message) {
    switch (message.type) {
      case "hello":
        return this.#onHello(message);
      case "move":
        return this.#playMove(message);
      case "hint":
        return this.#giveHint(message);
      case "ready":
        return this.#nextRound();
      case "reaction": // all people here share this device
        return this.#refuse(message.id, "alone");
      case "rematch":
        return this.#rematch(message);
      case "end":
        return this.#endGame();
      case "take-back":
        return this.#takeBack();
      case "record":
        return this.#handlers.onRecord(this.#game.recordFor(this.people));
    }
  }

  /** @param {LocalHello} hello */
  #onHello({ from, game }) {
    const known = game === this.#game.setup.number && from <= this.#game.n ? from : 0;
    this.#save();
    this.#handlers.onFrame(this.#tableFrame());
    this.#handlers.onFrame({ ...this.#game.headerFrame(), past: this.#past() });
    this.#send(known + 1);
  }

  /** @param {Move} message */
  #playMove(message) {
    const { id, seat, after, move } = message;
    const game = this.#game;
    const option = game.options().find((candidate) => candidate.move === move);
    const isBot = this.#saved.seats[seat]?.kind !== "human";
    if (after !== game.n || (message.game ?? game.setup.number) !== game.setup.number) return this.#refuse(id, "stale");
    if (game.turn !== seat || isBot) return this.#refuse(id, "not-your-turn");
    if (!option) return this.#refuse(id, "illegal", message);
    game.play(option);
    this.#save();
    this.#handlers.onFrame({ type: "ack", id, n: after + 1 });
    this.#send(after + 1);
  }

  /** Give a hint to the seat on turn; a repeated request is not counted again. @param {LocalHintRequest} request */
  #giveHint({ id, seat, after }) {
    const game = this.#game;
    const isBot = this.#saved.seats[seat]?.kind !== "human";
    if (!this.analyser || !this.#allowsHints || isBot || game.turn !== seat || after !== game.n)
      return this.#handlers.onHint(id, null);
    const position = `${game.setup.number}/${game.n}`;
    if (this.#lastHint?.position !== position) {
      const { option, chance, reasons } = this.analyser.best(game.round, game.options());
      this.#lastHint = { position, hint: { move: option.move, chance, reasons } };
      this.#countHint(seat);
    }
    this.#handlers.onHint(id, this.#lastHint.hint);
  }

  /** @param {number} seat */
  #countHint(seat) {
    this.#saved.used ??= [];
    const [used, game] = [this.#saved.used, this.#game.setup.number - 1];
    used[game] = this.#saved.seats.map((_, index) => (used[game]?.[index] ?? 0) + Number(index === seat));
    this.#save();
    this.#handlers.onFrame(this.#tableFrame());
  }

  /** Whether people may have hints: one plays alone, or the table allows them. */
  get #allowsHints() {
    return this.people.length === 1 || Boolean(this.#saved.hints);
  }

  /** The page has words for the codes (socket.js). @param {string} id @param {string} code @param {Move} [move] */
  #refuse(id, code, move) {
    this.#handlers.onFrame({ type: "refused", id, reason: "", code, message: null }, move);
  }

  #nextRound() {
    const game = this.#game;
    if (!game.isRoundOver || game.isOver) return;
    const first = game.n + 1;
    game.deal();
    this.#save();
    this.#send(first);
  }

  /** Go back to the last choice of the only person. */
  #takeBack() {
    const game = this.#game;
    if (!this.#allowsTakeBack || game.isOver) return;
    const first = (game.setup.number === 1 && this.#saved.start?.moves.length) || 0;
    if (!game.takeBack(this.people[0], first)) return this.#refuse("", "no-choice");
    this.#lastHint = this.#botChoice = this.#clock = null; // they were for lines that are no longer there
    this.#saved.takenBack ??= [];
    this.#saved.takenBack[game.setup.number - 1] = this.#takenBack + 1;
    this.#save();
    this.#handlers.onFrame(this.#tableFrame());
    this.#send(game.n + 1);
  }

  /** Whether turns may be taken back: one person plays alone, and did not choose otherwise. */
  get #allowsTakeBack() {
    return this.people.length === 1 && this.#saved.takeBack !== false;
  }

  /** How many turns were taken back in this game. */
  get #takenBack() {
    return this.#saved.takenBack?.[this.#game.setup.number - 1] ?? 0;
  }

  /** @param {LocalRematch} message */
  #rematch({ levels = [] }) {
    if (!this.#game.isOver) return;
    this.#saved.seats = this.#saved.seats.map((seat, number) => ({ ...seat, level: levels[number] ?? seat.level }));
    this.#game = this.#newGame();
    this.#onHello({ type: "hello", from: 0 });
  }

  /** End the game without a winner. */
  #endGame() {
    if (this.#game.isOver) return;
    this.#saved.ended = [...(this.#saved.ended ?? []), this.#game.setup.number];
    this.#game.isEnded = true;
    this.#save();
    this.#send(this.#game.n + 1);
  }

  /** The results of the earlier games. @returns {Past[]} */
  #past() {
    const { records, seats, edition } = this.#saved;
    return records.slice(0, -1).map((record, index) => {
      const { scores, winner } = applyEvents(newGameState(seats.length, edition), readRecord(record).events);
      return { game: index + 1, scores, winner };
    });
  }

  #save() {
    this.#saved.records[this.#saved.records.length - 1] = this.#game.record();
    this.#handlers.onSave(this.#saved);
  }

  /** Send the lines from a number on, and the state. @param {number} first */
  #send(first) {
    const { people } = this;
    const now = this.#game.now(people, this.#secondsLeft());
    this.#handlers.onFrame({ type: "lines", first, lines: this.#game.lines(first, people), now });
  }

  /** @returns {Table} */
  #tableFrame() {
    const { code, edition, seats } = this.#saved;
    const { people } = this;
    return privateTable({
      code,
      edition,
      host: people[0] ?? null,
      hosting: true,
      you: people,
      pass_and_play: people.length > 1,
      game: this.#game.setup.number,
      hints: this.#allowsHints,
      take_back: this.#allowsTakeBack,
      taken_back: this.#takenBack,
      seats: seats.map((seat, number) => ({
        ...seat,
        hints: this.#saved.used?.[this.#game.setup.number - 1]?.[number] ?? 0,
      })),
    });
  }

  // -- automatic steps ------------------------------------------------------------------------------

  /** The next automatic step, if there is one. @returns {Step | null} */
  nextStep() {
    const game = this.#game;
    const { turn } = game;
    if (game.isOver) return null;
    if (turn === null) return this.people.length ? null : { wait: BETWEEN_ROUNDS_MS, run: () => this.#nextRound() };
    const seat = this.#saved.seats[turn];
    if (seat.kind === "bot") {
      const { level = "" } = seat;
      return { wait: between(BOT_MS), prepare: () => this.#think(level), run: () => this.#botTurn(level) };
    }
    const seconds = this.#secondsLeft();
    return seconds === null ? null : { wait: 1000 * seconds, run: () => this.#timeOut() };
  }

  /** The choice of the bot on turn, which is made once. @param {string} level */
  #think(level) {
    const game = this.#game;
    if (this.#botChoice?.game === game && this.#botChoice.n === game.n) return this.#botChoice.option;
    const option = this.#thinker.choose(game.round, level);
    this.#botChoice = { n: game.n, game, option };
    if (this.#thinker.share < 1) this.#handlers.onReducedSearch(this.#thinker.share);
    return option;
  }

  /** @param {string} level */
  #botTurn(level) {
    const first = this.#game.n + 1;
    this.#game.play(this.#think(level));
    this.#save();
    this.#send(first);
  }

  #timeOut() {
    const first = this.#game.timeOut();
    this.#save();
    this.#send(first);
  }

  /** The seconds that a person on turn has left; null without a clock. Draws do not extend a turn. */
  #secondsLeft() {
    const { turn, edition, turnBeganAfter, setup } = this.#game;
    if (turn === null || edition.clock === null || this.#saved.seats[turn].kind === "bot") return null;
    const key = `${setup.number}/${turnBeganAfter}`;
    if (this.#clock?.turn !== key) this.#clock = { turn: key, end: performance.now() + 1000 * edition.clock };
    return Math.max(0, (this.#clock.end - performance.now()) / 1000);
  }
}

/** @param {number[]} range */
function between([low, high]) {
  return low + (high - low) * Math.random();
}
