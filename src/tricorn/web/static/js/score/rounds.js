/** The points of each round, and the totals. */

import { make } from "../shared/dom.js";
import { formatPoints, formatScore, t } from "../shared/i18n.js";

/** @typedef {import("./state.js").Line} Line */

/** The last line of each round. @param {Line[]} lines */
function lastLines(lines) {
  return lines.filter((line, index) => line.scores.length && line.round !== lines[index + 1]?.round);
}

/** @param {Line[]} lines @param {string[]} names */
export function roundsTable(lines, names) {
  const rounds = lastLines(lines);
  const heads = ["", ...names].map((text) => make("th", { scope: "col" }, text));
  const rows = rounds.map(({ round, scores, end }, index) => {
    const label = end ? `${round}` : t("{number} (so far)", { number: round });
    const cells = scores.map((score, seat) =>
      make("td", {}, formatPoints(score - (rounds[index - 1]?.scores[seat] ?? 0))),
    );
    return make("tr", {}, make("th", { scope: "row" }, label), ...cells);
  });
  const totals = names.map((_, seat) => make("td", {}, make("b", {}, formatScore(rounds.at(-1)?.scores[seat] ?? 0))));
  const total = make("tr", { class: "total" }, make("th", { scope: "row" }, t("Total")), ...totals);
  const caption = make("caption", {}, t("Points by round"));
  const table = make(
    "table",
    { class: "totals rounds" },
    caption,
    make("thead", {}, make("tr", {}, ...heads)),
    make("tbody", {}, ...rows, total),
  );
  const label = t("Points by round");
  return make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, table);
}
