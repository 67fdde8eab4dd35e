/** The page with the statistics of this device. */

import { looseTile } from "../board/tile.js";
import { parseBonus } from "../shared/bonus.js";
import { bonusLabel } from "../shared/bonus_labels.js";
import { levelName } from "../shared/bots.js";
import { byId, make, refill } from "../shared/dom.js";
import { tableRows } from "../shared/figures.js";
import { formatDecimal, formatList, formatPercent, lang, t, tn } from "../shared/i18n.js";
import { readStatistics } from "../shared/my_statistics.js";
import { saveText } from "../shared/record_files.js";
import { bestText, gamesByGroup, winsText } from "../sharing/evenings.js";

/** @import { Child } from "../shared/dom.js" */
/** @import { GameStatistics } from "../shared/my_statistics.js" */

/** @param {GameStatistics[]} games @param {(game: GameStatistics) => number} figure */
const total = (games, figure) => games.reduce((sum, game) => sum + figure(game), 0);

/** The longest and the current winning streak. @param {GameStatistics[]} games */
function streaks(games) {
  let current = 0;
  let longest = 0;
  for (const { won } of games) {
    current = won ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return { current, longest };
}

/** @param {GameStatistics["best"]} best @returns {Child[]} */
function bestPlacement(best) {
  if (!best) return ["–"];
  const bonus = parseBonus(best.bonus ?? "");
  const tile = make("span", { class: "mini", role: "img", "aria-label": best.tile }, looseTile(best.tile));
  return [tile, String(best.points), bonus && make("small", {}, bonusLabel(bonus))];
}

/** @param {GameStatistics[]} games @returns {[string, ...Child[]][]} */
function figures(games) {
  const wins = games.filter((game) => game.won).length;
  const { current, longest } = streaks(games);
  const best = games
    .flatMap((game) => game.best ?? [])
    .reduce(
      (/** @type {GameStatistics["best"]} */ one, other) => (one && one.points >= other.points ? one : other),
      null,
    );
  return [
    [t("Games"), String(games.length)],
    [t("Won"), String(wins), make("small", {}, formatPercent(wins / games.length))],
    [t("Won in a row"), String(current), make("small", {}, t("{n} at most", { n: longest }))],
    [t("Points per round"), formatDecimal(total(games, (game) => game.points) / total(games, (game) => game.rounds))],
    [t("Bridges"), String(total(games, (game) => game.bridges))],
    [t("Hexagons"), String(total(games, (game) => game.hexagons))],
    [t("Best placement"), ...bestPlacement(best)],
  ];
}

/** The games against each kind of opponent. @param {GameStatistics[]} games @returns {[string, ...string[]][]} */
function byOpponent(games) {
  /** @type {Map<string, GameStatistics[]>} */
  const groups = new Map();
  for (const game of games) {
    const name = game.people ? t("with people") : game.levels.map((level) => levelName(level)).join(", ");
    groups.set(name, [...(groups.get(name) ?? []), game]);
  }
  return [...groups].map(([name, group]) => {
    const wins = group.filter((game) => game.won).length;
    return [name, String(group.length), String(wins), formatPercent(wins / group.length)];
  });
}

/** The games with the same people, at tables, on one device and with real tiles. */
function showGroups() {
  const groups = gamesByGroup();
  byId("together").hidden = !groups.length;
  const items = groups.map((games) =>
    make(
      "li",
      { class: "card" },
      make("b", {}, formatList(games[games.length - 1].names)),
      make("span", {}, winsText(games)),
      make("span", { class: "faint" }, bestText(games)),
    ),
  );
  refill(byId("groups"), ...items);
}

function show() {
  const games = readStatistics();
  showGroups();
  byId("none").hidden = games.length > 0;
  byId("some").hidden = games.length === 0;
  if (!games.length) return;
  refill(
    byId("figures"),
    ...figures(games).map(([label, ...value]) => make("div", {}, make("dt", {}, label), make("dd", {}, ...value))),
  );
  refill(byId("opponents"), ...tableRows(byOpponent(games)));
  byId("since").textContent = tn(
    "{n} game on this device since {date}",
    "{n} games on this device since {date}",
    games.length,
    {
      date: new Intl.DateTimeFormat(lang, { dateStyle: "medium" }).format(games[0].at),
    },
  );
}

byId("export").addEventListener("click", () => {
  saveText(JSON.stringify({ games: readStatistics() }, null, 2), "tricorn-statistics.json", "application/json");
});
show();
