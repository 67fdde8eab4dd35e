/** Why the answer of a puzzle is right: a comparison with another move. */

import { reasonText } from "../analysis/reasons.js";
import { make, pageData } from "../shared/dom.js";
import { formatPercent, formatPoints, t } from "../shared/i18n.js";
import { parsePlacement } from "../shared/notation.js";

/** @typedef {import("../shared/mistakes.js").PuzzleReason} PuzzleReason */
/** @typedef {import("./position.js").PuzzleMove} PuzzleMove */

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
 * @param {PuzzleMove} best @param {PuzzleMove} other  with which it is compared
 * @param {string} label  of the other move @param {(seat: number) => string} nameOf
 */
export function explanation(best, other, label, nameOf) {
  const row = (/** @type {string} */ label, /** @type {(move: PuzzleMove) => Node | string} */ cell) =>
    make("tr", {}, make("th", { scope: "row" }, label), make("td", {}, cell(best)), make("td", {}, cell(other)));
  return make(
    "table",
    {},
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        make("td", {}),
        make("th", { scope: "col" }, t("Best: {move}", { move: moveName(best) })),
        make("th", { scope: "col" }, label),
      ),
    ),
    make(
      "tbody",
      {},
      row(t("points now"), ({ points }) => formatPoints(points)),
      row(t("game won"), ({ chance }) => formatPercent(chance)),
      row(t("round won"), ({ roundChance }) => (roundChance === null ? "–" : formatPercent(roundChance))),
      row(t("round, ahead by"), ({ gain }) => formatPoints(Math.round(gain))),
      row(t("because"), ({ reasons }) => reasonList(reasons, nameOf)),
    ),
  );
}

/** @param {PuzzleReason[]} reasons @param {(seat: number) => string} nameOf */
function reasonList(reasons, nameOf) {
  return make("ul", {}, ...reasons.map((reason) => make("li", {}, reasonText(withTemplate(reason), nameOf))));
}

/** @param {PuzzleReason} reason */
function withTemplate(reason) {
  if (!Array.isArray(reason)) return reason;
  const [name, values] = reason;
  const [text, other = null] = TEMPLATES[name] ?? [name];
  return { text, other, values };
}
