/**
 * Reviews a game in this browser, move by move, as analysis/review.py does: its record must have all hands and cells.
 * Nothing here needs a page, so a worker can use it.
 */

import { Analyser } from "../core/analyser.js";
import { KnownRound } from "../core/known_round.js";
import { checkRecord } from "../core/record_check.js";
import { Valuer } from "../core/valuer.js";
import { parseEdition } from "../shared/editions.js";
import { isPlay, moveNotation, readHeader, readRecord } from "../shared/record.js";
import { GRADES, ITERATIONS, PLAYOUTS } from "./review_constants.js";

/** @import { AnalysisCores, ChoiceValue } from "../core/analyser.js" */
/** @import { CoreOption } from "../core/core_round.js" */
/** @import { Core } from "../core/module.js" */
/** @import { Fortune } from "../core/valuer.js" */
/** @import { Edition } from "../shared/editions.js" */
/** @import { Event, Play, RoundEvent } from "../shared/record.js" */
/** @import { Grade } from "./review_request.js" */

/** The modules that judge, evaluate and explain. @typedef {AnalysisCores & {score: Core}} ReviewCores */

/** Less work for each move, for tests. @typedef {{iterations?: number, playouts?: number}} Effort */

/** A legal move and what it is worth to the seat on turn. @typedef {ChoiceValue & {gains: number[]}} ReviewedMove */

/** Where something is in the record. @typedef {{line: number, event: number}} Location */

/**
 * @typedef {object} ReviewedChoice
 * @property {Location} location
 * @property {number} round
 * @property {number} seat
 * @property {ReviewedMove} played
 * @property {ReviewedMove[]} moves  all that were legal, the best first
 * @property {number} loss
 * @property {Grade | null} grade
 */

/**
 * The luck of a deal, for which the seat is null, or of a draw.
 * @typedef {{location: Location, round: number, seat: number | null, tile: string | null, change: Fortune}}
 *   ReviewedLuck
 */

const SEED = 1n;

export class Reviewer {
  #text;
  #round;
  #analyser;
  #valuer;
  #iterations;
  /** @type {ReviewedChoice[]} */
  choices = [];
  /** @type {ReviewedLuck[]} */
  luck = [];
  /** The value before each move. @type {{location: Location, value: Fortune}[]} */
  values = [];
  /** @type {number | null} */
  winner = null;

  /**
   * Throws a `WrongLine` if the record breaks the rules.
   * @param {ReviewCores} cores @param {string} text  of the record @param {Effort} [effort]
   */
  constructor(cores, text, { iterations = ITERATIONS, playouts = PLAYOUTS } = {}) {
    checkRecord(cores.score, text);
    this.#text = readRecord(text);
    const { edition: name, names } = readHeader(this.#text.header);
    const edition = /** @type {Edition} */ (parseEdition(Object.values(cores.score.metadata.editions), name));
    this.names = names;
    this.moves = this.#text.events.filter(isPlay).length;
    this.#round = new KnownRound(cores.score, edition, names.length);
    this.#analyser = new Analyser(cores, edition, names.length, SEED, 1);
    this.#valuer = new Valuer(cores.review, edition, names.length, playouts, SEED);
    this.#iterations = iterations;
  }

  /** The scores so far. */
  get scores() {
    return this.#round.scores;
  }

  /** Review all moves. @param {(done: number, of: number) => void} onProgress */
  run(onProgress) {
    let done = 0;
    for (const [event, each] of this.#text.events.entries()) {
      if (isPlay(each)) {
        this.#reviewMove({ line: this.#text.lines[event], event }, each);
        onProgress(++done, this.moves);
      }
      this.#apply(each);
    }
    return this;
  }

  /** @param {Event} event */
  #apply(event) {
    if (event.kind === "round") {
      this.#round.number = event.number;
      this.#round.begin();
    } else if (event.kind === "winner") this.winner = event.seat;
    else if (isOfRound(event)) this.#round.apply(event);
  }

  /** Review a move before it is applied. @param {Location} location @param {Play} play */
  #reviewMove(location, play) {
    const round = this.#round;
    const { seat } = play;
    const place = { location, round: round.number };
    if (!round.isStarted) this.luck.push({ ...place, seat: null, tile: null, change: this.#valuer.deal(round, seat) });
    if (play.kind === "draw") {
      const change = this.#valuer.draw(round, seat, round.tileNumber(play.tile));
      this.luck.push({ ...place, seat, tile: play.tile, change });
    }
    this.values.push({ location, value: this.#valuer.position(round, seat) });
    if (play.timeout) return;
    const options = round.optionsFor(seat);
    const played = options.findIndex((option) => isPlayed(option, play, round.isStarted));
    if (options.length > 1) this.choices.push({ ...place, seat, ...this.#judgeChoice(seat, options, played) });
  }

  /** @param {number} seat @param {CoreOption[]} options @param {number} index  of the move played */
  #judgeChoice(seat, options, index) {
    const { best, values } = this.#analyser.evaluate(this.#round, seat, options, index, this.#iterations);
    const before = leadsOf(this.#round.scores);
    const moves = values.map((value) => ({ ...value, gains: value.leads.map((lead, other) => lead - before[other]) }));
    const played = moves[index];
    const loss = played.loss > 2 * played.lossError ? played.loss : 0;
    const grade = GRADES.find(([, minLoss]) => loss >= minLoss)?.[0] ?? null;
    const [first] = moves.splice(best, 1);
    return { played, moves: [first, ...moves.sort(byValue(seat))], loss, grade };
  }
}

/**
 * Whether an option is what was played; the first tile of a round may be on any cell.
 * @param {CoreOption} option @param {Play} play @param {boolean} isStarted
 */
function isPlayed({ move, tile }, play, isStarted) {
  return isStarted ? move === moveNotation(play) : play.kind === "place" && tile === play.tile;
}

/** Whether the figures of a move were computed rather than sampled. @param {ChoiceValue} value */
export function isExact({ worlds, error }) {
  return worlds === 0 && error === 0;
}

/** The order of moves, the better ones first. @param {number} seat */
function byValue(seat) {
  return (/** @type {ReviewedMove} */ a, /** @type {ReviewedMove} */ b) =>
    isUnknown(a) - isUnknown(b) || a.loss - b.loss || b.worlds - a.worlds || b.gains[seat] - a.gains[seat];
}

/** @param {ChoiceValue} value */
const isUnknown = (value) => Number(value.worlds === 0 && !isExact(value));

/** @param {Event} event @returns {event is RoundEvent} */
function isOfRound(event) {
  return ["deal", "well", "starts", "place", "draw", "pass", "left", "out", "blocked"].includes(event.kind);
}

/** Each seat's score less the mean of the others. @param {number[]} scores */
export function leadsOf(scores) {
  const total = scores.reduce((sum, score) => sum + score, 0);
  return scores.map((score) => score - (total - score) / (scores.length - 1));
}
