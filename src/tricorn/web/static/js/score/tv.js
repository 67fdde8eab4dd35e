/** A score sheet for a television: scores and the table in large, for everybody in the room. */

import { Board } from "../board/board.js";
import { chart } from "../shared/chart.js";
import { byId, make, refill } from "../shared/dom.js";
import { figure, signed, t } from "../shared/i18n.js";
import { Wire } from "../shared/socket.js";
import { askedWords, endWords, lineWords, onBoard, scoreSteps, takeIn } from "./texts.js";

const LINES = 6;
const code = byId("main").dataset.code;
/** @type {import("./texts.js").View} */
const view = { sheet: null, lines: [], now: null };
const board = new Board(byId("board"));

new Wire(code, null, {
  frame: (frame) => takeIn(view, frame) && show(),
  state: (how) => {
    byId("offline").hidden = how === "open";
    byId("offline").textContent = how === "open" ? "" : t("No connection; trying again…");
  },
});

function show() {
  const { sheet, now, lines } = view;
  if (!sheet || !now) return;
  const next = now.asked.what === "play" ? now.asked.seats[0] : null;
  byId("round-number").textContent = now.round ? t("Round {number}", { number: now.round }) : "";
  refill(
    byId("people"),
    ...sheet.names.map((name, seat) =>
      make(
        "li",
        { class: seat === next ? "on-turn" : null },
        make("span", { class: `sign seat-${seat}`, "aria-hidden": "true" }, [...name][0]?.toUpperCase() ?? ""),
        make("span", { class: "name" }, name),
        make("b", { class: "score" }, figure(now.scores[seat] ?? 0)),
      ),
    ),
  );
  byId("say").textContent = now.over
    ? now.over.reason
    : now.asked.what === "play" && next !== null
      ? t("Next: {name}", { name: sheet.names[next] })
      : now.asked.what === "start"
        ? t("Who starts?")
        : askedWords(now.asked.what, now, sheet.names, next);
  refill(
    byId("last"),
    ...lines
      .slice(-LINES)
      .reverse()
      .map((line) =>
        make(
          "li",
          { class: line.reason && !line.overruled ? "problem" : null },
          [
            line.seat === null ? "" : `${sheet.names[line.seat]}: `,
            lineWords(line),
            ["place", "draw", "pass"].includes(line.what) ? ` ${signed(line.points)}` : "",
            line.end ? ` — ${endWords(line.end, sheet.names)}` : "",
          ].join(""),
        ),
      ),
  );
  if (lines.length > 1)
    refill(byId("chart"), chart(scoreSteps(lines, sheet.names.length), sheet.names, sheet.rules.target));
  board.show(onBoard(now.placed));
}
