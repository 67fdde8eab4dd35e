/** Why the answer of a puzzle is right: a comparison with another move. */

import { reasonText } from "../analysis/reasons.js";
import { make, pageData } from "../shared/dom.js";
import { figuresTable } from "../shared/figures.js";
import { formatPercent, formatPoints, t } from "../shared/i18n.js";
import { parsePlacement } from "../shared/notation.js";

/** @import { PuzzleReason } from "../shared/mistakes.js" */
/** @import { Reason } from "../shared/protocol.js" */
/** @import { PuzzleMove } from "./position.js" */

const JOINED = "-\u2060"; // a hyphen after which no line ends

/** The templates of reasons by the names that puzzles use. @type {Record<string, string[]>} */
const TEMPLATES = pageData("reasons");

/** A move in short: its tile, or what it is. @param {PuzzleMove} move */
export function moveName({ move }) {
  return parsePlacement(move)?.tile ?? (move === "draw" ? t("Draw") : t("Pass"));
}

/** The move that scores most. @param {PuzzleMove[]} moves  the best first */
export function temptingMove(moves) {
  return moves.reduce((tempting, move) => (move.points > tempting.points ? move : tempting));
}

/**
 * The figures of two moves side by side, and the reasons of each.
 * @param {PuzzleMove} best @param {PuzzleMove} other  with which it is compared
 * @param {string} label  of the other move @param {(seat: number) => string} nameOf
 */
export function explanation(best, other, label, nameOf) {
  /** @type {[string, (move: PuzzleMove) => Node | string][]} */
  const rows = [
    [t("points now"), ({ points }) => formatPoints(points)],
    [t("game won"), ({ chance }) => formatPercent(chance)],
    [t("round won"), ({ roundChance }) => (roundChance === null ? "–" : formatPercent(roundChance))],
    [t("round, ahead by"), ({ gain }) => formatPoints(Math.round(gain))],
  ];
  const heads = [t("Best: {move}", { move: moveName(best) }), label].map((head) => head.replaceAll("-", JOINED));
  const reasons = [best, other].flatMap(({ reasons }, index) =>
    reasons.map((reason) =>
      make("li", {}, make("b", {}, heads[index]), ` – ${reasonText(withTemplate(reason), nameOf)}`),
    ),
  );
  return [
    figuresTable({ name: null, heads, rows: rows.map(([head, cell]) => [head, cell(best), cell(other)]) }),
    make("ul", {}, ...reasons),
  ];
}

/** @param {PuzzleReason} reason @returns {Reason} */
function withTemplate(reason) {
  if (!Array.isArray(reason)) return reason;
  const [name, named] = reason;
  const [text, other = null] = TEMPLATES[name] ?? [name];
  const values = Object.entries(named).map(([field, value]) => {
    return [field, typeof value === "object" ? withTemplate(value) : value];
  });
  return { text, other, values: Object.fromEntries(values) };
}
