/**
 * The state of a game after its events: the table, the hands, the points. This is bookkeeping without rules. Each
 * event is applied once, so nothing is computed again while a game goes on.
 */

import { headStart, splitLine } from "./editions.js";
import { handPoints } from "./notation.js";

/** @import { Blocked, Event, Left, Out, Placed, Play } from "./record.js" */
/** @typedef {Out | Blocked} EndEvent */

/**
 * One player's turn: draws, then a placement or a pass.
 * @typedef {{seat: number, plays: Play[], points: number, ended: boolean}} Turn
 */

/**
 * One round, with its turns and points.
 * @typedef {object} RoundState
 * @property {number} number
 * @property {number | null} starter  the seat that the lot fell on, in an edition that draws lots
 * @property {Turn[]} turns
 * @property {EndEvent | null} ending
 * @property {Record<number, {tiles: string[] | null, total: number}>} left  hands at the end, as far as they are known
 * @property {number[]} before   scores before the round
 * @property {number[]} points   scored in it so far
 */

/** The scores after a play or the end of a round. @typedef {{scores: number[], round: number}} ScoreStep */

/**
 * @typedef {object} GameState
 * @property {Event[]} events
 * @property {number | null} roundLimit  the number of rounds of the game, if the house rules set it
 * @property {import("./notation.js").Scoring} scoring
 * @property {RoundState[]} rounds
 * @property {Placed[]} placed           this round's tiles, in order
 * @property {(string | null)[][]} hands this round's hands; null is an unknown tile
 * @property {number | null} well        tiles left to draw, if that is known
 * @property {(string | null)[]} drawn   in the current turn
 * @property {number[]} scores           running, this round's points included
 * @property {ScoreStep[]} steps         for the chart
 * @property {number | null} winner
 */

/**
 * @param {number} players @param {string} edition  the edition line; no rulebook limits the rounds or counts tiles
 * @returns {GameState}
 */
export function newGameState(players, edition) {
  const scores = headStart(edition, players);
  const { rounds, scoring } = splitLine(edition).rules;
  return {
    events: [],
    roundLimit: Number(rounds) || null,
    scoring: scoring === "tiles" ? scoring : "numbers",
    rounds: [],
    placed: [],
    hands: scores.map(() => []),
    well: null,
    drawn: [],
    scores,
    steps: [{ scores: [...scores], round: 1 }],
    winner: null,
  };
}

/** Whether an event is a play or the end of a round; the others only report something. @param {Event} event */
export function isStep(event) {
  return ["place", "draw", "pass", "out", "blocked"].includes(event.kind);
}

/** @param {GameState} game @param {Event} event */
function applyEvent(game, event) {
  game.events.push(event);
  if (event.kind === "round") return startRound(game, event.number);
  const round = game.rounds.at(-1);
  if (!round) return;
  applyToRound(game, round, event);
  if (isStep(event)) game.steps.push({ scores: [...game.scores], round: round.number });
}

/** @param {GameState} game @param {Event[]} events */
export function applyEvents(game, events) {
  for (const event of events) applyEvent(game, event);
  return game;
}

/** @param {GameState} game @param {RoundState} round @param {Event} event */
function applyToRound(game, round, event) {
  switch (event.kind) {
    case "place":
    case "draw":
    case "pass":
      return addPlay(game, round, event);
    case "deal":
      game.hands[event.seat] = [...event.tiles];
      return;
    case "well":
      game.well = event.tiles.length;
      return;
    case "starts":
      round.starter = event.seat;
      return;
    case "left":
      return setLeft(game, round, event);
    case "out":
    case "blocked":
      return endRound(game, round, event);
    case "score":
      game.scores = [...event.scores];
      return;
    case "winner":
      game.winner = event.seat;
  }
}

/** @param {GameState} game @param {number} number */
function startRound(game, number) {
  const before = [...game.scores];
  game.rounds.push({ number, starter: null, turns: [], ending: null, left: {}, before, points: before.map(() => 0) });
  game.placed = [];
  game.hands = before.map(() => []);
  game.drawn = [];
  game.well = null;
}

/** The turn that a play belongs to, perhaps a new one. @param {RoundState} round @param {Play} play */
function currentTurn(round, play) {
  const last = round.turns.at(-1);
  if (last && !last.ended && last.seat === play.seat) return last;
  const turn = { seat: play.seat, plays: [], points: 0, ended: false };
  round.turns.push(turn);
  return turn;
}

/** @param {GameState} game @param {RoundState} round @param {Play} play */
function addPlay(game, round, play) {
  const turn = currentTurn(round, play);
  turn.plays.push(play);
  turn.points += play.points;
  turn.ended = play.kind !== "draw";
  round.points[play.seat] += play.points;
  game.scores[play.seat] += play.points;
  if (play.kind === "draw") {
    game.hands[play.seat].push(play.tile);
    game.drawn = [...game.drawn, play.tile];
    if (game.well) game.well -= 1;
    return;
  }
  game.drawn = [];
  if (play.kind === "place") {
    game.placed = [...game.placed, play];
    removeTile(game.hands[play.seat], play.tile);
  }
}

/** @param {(string | null)[]} hand @param {string} tile */
function removeTile(hand, tile) {
  const known = hand.indexOf(tile);
  const index = known >= 0 ? known : hand.indexOf(null);
  if (index >= 0) hand.splice(index, 1);
}

/** @param {GameState} game @param {RoundState} round @param {EndEvent} ending */
function endRound(game, round, ending) {
  round.ending = ending;
  game.hands.forEach((hand, seat) => {
    if (round.left[seat] || hand.includes(null)) return;
    const tiles = hand.filter((tile) => tile !== null);
    round.left[seat] = { tiles, total: handPoints(tiles, game.scoring) };
  });
  if (ending.seat === null) return;
  round.points[ending.seat] += ending.points;
  game.scores[ending.seat] += ending.points;
}

/** @param {GameState} game @param {RoundState} round @param {Left} left */
function setLeft(game, round, { seat, tiles, total }) {
  round.left[seat] = { tiles, total: total ?? handPoints(tiles ?? [], game.scoring) };
}

/** The placement that scored most; null without any. @param {Event[]} events */
export function bestPlacement(events) {
  const placed = events.filter((event) => event.kind === "place");
  return placed.length ? placed.reduce((one, other) => (other.points > one.points ? other : one)) : null;
}

/**
 * The winner's bridge or hexagon that scored most; without a winner, anybody's.
 * @param {Event[]} events @param {number | null} winner
 */
export function bestBonus(events, winner) {
  const placed = events.filter((event) => event.kind === "place");
  return bestPlacement(placed.filter(({ seat, bonus }) => bonus && (winner === null || seat === winner)));
}
