/** The position of a puzzle: its moves with their values, and the state of a table at which the player is to move. */

import { parseBonus } from "../shared/bonus.js";
import { parsePlacement, SEATS } from "../shared/notation.js";
import { offerMoves, receiveHeader, receiveLines, receiveNow, receiveTable } from "../table/state.js";

/** @typedef {import("../shared/bonus.js").Bonus} Bonus */
/** @typedef {import("../shared/mistakes.js").PuzzleReason} PuzzleReason */
/** @typedef {import("../shared/mistakes.js").StoredMove} StoredMove */
/** @typedef {import("../shared/mistakes.js").StoredPosition} StoredPosition */
/** @typedef {import("../shared/protocol.js").Option} Option */
/** @typedef {import("../shared/protocol.js").Table} Table */
/** @typedef {import("../table/state.js").TableState} TableState */

/**
 * @typedef {object} PuzzleMove
 * @property {string} move  as records write it
 * @property {number} points
 * @property {Bonus | null} bonus
 * @property {number} chance  of winning the game
 * @property {number} gain    expected by the end of the round, in points ahead of the others
 * @property {number | null} roundChance  of winning the round, if it is known
 * @property {PuzzleReason[]} reasons
 * @property {string[]} kept  the cells that the move keeps for the player
 * @property {string[]} left  the cells that it leaves to others
 */

/** The best move is the first. @typedef {Omit<StoredPosition, "moves"> & {moves: PuzzleMove[]}} Position */

let games = 0; // to the state, each position is a separate game

/** @param {StoredMove} stored @returns {PuzzleMove} */
function readMove([move, points, bonus, chance, gain, roundChance, reasons, kept, left]) {
  return { move, points, bonus: parseBonus(bonus), chance, gain, roundChance, reasons, kept, left };
}

/** @param {StoredPosition} stored @returns {Position} */
export function readPosition(stored) {
  return { ...stored, moves: stored.moves.map(readMove) };
}

/** @param {PuzzleMove} move @returns {Option} */
function toOption({ move, points, bonus }) {
  const placement = parsePlacement(move);
  return placement ? { move, points, tile: placement.tile, cell: placement.cell, bonus } : { move, points };
}

/** @param {TableState} state @param {Position} position @param {string[]} names */
export function setPosition(state, { edition, round, seat, scores, lines, moves }, names) {
  games += 1;
  receiveTable(state, puzzleTable(edition, seat, names));
  const header = names.map((name, index) => `player ${SEATS[index]} ${name}`);
  receiveHeader(state, { type: "header", game: games, lines: header, rules: null, past: [] });
  receiveLines(
    state,
    1,
    [`round ${round}`, ...lines].map((line) => [line]),
  );
  const { game } = state;
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
    options: moves.map(toOption).sort((a, b) => b.points - a.points),
    deadline: null,
    over: null,
    received: performance.now(),
  });
  offerMoves(state);
}

/**
 * A table at which the player has one of the seats.
 * @param {string} edition @param {number} seat @param {string[]} names @returns {Table}
 */
function puzzleTable(edition, seat, names) {
  return {
    type: "table",
    code: "",
    edition,
    host: null,
    hosting: false,
    you: [seat],
    listed: false,
    pass_and_play: false,
    started: true,
    game: games,
    next: null,
    on_resign: "bot",
    hints: false,
    agreement: null,
    seats: names.map((name, index) => ({
      seat: index,
      kind: "human",
      name,
      level: null,
      person: true,
      resigned: false,
      here: true,
      ready: false,
      hints: 0,
    })),
  };
}
