/** The position of a puzzle: its moves with their values, and the state of a table at which the player is to move. */

import { privateTable } from "../local/private_table.js";
import { parseBonus } from "../shared/bonus.js";
import { parsePlacement } from "../shared/notation.js";
import { readLines } from "../shared/record.js";
import { writeHeader, writeLine } from "../shared/record_writer.js";
import { offerMoves, receiveHeader, receiveLines, receiveNow, receiveTable } from "../table/state.js";

/** @import { Bonus } from "../shared/bonus.js" */
/** @import { PuzzleReason, StoredMove, StoredPosition } from "../shared/mistakes.js" */
/** @import { Option } from "../shared/protocol.js" */
/** @import { TableState } from "../table/state.js" */

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
  const seats = names.map((name) => ({ kind: /** @type {const} */ ("human"), name }));
  const rights = { host: null, hosting: false, you: [seat], pass_and_play: false, hints: false };
  receiveTable(state, privateTable({ code: "", edition, game: games, seats, ...rights }));
  const header = writeHeader(edition, names, {});
  receiveHeader(state, { type: "header", game: games, lines: header, rules: null, past: [] });
  const all = [writeLine({ kind: "round", number: round }), ...lines];
  receiveLines(state, 1, readLines(all.map((line) => [line])));
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
