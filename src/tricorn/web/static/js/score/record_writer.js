/** Writes the record of a score sheet after its header, line by line. */

import { HIDDEN_TILE, pointsNotation, SEATS } from "../shared/notation.js";

/** @typedef {import("../shared/protocol.js").RoundEnd} RoundEnd */
/** @typedef {import("./state.js").Line} Line */

export class RecordWriter {
  /** @type {string[]} */
  lines = [];
  #isPassCostly;

  /** @param {boolean} isPassCostly  whether a pass usually costs points; otherwise one without cost is `-0` */
  constructor(isPassCostly) {
    this.#isPassCostly = isPassCostly;
  }

  /** @param {number} number */
  beginRound(number) {
    this.lines.push(`round ${number}`);
  }

  /** @param {Line} line @param {boolean} isInsisted  although the rules refuse it */
  addPlay(line, isInsisted) {
    this.#add(`${SEATS[line.seat ?? 0]} ${this.#moveNotation(line)}`, isInsisted);
  }

  /** Add what is left in a hand. @param {string} text @param {boolean} isInsisted */
  addHand(text, isInsisted) {
    this.#add(text, isInsisted);
    const first = this.lines.findLastIndex((line) => !line.startsWith("left ")) + 1;
    this.lines.push(...this.lines.splice(first).sort()); // in the order of the seats
  }

  /** @param {RoundEnd} end @param {number[]} scores @param {boolean} isInsisted */
  endRound({ what, seat, points }, scores, isInsisted) {
    const winner = seat === null ? "draw" : SEATS[seat];
    this.#add(`${what} ${winner} ${pointsNotation(points)}`, isInsisted);
    this.lines.push(`score ${scores.map((score, index) => `${SEATS[index]} ${score}`).join(" ")}`);
  }

  /** @param {number} winner */
  endGame(winner) {
    this.lines.push(`winner ${SEATS[winner]}`);
  }

  /** @param {string} text @param {boolean} isInsisted */
  #add(text, isInsisted) {
    this.lines.push(isInsisted ? `${text} anyway` : text);
  }

  /** @param {Line} line */
  #moveNotation({ what, tile, cell, numbers, bonus, shows, points }) {
    const scored = pointsNotation(points);
    if (what === "draw") return `draw ${tile ?? HIDDEN_TILE} ${points ? scored : "-0"}`;
    if (what === "pass") return `pass ${points || this.#isPassCostly ? scored : "-0"}`;
    const move = cell ? `${cell}${(numbers ?? []).join("")}` : tile;
    return [move, scored, ...(bonus ? [bonus] : []), ...(shows ? [`shows ${shows}`] : [])].join(" ");
  }
}
