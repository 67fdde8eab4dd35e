/** The home page: one tap to a game, and the ways to all the others. */

import { noteReceipt, numberFor } from "../deals/numbers.js";
import { editionLine, firstWish } from "../setup/options.js";
import { call, openTable, wordsOf } from "../shared/api.js";
import { byId, make, refill } from "../shared/dom.js";
import { figure, t, tn } from "../shared/i18n.js";
import { joinable } from "../shared/join.js";
import { levelName } from "../shared/levels.js";
import { closable, toast } from "../shared/page.js";
import { checkedRecord } from "../shared/record_files.js";
import { forget, games, keep, recall } from "../shared/storage.js";

/** @typedef {import("../setup/options.js").Mode} Mode */
/** @typedef {import("../setup/options.js").Wish} Wish */

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const choices = {
  levels: (main.dataset.levels ?? "").split(" "),
  level: main.dataset.level ?? "",
  edition: main.dataset.edition ?? "",
};
/** @type {import("../setup/options.js").Edition[]} */
const editions = JSON.parse(byId("editions").textContent);
const LISTED_EVERY = 5000;

/** @param {string} id */
const editionName = (id) => editions.find((each) => each.id === id)?.name ?? id;

// -- new tables -------------------------------------------------------------------------------------

/** @param {Mode} mode @param {Wish} wish @returns {Promise<string | null>} */
async function open(mode, wish) {
  const name = recall("name", "") || t("Guest");
  const seats = wish.seats.map((seat, i) =>
    seat.kind === "human" && (mode !== "pass" || !seat.name) ? { ...seat, name: i ? seat.name : name } : seat,
  );
  try {
    const edition = editionLine(wish, editions);
    const { code, key, commit } = await openTable({
      edition,
      seats,
      listed: mode === "friends" && wish.listed,
      pass_and_play: mode === "pass",
      start: mode !== "friends",
    });
    keep({
      code,
      key,
      edition,
      names: seats.map((seat) => seat.name ?? ""),
      state: mode === "friends" ? "lobby" : "running",
    });
    if (mode !== "friends") await addNumber(code, key, commit);
    location.assign(`/t/${code}`);
    return null;
  } catch (error) {
    return wordsOf(error);
  }
}

/**
 * Add this device's number to the first deal, which is made when the table's page comes.
 * @param {string} code
 * @param {string} key
 * @param {string} commit
 */
async function addNumber(code, key, commit) {
  const due = { game: 1, round: 1, commit };
  const answer = await call("POST", `/api/tables/${code}/number`, {
    key,
    body: { game: 1, round: 1, number: numberFor(code, due, true) },
  });
  noteReceipt(code, { ...due, receipt: answer.receipt });
}

closable(byId("setup"));

/** @type {import("../setup/form.js").Setup | null} */
let setup = null;

/** Open the form for a new table; its scripts are fetched when they are first needed. @param {Mode} mode */
async function setUp(mode) {
  const fetched = await import("../setup/form.js").catch(() => null);
  if (!fetched) return toast(t("The server cannot be reached. Are you connected?"));
  setup ??= new fetched.Setup(byId("setup"), editions, choices, open);
  if (!byId("setup").open) setup.open(mode);
}

byId("play").addEventListener("click", async () => {
  const wrong = await open("now", firstWish("now", choices.edition, choices.level));
  if (wrong) toast(wrong);
});
for (const button of document.querySelectorAll("[data-setup]"))
  button.addEventListener("click", () => setUp(/** @type {any} */ (button).dataset.setup));

/** What one tap starts. */
function showChoices() {
  const wish = firstWish("now", choices.edition, choices.level);
  const bots = wish.seats.filter((seat) => seat.kind === "bot").map((seat) => levelName(seat.level ?? ""));
  byId("choices").textContent = [
    tn("{n} player", "{n} players", wish.seats.length),
    t("bot: {level}", { level: [...new Set(bots)].join(", ") }),
    editionName(wish.edition),
  ].join(" · ");
}
showChoices();

// -- joining ----------------------------------------------------------------------------------------

joinable(byId("join"), byId("code-wrong"));

/** @param {{code: string, edition: string, open: number, started: boolean, names: string[]}} table */
function tableItem(table) {
  const names = table.names.join(", ");
  const seats = table.started ? t("running, you can watch") : tn("{n} free seat", "{n} free seats", table.open);
  const words = [seats, editionName(table.edition.split(" ")[0]), table.code].join(" · ");
  return make(
    "li",
    {},
    make(
      "a",
      { class: "game", href: `/t/${table.code}` },
      make("span", { class: "name" }, names || table.code),
      make("span", { class: "faint" }, words),
    ),
  );
}

async function showListed() {
  if (document.hidden) return;
  try {
    const found = await call("GET", "/api/tables");
    const items = found.map(tableItem);
    byId("listed").hidden = !items.length;
    refill(byId("listed-tables"), ...items);
  } catch {
    // The list is an offer; without it the page still works.
  }
}
showListed();
setInterval(showListed, LISTED_EVERY);

// -- one's own games --------------------------------------------------------------------------------

/** @param {import("../shared/storage.js").Held} held */
function gameItem(held) {
  const words = { lobby: t("waiting for players"), running: t("running"), over: t("finished") }[held.state];
  const scores = held.scores.length
    ? held.names.map((name, seat) => `${name} ${figure(held.scores[seat] ?? 0)}`).join(", ")
    : held.names.filter(Boolean).join(", ");
  const link = make(
    "a",
    { class: "game", href: `/t/${held.code}` },
    make("span", { class: "name" }, scores || held.code),
    make("span", { class: "faint" }, `${words} · ${editionName(held.edition.split(" ")[0])} · ${held.code}`),
  );
  const replay =
    held.state === "over" ? make("a", { class: "button small", href: `/t/${held.code}/replay` }, t("Replay")) : null;
  return make("li", {}, link, replay);
}

function showGames() {
  const mine = games();
  const running = mine.filter((held) => held.state !== "over"),
    over = mine.filter((held) => held.state === "over");
  byId("mine").hidden = !mine.length;
  refill(byId("my-games"), ...[...running, ...over].slice(0, 12).map(gameItem));
}
showGames();

/** Ask the server how they stand; what it no longer has is forgotten. */
async function refreshGames() {
  const mine = games();
  if (!mine.length) return;
  try {
    const keys = mine.map((held) => held.key).filter(Boolean);
    /** @type {{code: string, edition: string, names: string[], state: string}[]} */
    const found = await call("POST", "/api/mine", { body: { keys } });
    const states = /** @type {Record<string, import("../shared/storage.js").Held["state"]>} */ ({
      waiting: "lobby",
      playing: "running",
      over: "over",
    });
    const known = new Map(found.map((table) => [table.code, table]));
    for (const held of mine) {
      const table = known.get(held.code);
      if (!table) forget(held.code);
      else if (states[table.state] && states[table.state] !== held.state)
        keep({ code: held.code, state: states[table.state] });
    }
    showGames();
  } catch {
    // What is remembered stands until the server can be asked.
  }
}
refreshGames();

// -- records ----------------------------------------------------------------------------------------

byId("record-file").addEventListener("change", async () => {
  const field = /** @type {HTMLInputElement} */ (byId("record-file"));
  const file = field.files?.[0];
  if (!file) return;
  const wrong = byId("record-wrong");
  wrong.textContent = t("Checking the record…");
  try {
    sessionStorage.setItem("tricorn.record", await checkedRecord(file));
    location.assign("/replay");
  } catch (error) {
    wrong.textContent = wordsOf(error);
    field.value = "";
  }
});
