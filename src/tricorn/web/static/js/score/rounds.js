/** The points of each round, and the totals. */

import { make } from "../shared/dom.js";
import { figuresTable, scrollable } from "../shared/figures.js";
import { formatPoints, formatScore, t } from "../shared/i18n.js";
import { shortNames } from "../shared/names.js";

/** @import { Child } from "../shared/dom.js" */
/** @import { Row } from "../shared/figures.js" */
/** @import { Line } from "./state.js" */

const MAX_LETTERS = 24; // of all names side by side on a phone

/** Heads that fit a phone: short forms of the names, if they are many or long. @param {string[]} names */
export function shortHeads(names) {
  if (names.length <= 3 && names.join("").length <= MAX_LETTERS) return names;
  return shortNames(names).map((short, seat) => make("abbr", { title: names[seat] }, short));
}

/** The last line of each round. @param {Line[]} lines */
function lastLines(lines) {
  return lines.filter((line, index) => line.scores.length && line.round !== lines[index + 1]?.round);
}

/** @param {Line[]} lines @param {string[]} names @param {Child[]} [heads]  of the columns */
export function roundsTable(lines, names, heads = shortHeads(names)) {
  const rounds = lastLines(lines);
  /** @type {Row[]} */
  const rows = rounds.map(({ round, scores, end }, index) => {
    const before = rounds[index - 1]?.scores;
    const label = end ? `${round}` : t("{number} (so far)", { number: round });
    return [label, ...scores.map((score, seat) => formatPoints(score - (before?.[seat] ?? 0)))];
  });
  const totals = names.map((_, seat) => make("b", {}, formatScore(rounds.at(-1)?.scores[seat] ?? 0)));
  const label = t("Points by round");
  const table = figuresTable({
    name: "totals rounds",
    caption: make("caption", {}, label),
    heads,
    rows: [...rows, [t("Total"), ...totals]],
    hasTotal: true,
  });
  return scrollable(label, table);
}
