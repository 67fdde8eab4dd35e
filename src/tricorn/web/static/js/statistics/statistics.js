/** The page with the statistics of this device. */

import { bonusLabel, parseBonus } from "../shared/bonus.js";
import { levelName } from "../shared/bots.js";
import { byId, make, refill } from "../shared/dom.js";
import { decimal, lang, t, tn } from "../shared/i18n.js";
import { statisticsRows } from "../shared/my_statistics.js";
import { saveText } from "../shared/record_files.js";

/** @typedef {import("../shared/my_statistics.js").Row} Row */

/** @param {number} part @param {number} all */
const percent = (part, all) => new Intl.NumberFormat(lang, { style: "percent" }).format(all ? part / all : 0);
/** @param {Row[]} rows @param {(row: Row) => number} figure */
const total = (rows, figure) => rows.reduce((sum, row) => sum + figure(row), 0);

/** The longest and the current winning streak. @param {Row[]} rows */
function streaks(rows) {
  let current = 0;
  let longest = 0;
  for (const { won } of rows) {
    current = won ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return { current, longest };
}

/** @param {Row[]} rows */
function figures(rows) {
  const wins = rows.filter((row) => row.won).length;
  const { current, longest } = streaks(rows);
  const best = rows
    .flatMap((row) => row.best ?? [])
    .reduce((/** @type {Row["best"]} */ one, other) => (one && one.points >= other.points ? one : other), null);
  const bonus = parseBonus(best?.bonus ?? "");
  return [
    [t("Games"), String(rows.length)],
    [t("Won"), `${wins} (${percent(wins, rows.length)})`],
    [t("Won in a row"), t("{current} now, {longest} at most", { current, longest })],
    [t("Points a round"), decimal(total(rows, (row) => row.points) / total(rows, (row) => row.rounds))],
    [t("Best placement"), best ? `${best.tile}: ${best.points}${bonus ? ` (${bonusLabel(bonus)})` : ""}` : "–"],
    [t("Bridges"), String(total(rows, (row) => row.bridges))],
    [t("Hexagons"), String(total(rows, (row) => row.hexagons))],
  ];
}

/** The games against each kind of opponent. @param {Row[]} rows */
function byOpponent(rows) {
  /** @type {Map<string, Row[]>} */
  const groups = new Map();
  for (const row of rows) {
    const name = row.people ? t("with people") : row.levels.map((level) => levelName(level)).join(", ");
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups].map(([name, group]) => {
    const wins = group.filter((row) => row.won).length;
    const cells = [String(group.length), String(wins), percent(wins, group.length)];
    return make("tr", {}, make("th", { scope: "row" }, name), ...cells.map((cell) => make("td", {}, cell)));
  });
}

function show() {
  const rows = statisticsRows();
  byId("none").hidden = rows.length > 0;
  byId("some").hidden = rows.length === 0;
  if (!rows.length) return;
  refill(
    byId("figures"),
    ...figures(rows).map(([label, value]) => make("div", {}, make("dt", {}, label), make("dd", {}, value))),
  );
  refill(byId("opponents"), ...byOpponent(rows));
  byId("since").textContent = tn(
    "{n} game on this device since {date}",
    "{n} games on this device since {date}",
    rows.length,
    {
      date: new Intl.DateTimeFormat(lang, { dateStyle: "medium" }).format(rows[0].at),
    },
  );
}

byId("export").addEventListener("click", () => {
  saveText(JSON.stringify({ games: statisticsRows() }, null, 2), "tricorn-statistics.json", "application/json");
});
show();
