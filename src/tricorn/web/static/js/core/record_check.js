/** Checks whole records that come from elsewhere, in a link or a file, with the rules in the page. */

import { parseCell } from "../board/geometry.js";
import { allowsHeadStart, allowsPlayers, parseEdition } from "../shared/editions.js";
import { ALL_TILES } from "../shared/notation.js";
import { readHeader, readLine } from "../shared/record.js";
import { writeLine } from "../shared/record_writer.js";
import { KnownRound } from "./known_round.js";

/** @import { Event, RoundEvent } from "../shared/record.js" */
/** @import { Core } from "./module.js" */

const MAX_LINES = 5_500; // as for a record that the server checks
const MAX_COORDINATE = 200; // no table is wider
const ANYWAY = " anyway";

/** A line of a record that is wrong. */
export class WrongLine extends Error {
  /** @param {number} line */
  constructor(line) {
    super(`line ${line}`);
    this.line = line;
  }
}

/** Check a record; throws a `WrongLine` for the first line that is wrong. @param {Core} core @param {string} text */
export function checkRecord(core, text) {
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => line.startsWith("round "));
  const end = first < 0 ? lines.length : first;
  const checked = gameOf(core, lines.slice(0, end));
  if (!checked || lines.length > MAX_LINES) throw new WrongLine(1);
  lines.slice(end).forEach((line, index) => {
    if (!line || line.startsWith("#")) return;
    if (!isRight(checked, line)) throw new WrongLine(end + index + 1);
  });
}

/** A game before its first round; null if its header is wrong. @param {Core} core @param {string[]} header */
function gameOf(core, header) {
  const { edition: line, names } = readHeader(header);
  const edition = parseEdition(Object.values(core.metadata.editions), line);
  if (header[0] !== "tricorn 1" || !edition || !names.every(Boolean)) return null;
  try {
    const isAllowed = allowsPlayers(edition, names.length) && allowsHeadStart(edition, names.length);
    return isAllowed ? new CheckedGame(core, edition, names.length) : null;
  } catch {
    return null; // a house rule that is not a number
  }
}

/** @param {CheckedGame} game @param {string} line */
function isRight(game, line) {
  const anyway = line.endsWith(ANYWAY);
  const event = readLine(line);
  if (!event || writeLine(event) + (anyway ? ANYWAY : "") !== line) return false;
  return hasKnownTiles(event) && hasNearCell(event) && game.apply(event, anyway);
}

/** @param {Event} event */
function hasKnownTiles(event) {
  const tiles = [
    ...("tiles" in event ? (event.tiles ?? []) : []),
    ...(event.kind === "draw" || event.kind === "place" ? [event.tile] : []),
    ...(event.kind === "place" ? [event.shows] : []),
  ];
  return tiles.every((tile) => tile === null || ALL_TILES.includes(tile) || /^=\d\d?$/.test(tile));
}

/** @param {Event} event */
function hasNearCell(event) {
  if (event.kind !== "place" || event.cell === null) return true;
  if (!/^-?\d{1,3},-?\d{1,3}[v^]$/.test(event.cell)) return false;
  const { x, y } = parseCell(event.cell);
  return Math.max(Math.abs(x), Math.abs(y)) <= MAX_COORDINATE;
}

/** A game of which every event is judged, as game.py does. */
class CheckedGame {
  #round;
  #rounds = 0;
  #isScored = true;
  /** @type {number | null} */
  #winner = null;
  #isOver = false;

  /** @param {Core} core @param {import("../shared/editions.js").Edition} edition @param {number} players */
  constructor(core, edition, players) {
    this.#round = new KnownRound(core, edition, players);
    this.#round.scores = Array.from({ length: players }, (_, seat) => edition.head_start[seat] ?? 0);
  }

  /** Apply an event if it is right; returns whether it is. @param {Event} event @param {boolean} anyway */
  apply(event, anyway) {
    if (this.#isOver || ("seat" in event && (event.seat ?? 0) >= this.#round.players)) return false;
    switch (event.kind) {
      case "round":
        return this.#begin(event.number);
      case "score":
        return this.#score(event.scores);
      case "winner":
        this.#isOver = true;
        return this.#winner === event.seat;
      case "number":
      case "receipt":
      case "secret":
        return true; // deals/verify.js checks them and shows what it finds
      default:
        return this.#judge(event, anyway);
    }
  }

  /** @param {number} number */
  #begin(number) {
    if (!this.#isScored || this.#winner !== null || number !== this.#rounds + 1) return false;
    this.#round.number = this.#rounds = number;
    this.#round.begin();
    this.#isScored = false;
    return true;
  }

  /** @param {RoundEvent} event @param {boolean} anyway */
  #judge(event, anyway) {
    if (this.#isScored || this.#round.judge(event, anyway)) return false;
    this.#round.apply(event, anyway);
    return true;
  }

  /** @param {number[]} scores */
  #score(scores) {
    if (this.#isScored || !this.#round.isSettled || scores.join() !== this.#round.scores.join()) return false;
    this.#isScored = true;
    const winner = this.#round.gameWinner();
    this.#winner = winner < 0 ? null : winner;
    return true;
  }
}
