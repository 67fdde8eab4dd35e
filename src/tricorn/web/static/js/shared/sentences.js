/** Events of the game in words, for the status line, the score sheet and screen readers. */

import { bonusLabel } from "./bonus_labels.js";
import { asSentence, formatCost, formatPoints, formatScore, phrase, t, translations } from "./i18n.js";
import { tilePoints } from "./notation.js";

/** @import { Scoring } from "./notation.js" */
/** @import { Drew, Event, Passed, Placed, Play } from "./record.js" */
/** @typedef {{name: (seat: number) => string, isYou: (seat: number) => boolean}} Named */
/**
 * `place`: where a tile was placed, if it should be said.
 * @typedef {Named & {scoring: Scoring, place?: (event: Placed) => string}} Players
 */

/**
 * Why a placement scores more than its tile counts, as on paper: `9 + 40 bridge`; "" if it does not.
 * @param {string} tile @param {number} points @param {import("./bonus.js").Bonus | null} bonus
 * @param {Scoring} scoring
 */
export function pointsReason(tile, points, bonus, scoring) {
  const sum = tilePoints(tile, scoring);
  if (points <= sum) return "";
  if (bonus) return `${sum} + ${points - sum} ${bonusLabel(bonus)}`;
  return t("{sum} + {bonus} start", { sum, bonus: points - sum });
}

/**
 * A turn in one line: what was drawn, then what ended it.
 * @param {import("./game_state.js").Turn} turn @param {Players} players
 */
export function turnText({ seat, plays }, players) {
  const draws = plays.filter((play) => play.kind === "draw");
  const last = plays.at(-1);
  if (!last) return "";
  if (!draws.length) return sentence(last, players);
  const isYou = players.isYou(seat);
  const cost = formatCost(draws.reduce((sum, play) => sum + play.points, 0));
  const values = { name: players.name(seat), n: draws.length, cost, points: formatCost(last.points) };
  if (last.kind === "draw") return isYou ? t("You drew {n} ({cost}).", values) : t("{name} drew {n} ({cost}).", values);
  if (last.kind === "pass")
    return isYou
      ? t("You drew {n} ({cost}), passed: {points}.", values)
      : t("{name} drew {n} ({cost}), passed: {points}.", values);
  const placement = { ...values, tile: last.tile, points: pointsText(last, players) };
  return isYou
    ? t("You drew {n} ({cost}), placed {tile}: {points}.", placement)
    : t("{name} drew {n} ({cost}), placed {tile}: {points}.", placement);
}

/**
 * The points of a placement, after their reason if they are more than its tile counts.
 * @param {Placed} event @param {Players} players
 */
function pointsText({ tile, points, bonus }, { scoring }) {
  const reason = pointsReason(tile, points, bonus, scoring);
  return reason ? `${reason}, ${formatPoints(points)}` : formatPoints(points);
}

/** @param {Placed} event @param {Players} players */
function placedText(event, players) {
  const name = players.name(event.seat);
  const isYou = players.isYou(event.seat);
  const place = players.place?.(event) ?? "";
  const values = { name, tile: event.tile, points: pointsText(event, players), place };
  const text = isYou ? ownPlacement(values) : otherPlacement(values);
  return event.shows ? `${text} ${shownText(event, players)}` : text;
}

/** The triple that the starter shows to everybody, or "". @param {Placed} event @param {Named} players */
export function shownText({ seat, shows }, players) {
  if (!shows) return "";
  const values = { name: players.name(seat), tile: shows };
  return players.isYou(seat)
    ? t("You show {tile} to everybody.", values)
    : t("{name} shows {tile} to everybody.", values);
}

/** @typedef {{name: string, tile: string, points: string, place: string}} PlacementValues */

/** @param {PlacementValues} values */
function ownPlacement(values) {
  return values.place ? t("You place {tile} {place}: {points}.", values) : t("You place {tile}: {points}.", values);
}

/** @param {PlacementValues} values */
function otherPlacement(values) {
  return values.place
    ? t("{name} places {tile} {place}: {points}.", values)
    : t("{name} places {tile}: {points}.", values);
}

/** @param {Drew} event @param {Players} players */
function drewText(event, players) {
  const values = { name: players.name(event.seat), tile: event.tile ?? "", points: formatCost(event.points) };
  if (players.isYou(event.seat) && event.tile) return t("You draw {tile}: {points}.", values);
  return t("{name} draws a tile: {points}.", values);
}

/** @param {Passed} event @param {Players} players */
function passedText(event, players) {
  if (!event.points) return freePassText(event.seat, players);
  const values = { name: players.name(event.seat), points: formatPoints(event.points) };
  return players.isYou(event.seat) ? t("You pass: {points}.", values) : t("{name} passes: {points}.", values);
}

/** @param {number} seat @param {Named} players */
function freePassText(seat, players) {
  return players.isYou(seat) ? t("You pass at no cost.") : t("{name} passes at no cost.", { name: players.name(seat) });
}

/** Who starts, where a lot decides (R19). @param {number} seat @param {Named} players */
export function lotText(seat, players) {
  return players.isYou(seat)
    ? t("The lot falls on you: start with any tile.")
    : t("The lot falls on {name}, who starts with any tile.", { name: players.name(seat) });
}

/**
 * The number of a round, and that of all rounds if the game has so many.
 * @param {number} number @param {number | null} limit
 */
export function roundText(number, limit) {
  return limit !== null && number <= limit
    ? t("Round {number} of {limit}", { number, limit })
    : t("Round {number}", { number });
}

/**
 * How a round ended.
 * @param {"out" | "blocked"} how @param {number | null} seat  that won it
 * @param {number} points @param {Named} players
 */
export function roundEndText(how, seat, points, players) {
  if (seat === null) return t("The round is blocked and nobody wins it.");
  const isYou = players.isYou(seat);
  const values = { name: players.name(seat), points: formatPoints(points) };
  if (how === "out") return isYou ? t("You go out: {points}.", values) : t("{name} goes out: {points}.", values);
  return isYou
    ? t("The round is blocked. You win it: {points}.", values)
    : t("The round is blocked. {name} wins it: {points}.", values);
}

/** @param {Event} event @param {Players} players */
function endText(event, players) {
  switch (event.kind) {
    case "out":
    case "blocked":
      return roundEndText(event.kind, event.seat, event.points, players);
    case "winner":
      return players.isYou(event.seat)
        ? t("You win the game.")
        : t("{name} wins the game.", { name: players.name(event.seat) });
    case "score":
      return t("Scores: {scores}.", {
        scores: event.scores.map((score, seat) => `${players.name(seat)} ${formatScore(score)}`).join(", "),
      });
    default:
      return "";
  }
}

/** What happened, or "" if there is nothing to say. @param {Event} event @param {Players} players */
export function sentence(event, players) {
  switch (event.kind) {
    case "round":
      return t("Round {number}.", { number: event.number });
    case "starts":
      return lotText(event.seat, players);
    case "place":
      return withTimeout(event, placedText(event, players));
    case "draw":
      return withTimeout(event, drewText(event, players));
    case "pass":
      return withTimeout(event, passedText(event, players));
    default:
      return endText(event, players);
  }
}

/** @param {Play} event @param {string} text */
function withTimeout(event, text) {
  return event.timeout ? [text, t("The time was up.")].join(" ") : text;
}

const WINS = translations("wins");

/**
 * Why a game is won. @param {string} reason  of the rules
 * @param {{name: string, score: number, target: number, rounds: number}} values
 */
export function winSentence(reason, values) {
  return asSentence(phrase(WINS, reason, null, values));
}
