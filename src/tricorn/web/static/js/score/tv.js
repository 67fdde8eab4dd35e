/** A score sheet for a television: scores and the table in large type. */

import { Board } from "../board/board.js";
import { scoreChart } from "../shared/chart.js";
import { byId, make, refill } from "../shared/dom.js";
import { formatPoints, formatScore, t } from "../shared/i18n.js";
import { roundText } from "../shared/sentences.js";
import { LiveSocket } from "../shared/socket.js";
import { initial } from "../shared/ui.js";
import { roundsTable } from "./rounds.js";
import { goal, newSheet, nextSeat, placedTiles, receiveSheet, scoreSteps } from "./state.js";
import { endText, isPlay, namedLineText, promptText } from "./texts.js";

/** @import { Sheet } from "../shared/protocol.js" */
/** @import { Line } from "./state.js" */

const MAX_LINES = 6;
const view = newSheet();
const board = new Board(byId("board", SVGSVGElement));

function show() {
  const { sheet, now, lines } = view;
  if (!sheet || !now) return;
  const { names, rules } = sheet;
  const next = nextSeat(view);
  byId("round-number").textContent = now.round ? roundText(now.round, rules.rounds) : "";
  byId("say").textContent = statusText(sheet, next);
  refill(byId("people"), ...names.map((name, seat) => playerItem(name, seat, now.scores[seat] ?? 0, seat === next)));
  const latest = lines.slice(-MAX_LINES).reverse();
  refill(byId("last"), ...latest.map((line) => lineItem(line, sheet)));
  if (lines.length > 1) refill(byId("chart"), scoreChart(scoreSteps(lines, names.length), names, goal(rules)));
  const hasBoard = now.placed.length > 0; // none where only sums are entered
  document.body.classList.toggle("no-board", !hasBoard);
  if (hasBoard) board.show(placedTiles(now.placed));
  else if (lines.length) refill(byId("rounds"), roundsTable(lines, names));
}

/** @param {Sheet} sheet @param {number | null} next */
function statusText(sheet, next) {
  const { now } = view;
  if (!now) return "";
  if (now.over) return now.over.reason;
  if (next !== null) return t("Next: {name}", { name: sheet.names[next] });
  return now.asked.what === "start" ? t("Who starts?") : promptText(now.asked.what, now, sheet, next);
}

/** @param {string} name @param {number} seat @param {number} score @param {boolean} isNext */
function playerItem(name, seat, score, isNext) {
  return make(
    "li",
    { class: isNext ? "on-turn" : null },
    make("span", { class: `avatar seat-${seat}`, "aria-hidden": "true" }, initial(name)),
    make("span", { class: "name" }, name),
    make("b", { class: "score" }, formatScore(score)),
  );
}

/** @param {Line} line @param {Sheet} sheet */
function lineItem(line, sheet) {
  const points = isPlay(line) ? ` ${formatPoints(line.points)}` : "";
  const end = line.end ? ` — ${endText(line.end, sheet.names)}` : "";
  const isProblem = line.reason && !line.overruled;
  return make("li", { class: isProblem ? "problem" : null }, `${namedLineText(line, sheet)}${points}${end}`);
}

new LiveSocket(byId("main").dataset.code ?? "", null, {
  onMessage: (message) => receiveSheet(view, message) && show(),
  onConnection: (connection) => {
    byId("offline").hidden = connection === "open";
    byId("offline").textContent = connection === "open" ? "" : t("No connection; trying again…");
  },
});
