/** The figures of a review, error rates and the account, as the JSON of docs/review.md, like analysis/as_data.py. */

import { SEATS } from "../shared/notation.js";
import { ADDED_CHOICES, ERROR_RATES, GRADES, MAX_MOVES, MIN_CHOICES, STEEPNESS } from "./review_constants.js";
import { isExact, leadsOf } from "./reviewer.js";

/** @import { Fortune } from "../core/valuer.js" */
/** @import { Choice, Grade, Luck, MoveValue, PlayerReview, Review, Share } from "./review_request.js" */
/** @import { ReviewedChoice, ReviewedLuck, ReviewedMove, Reviewer } from "./reviewer.js" */

/** A figure with so many digits, as the server rounds it. @param {number} figure @param {number} [digits] */
function rounded(figure, digits = 4) {
  const scale = 10 ** digits;
  return Math.floor(figure * scale + 0.5) / scale;
}

/** The letter of a seat. @param {number | null} seat */
const seatLetter = (seat) => (seat === null ? null : SEATS[seat]);

/** @param {number[]} figures */
const sum = (figures) => figures.reduce((total, figure) => total + figure, 0);

/** @param {number[]} figures  of which there may be none */
const mean = (figures) => (figures.length ? rounded(sum(figures) / figures.length) : null);

/** The review as data. @param {Reviewer} reviewer  that has reviewed all moves @returns {Review} */
export function reviewData(reviewer) {
  const { names, moves, winner } = reviewer;
  return {
    names,
    winner: seatLetter(winner),
    players: names.map((_, seat) => playerData(reviewer, seat)),
    choices: reviewer.choices.map(choiceData),
    luck: reviewer.luck.map(luckData),
    values: reviewer.values.map(({ location, value }) => ({ ...location, ...fortuneData(value) })),
    moves,
    reviewed_moves: moves,
    unreviewed_choices: 0,
    unreviewed_luck: 0,
  };
}

/** @param {Reviewer} reviewer @param {number} seat @returns {PlayerReview} */
function playerData(reviewer, seat) {
  const choices = reviewer.choices.filter((choice) => choice.seat === seat);
  const losses = choices.map(({ loss }) => loss);
  const counted = (/** @type {Grade} */ grade) => choices.filter((choice) => choice.grade === grade).length;
  return {
    seat: SEATS[seat],
    name: reviewer.names[seat],
    score: reviewer.scores[seat],
    choices: losses.length,
    error_rate: mean(losses),
    plays_like: losses.length < MIN_CHOICES ? null : nearestLevel(losses),
    accuracy: mean(losses.map((loss) => Math.exp(-STEEPNESS * loss))),
    grades: /** @type {Record<Grade, number>} */ (Object.fromEntries(GRADES.map(([name]) => [name, counted(name)]))),
    account: reviewer.winner === null ? null : account(reviewer, seat),
  };
}

/** The level of the bots with the nearest error rate, judged with caution. @param {number[]} losses */
function nearestLevel(losses) {
  const rate = (sum(losses) + ERROR_RATES.medium * ADDED_CHOICES) / (losses.length + ADDED_CHOICES);
  const distance = (/** @type {string} */ level) => Math.abs(ERROR_RATES[level] - rate);
  return Object.keys(ERROR_RATES).reduce((nearest, level) => (distance(level) < distance(nearest) ? level : nearest));
}

/** @param {Reviewer} reviewer @param {number} seat */
function account({ choices, luck, scores, winner, names }, seat) {
  const wrong = choices.filter(({ loss }) => loss);
  const chance = {
    result: Number(seat === winner),
    par: 1 / names.length,
    luck: sum(luck.map(({ change }) => change.chances[seat])),
    errors: sum(wrong.map(({ played, moves: [best] }) => played.chances[seat] - best.chances[seat])),
  };
  const points = {
    result: leadsOf(scores)[seat],
    par: 0,
    luck: sum(luck.map(({ change }) => change.leads[seat])),
    errors: sum(wrong.map(({ played, moves: [best] }) => played.gains[seat] - best.gains[seat])),
  };
  return { chance: share(chance, 4), points: share(points, 2) };
}

/**
 * A result as a sum; all figures are rounded first, so that the rounded figures add up.
 * @param {Omit<Share, "unknown">} figures @param {number} digits
 */
function share(figures, digits) {
  const [result, par, luck, errors] = [figures.result, figures.par, figures.luck, figures.errors].map((figure) =>
    rounded(figure, digits),
  );
  return { result, par, luck, errors, unknown: rounded(result - par - luck - errors, digits) };
}

/** @param {ReviewedChoice} choice @returns {Choice} */
function choiceData({ location, round, seat, played, moves, loss, grade }) {
  const shown = moves.slice(0, MAX_MOVES);
  if (!shown.includes(played)) shown.push(played);
  return {
    ...location,
    round,
    seat: SEATS[seat],
    played: played.option.move,
    best: moves[0].option.move,
    loss: rounded(loss),
    grade,
    legal_moves: moves.length,
    moves: shown.map((move) => moveData(move, seat)),
  };
}

/** @param {ReviewedMove} value @param {number} seat @returns {MoveValue} */
function moveData(value, seat) {
  return {
    move: value.option.move,
    points: value.option.points,
    chance: rounded(value.chances[seat]),
    error: rounded(value.error),
    gain: rounded(value.gains[seat], 1),
    loss: rounded(value.loss),
    loss_error: rounded(value.lossError),
    worlds: value.worlds,
    exact: isExact(value),
    reasons: value.reasons,
  };
}

/** @param {ReviewedLuck} luck @returns {Luck} */
function luckData({ location, round, seat, tile, change }) {
  const kind = seat === null ? "deal" : "draw";
  return { ...location, round, kind, seat: seatLetter(seat), tile, ...fortuneData(change) };
}

/** @param {Fortune} fortune */
function fortuneData({ chances, leads }) {
  return { chances: chances.map((chance) => rounded(chance)), leads: leads.map((lead) => rounded(lead, 2)) };
}
