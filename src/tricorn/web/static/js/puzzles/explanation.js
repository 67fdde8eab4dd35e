/** Why the answer of a puzzle is right: a comparison with the move that scores most. */

import { percent, reasonText } from "../coach/reasons.js";
import { byId, make } from "../shared/dom.js";
import { signed, t } from "../shared/i18n.js";

/** @typedef {import("../shared/mistakes.js").PuzzleMove} PuzzleMove */

/** The templates of reasons by the names that puzzles use. @type {Record<string, string[]>} */
const TEMPLATES = JSON.parse(byId("reasons").textContent ?? "{}");

/** A move in short. @param {PuzzleMove} move */
export function moveName([move]) {
  if (!/\d/.test(move)) return move === "draw" ? t("Draw") : t("Pass");
  return [...move.slice(-3)].sort().join("-");
}

/** @param {PuzzleMove[]} moves  the best first */
export function temptingMove(moves) {
  return moves.reduce((most, move) => (move[1] > most[1] ? move : most));
}

/**
 * @param {PuzzleMove[]} moves  the best first @param {PuzzleMove} other  with which it is compared
 * @param {string} label  of the other move @param {(seat: number) => string} nameOf
 */
export function explanation(moves, other, label, nameOf) {
  const shown = [moves[0], other];
  const row = (/** @type {string} */ label, /** @type {(move: PuzzleMove) => Node | string} */ cell) =>
    make("tr", {}, make("th", { scope: "row" }, label), ...shown.map((move) => make("td", {}, cell(move))));
  const share = (/** @type {number | null} */ wins) => (wins === null ? "–" : percent(wins));
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
        make("th", { scope: "col" }, t("Best: {move}", { move: moveName(shown[0]) })),
        make("th", { scope: "col" }, label),
      ),
    ),
    make(
      "tbody",
      {},
      row(t("points now"), (move) => signed(move[1])),
      row(t("game won"), (move) => percent(move[3])),
      row(t("round won"), (move) => share(move[5])),
      row(t("round, ahead by"), (move) => signed(Math.round(move[4]))),
      row(t("because"), (move) => reasonsOf(move, nameOf)),
    ),
  );
}

/** @param {PuzzleMove} move @param {(seat: number) => string} nameOf */
function reasonsOf([, , , , , , reasons], nameOf) {
  return make("ul", {}, ...reasons.map((reason) => make("li", {}, reasonText(templateOf(reason), nameOf))));
}

/** @param {import("../shared/mistakes.js").PuzzleReason} reason */
function templateOf(reason) {
  if (!Array.isArray(reason)) return reason;
  const [name, values] = reason;
  const [text, other = null] = TEMPLATES[name] ?? [name];
  return { text, other, values };
}
