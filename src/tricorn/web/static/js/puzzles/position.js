/** The position of a puzzle, as the state of a table at which the reader is to move. */

import { offerMoves, receiveHeader, receiveLines, receiveNow, receiveTable } from "../table/state.js";

/** @typedef {import("../shared/mistakes.js").PuzzleMove} PuzzleMove */
/** @typedef {import("../shared/protocol.js").Option} Option */
/** @typedef {import("../table/state.js").TableState} TableState */
/**
 * @typedef {{edition: string, round: number, seat: number, scores: number[], lines: string[], moves: PuzzleMove[]}}
 *   Position
 */

let games = 0; // to the state, each position is a separate game

/** @param {PuzzleMove} move @returns {Option} */
export function optionOf([move, points, bonus]) {
  if (!/\d/.test(move)) return { move, points };
  const cell = move.slice(0, -3);
  const tile = [...move.slice(-3)].sort().join("-");
  return { move, points, tile, cell, bonus: /** @type {import("../shared/bonus.js").Bonus | null} */ (bonus) };
}

/** @param {TableState} state @param {Position} position @param {string[]} names */
export function setPosition(state, { edition, round, seat, scores, lines, moves }, names) {
  games += 1;
  const people = names.map((name, at) => ({
    seat: at,
    kind: /** @type {const} */ ("human"),
    name,
    level: null,
    person: true,
    here: true,
    ready: false,
    resigned: false,
  }));
  receiveTable(state, /** @type {any} */ ({ type: "table", edition, you: [seat], started: true, seats: people }));
  const header = names.map((name, at) => `player ${"ABCDEF"[at]} ${name}`);
  receiveHeader(state, /** @type {any} */ ({ type: "header", game: games, lines: header, rules: null, past: [] }));
  receiveLines(
    state,
    1,
    [`round ${round}`, ...lines].map((line) => [line]),
  );
  const { game } = state;
  game.scores = [...scores];
  const drawn = game.drawn.filter((tile) => tile !== null);
  receiveNow(state, {
    game: games,
    n: lines.length + 1,
    round,
    turn: seat,
    scores,
    held: game.hands.map((hand) => hand.length),
    well: game.well ?? 0,
    passes: 0,
    starting: game.placed.length === 0,
    drawn: drawn.length,
    hands: { [seat]: game.hands[seat].filter((tile) => tile !== null) },
    drawn_tiles: { [seat]: drawn },
    options: moves.map(optionOf).sort((a, b) => b.points - a.points),
    deadline: null,
    over: null,
    received: performance.now(),
  });
  offerMoves(state);
}
