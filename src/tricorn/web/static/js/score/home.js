/** The scorekeeper's first page: a new sheet, the sheets of this browser, the players' averages. */

import { Setup } from "../setup/form.js";
import { editionLine } from "../setup/options.js";
import { call, wordsOf } from "../shared/api.js";
import { byId, make, refill } from "../shared/dom.js";
import { figure, lang, t } from "../shared/i18n.js";
import { joinable } from "../shared/join.js";
import { closable } from "../shared/page.js";
import { forgetSheet, keepSheet, sheets } from "./my_sheets.js";

/** @type {import("../setup/options.js").Edition[]} */
const editions = JSON.parse(byId("editions").textContent);
const choices = { levels: [], level: "", edition: byId("main").dataset.edition };

/** @param {object} body @param {string} edition @param {string[]} names */
async function begin(body, edition, names) {
  const { code, key } = await call("POST", "/api/sheets", { body });
  keepSheet({ code, key, edition, names });
  location.assign(`/score/${code}`);
}

/** @param {import("../setup/options.js").Mode} _mode @param {import("../setup/options.js").Wish} wish */
async function open(_mode, wish) {
  const edition = editionLine(wish, editions),
    names = wish.seats.map((seat) => seat.name ?? "");
  try {
    await begin({ edition, names }, edition, names);
    return null;
  } catch (error) {
    return wordsOf(error);
  }
}

const setup = new Setup(byId("setup"), editions, choices, open);
closable(byId("setup"));
byId("new-sheet").addEventListener("click", () => setup.open("score"));

joinable(byId("follow"), byId("code-wrong"));

byId("record-file").addEventListener("change", async () => {
  const file = byId("record-file").files?.[0];
  if (!file) return;
  try {
    await begin({ record: await file.text() }, "", []);
  } catch (error) {
    byId("record-wrong").textContent = wordsOf(error);
    byId("record-file").value = "";
  }
});

// -- one's own sheets ---------------------------------------------------------------------------

/** @param {import("./my_sheets.js").Kept} kept */
function item(kept) {
  const names = kept.names
    .map((name, seat) => (kept.scores.length ? `${name} ${figure(kept.scores[seat])}` : name))
    .join(", ");
  const when = new Date(kept.at).toLocaleDateString(lang);
  const words = [kept.over ? t("finished") : t("running"), when, kept.code].join(" · ");
  return make(
    "li",
    {},
    make(
      "a",
      { class: "game", href: `/score/${kept.code}` },
      make("span", { class: "name" }, names || kept.code),
      make("span", { class: "faint" }, words),
    ),
  );
}

function show() {
  const mine = sheets();
  byId("mine").hidden = !mine.length;
  refill(byId("my-sheets"), ...mine.map(item));
}

/** Ask the server how they stand; what it no longer has is forgotten. */
async function refresh() {
  const mine = sheets().filter((kept) => kept.key);
  if (!mine.length) return;
  try {
    /** @type {{code: string, names: string[], over: boolean}[]} */
    const found = await call("POST", "/api/sheets/mine", { body: { keys: mine.map((kept) => kept.key) } });
    const known = new Set(found.map((each) => each.code));
    for (const kept of mine) if (!known.has(kept.code)) forgetSheet(kept.code);
    show();
  } catch {
    // What is remembered stands until the server can be asked.
  }
}

byId("show-averages").addEventListener("click", async () => {
  const keys = sheets()
    .map((kept) => kept.key)
    .filter(Boolean);
  try {
    const found = await call("POST", "/api/sheets/averages", { body: { keys } });
    refill(
      byId("averages"),
      found.length ? averagesTable(found) : make("p", {}, t("No game on these sheets is finished yet.")),
    );
  } catch (error) {
    byId("averages").textContent = wordsOf(error);
  }
});

/** @param {any[]} found */
function averagesTable(found) {
  const columns = /** @type {[string, string][]} */ ([
    ["games", t("games")],
    ["won", t("won")],
    ["score", t("points a game")],
    ["bridges", t("bridges")],
    ["hexagons", t("hexagons")],
    ["draws", t("draws")],
    ["passes", t("passes a game")],
    ["best_play", t("best tile")],
  ]);
  const round = (/** @type {number} */ value) => figure(Math.round(value * 10) / 10);
  const rows = found.map((each) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, each.name),
      ...columns.map(([name]) => make("td", {}, round(each[name]))),
    ),
  );
  return make(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": t("Averages of the players") },
    make(
      "table",
      { class: "totals" },
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          make("th", { scope: "col" }, t("player")),
          ...columns.map(([, words]) => make("th", { scope: "col" }, words)),
        ),
      ),
      make("tbody", {}, ...rows),
    ),
  );
}

show();
refresh();
