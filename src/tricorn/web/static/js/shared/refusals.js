/** Why the rules refuse an event, in words: the messages of the server's catalogue of errors (core/refusals.py). */

import { bonusLabel } from "./bonus_labels.js";
import { asSentence, phrase, translations } from "./i18n.js";
import { pointsNotation, SEATS } from "./notation.js";
import { writeLine } from "./record_writer.js";

/** @import { KnownRound } from "../core/known_round.js" */
/** @import { Metadata, RefusalWords } from "../core/module.js" */
/** A code of the module and its figures. @typedef {{code: number, figures: number[]}} Refusal */

/** @typedef {Record<string, string | number>} Values */

const TRANSLATED = translations("refusals");
const RULINGS = / \(R\d+(, R\d+)*\)/g; // their numbers are not for players

/** A message by its id. @param {Metadata} metadata @param {string} id @param {Values} [values] */
function words({ messages }, id, values = {}) {
  const [text, other] = messages[id];
  return phrase(TRANSLATED, text, other, values).replace(RULINGS, "");
}

/** A message without values, as a sentence. @param {Metadata} metadata @param {string} id */
export function messageSentence(metadata, id) {
  return asSentence(words(metadata, id));
}

/** @param {Metadata} metadata @param {number} shapes  one bit for each */
function bonusesText(metadata, shapes) {
  const named = metadata.bonuses.flatMap((bonus, shape) => (bonus && (shapes >> shape) & 1 ? [bonus] : [])).sort();
  const choices = [...named.map(bonusLabel), ...(shapes & 1 ? [words(metadata, "no-bonus")] : [])];
  return choices.reduce((one, other) => words(metadata, "either", { one, other }));
}

/**
 * The values of fields by their kinds, from the next figure or from the event.
 * @param {KnownRound} round @param {any} event @param {() => number} next @param {string[]} names
 * @returns {Record<string, () => string | number>}
 */
function fieldValues(round, event, next, names) {
  const { metadata } = round;
  const tile = (/** @type {number} */ number) => metadata.tiles[number]?.join("-");
  const quoted = (/** @type {any} */ line) => `'${writeLine(line)}'`;
  const winner = (/** @type {number} */ seat) => (seat < 0 ? null : seat);
  const sumOfTile = metadata.constants.SUM_OF_TILE;
  const what = (/** @type {number} */ figure) =>
    figure < sumOfTile ? tile(figure) : words(metadata, "tile-with-sum", { sum: figure - sumOfTile });
  return {
    seat: () => names[next()],
    tile: () => tile(next()),
    number: next,
    points: () => pointsNotation(next()),
    cost: () => `-${next()}`.replace(/^-0$/, "+0"),
    penalty: () => `-${next()}`,
    sum: () => `=${next()}`,
    what: () => what(next()),
    bonuses: () => bonusesText(metadata, next()),
    move: () => round.option(BigInt(next())).move,
    end: () => (next() === metadata.constants.OUT ? "out" : "blocked"),
    out: () => `out ${SEATS[next()]}`,
    "expected-line": () => quoted({ ...event, points: next(), bonus: metadata.bonuses[next()], shows: tile(next()) }),
    "expected-end": () => quoted({ ...event, seat: winner(next()), points: next() }),
    cell: () => event.cell,
    place: () => event.cell + event.numbers.join(""),
    "own-tile": () => event.tile,
    "own-bonus": () => (event.bonus ? bonusLabel(event.bonus) : words(metadata, "no-bonus")),
    line: () => writeLine(event),
    "quoted-line": () => quoted(event),
    timeout: () => "timeout",
  };
}

/**
 * Why a round refuses an event, as a sentence.
 * @param {KnownRound} round @param {Refusal} refusal
 * @param {import("./record.js").RoundEvent} event @param {string[]} names  of the players
 */
export function refusalSentence(round, { code, figures }, event, names) {
  const { metadata } = round;
  const rest = figures.values();
  const values = fieldValues(round, event, () => Number(rest.next().value), names);
  const text = (/** @type {RefusalWords} */ { message, fields }) => {
    const filled = Object.entries(fields).map(([name, kind]) => [name, values[kind]()]);
    return String(message ? words(metadata, message, Object.fromEntries(filled)) : filled[0][1]);
  };
  const [wanted, given] = metadata.refusals[code];
  const expected = text(wanted);
  return asSentence(given ? words(metadata, "mismatch", { expected, found: text(given) }) : expected);
}
