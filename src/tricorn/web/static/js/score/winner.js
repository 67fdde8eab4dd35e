/** The winner at the end of a game, with the points of all rounds. */

import { make, makeButton } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { initial } from "../shared/ui.js";
import { roundsTable } from "./rounds.js";

/** @import { ShownSheet } from "./state.js" */

/**
 * Celebrate the winner; the device with the pencil can begin the next game.
 * @param {ShownSheet} view @param {{onNewSheet: () => void, onEnd: () => void}} handlers
 */
export function winnerPanel({ sheet, now, lines }, { onNewSheet, onEnd }) {
  const winner = now?.over?.winner ?? 0;
  const names = sheet?.names ?? [];
  const name = names[winner] ?? "";
  const again = makeButton({ id: "again", class: "primary", click: onNewSheet }, t("Next game, same players"));
  return make(
    "div",
    { class: "winner card" },
    make("span", { class: `avatar large seat-${winner}`, "aria-hidden": "true" }, initial(name)),
    make("h2", { tabindex: -1 }, t("{name} wins the game.", { name })),
    make("p", {}, now?.over?.reason ?? ""),
    make(
      "div",
      { class: "pad-actions" },
      sheet?.writing && again,
      makeButton({ class: "button", click: onEnd }, t("Chart, files, print")),
    ),
    roundsTable(lines, names),
  );
}
