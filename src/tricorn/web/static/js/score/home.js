/** The scorekeeper's start page: a new sheet, the sheets of this browser, the players' averages. */

import { SetupForm } from "../setup/form.js";
import { hasServer } from "../shared/addresses.js";
import { call, errorText, isUnreachable } from "../shared/api.js";
import { byId, fetchPart, make, refill } from "../shared/dom.js";
import { allowsPlayers, editionLine, findEdition, parseEdition } from "../shared/editions.js";
import { figuresTable, scrollable } from "../shared/figures.js";
import { formatDecimal, formatScore, lang, t } from "../shared/i18n.js";
import { openByCode } from "../shared/join.js";
import { distinctNames } from "../shared/names.js";
import { gameLink, toast } from "../shared/ui.js";
import { beginDraft, canBeginDraft, isDraft, sheetAddress } from "./drafts.js";
import { createSheet, findMissing, mySheets } from "./my_sheets.js";
import { shortHeads } from "./rounds.js";

/** @import { TableSetup } from "../setup/stored.js" */
/** @import { Edition } from "../shared/editions.js" */
/** @import { NewSheet } from "../shared/protocol.js" */
/** @typedef {Record<string, number | null> & {name: string}} Averages */

const offer = { levels: [], level: "", edition: byId("main").dataset.edition ?? "" };

// -- new sheets -------------------------------------------------------------------------------------

/** @param {NewSheet} sheet */
async function openSheet(sheet) {
  location.assign(sheetAddress(await createSheet(sheet)));
}

/**
 * Begin a sheet in this browser; an error message, or null.
 * @param {Edition[]} editions @param {string} edition @param {string[]} names
 */
function beginHere(editions, edition, names) {
  const rules = parseEdition(editions, edition);
  if (!rules || !allowsPlayers(rules, names.length))
    return t("With these house rules there are not enough tiles for so many players.");
  if (typeof WebAssembly !== "object") return t("This needs a browser with WebAssembly.");
  const isBegun = beginDraft({ edition, names: distinctNames(names) });
  return isBegun ? null : t("This browser does not store anything, so no sheet can be begun.");
}

/** Returns an error message, or null. @param {Edition[]} editions @param {TableSetup} setup */
async function openFromForm(editions, setup) {
  const names = setup.seats.map((seat) => seat.name ?? "");
  const edition = editionLine(findEdition(editions, setup.edition), setup.rules);
  try {
    await openSheet({ edition, names });
    return null;
  } catch (error) {
    return isUnreachable(error) && canBeginDraft() ? beginHere(editions, edition, names) : errorText(error);
  }
}

async function loadForm() {
  const part = await fetchPart("form").catch(() => null);
  if (!part) return null;
  const loaded = new SetupForm(part, offer, (_mode, setup) => openFromForm(loaded.editions, setup));
  return loaded;
}

async function openForm() {
  if (!(await form)) form = loadForm(); // it could not be loaded before
  const loaded = await form;
  if (!loaded) return toast(t("The server cannot be reached. Are you connected?"));
  if (!loaded.dialog.open) loaded.open("score");
}

/** @param {HTMLInputElement} field */
async function openFromRecord(field) {
  const file = field.files?.[0];
  if (!file) return;
  try {
    await openSheet({ record: await file.text() });
  } catch (error) {
    byId("record-wrong").textContent = errorText(error);
    field.value = "";
  }
}

// -- the sheets of this browser ---------------------------------------------------------------------

/** @param {import("./my_sheets.js").StoredSheet} sheet */
function sheetItem({ code, names, scores, over, at }) {
  const results = names
    .map((name, seat) => (scores.length ? `${name}\u00a0${formatScore(scores[seat])}` : name))
    .join(", ");
  const details = [
    over ? t("finished") : t("running"),
    new Date(at).toLocaleDateString(lang),
    isDraft(code) ? t("only on this device") : code,
  ];
  const link = gameLink(sheetAddress(code), results || code, details);
  link.classList.add("button");
  return make("li", {}, link);
}

function showMySheets() {
  const sheets = mySheets().filter((sheet) => !sheet.missing);
  byId("mine").hidden = !sheets.length;
  refill(byId("my-sheets"), ...sheets.map(sheetItem));
}

/** Hide the sheets that the server no longer has. */
async function refreshMySheets() {
  try {
    await findMissing();
    showMySheets();
  } catch {
    // Without the server the stored list is shown.
  }
}

// -- averages ---------------------------------------------------------------------------------------

async function showAverages() {
  const keys = mySheets().map((sheet) => sheet.key);
  try {
    /** @type {Averages[]} */
    const averages = await call("POST", "/api/sheets/averages", { body: { keys: keys.filter(Boolean) } });
    const nothing = make("p", {}, t("No game on these sheets is finished yet."));
    refill(byId("averages"), averages.length ? averagesTable(averages) : nothing);
  } catch (error) {
    byId("averages").textContent = errorText(error);
  }
}

/** @param {Averages[]} averages */
function averagesTable(averages) {
  /** @type {[string, string][]} */
  const figures = [
    ["games", t("games")],
    ["won", t("won")],
    ["score", t("points per game")],
    ["bridges", t("bridges")],
    ["hexagons", t("hexagons")],
    ["draws", t("draws")],
    ["passes", t("passes per game")],
    ["best_play", t("best tile")],
  ];
  // A row for each figure: on a phone the players fit side by side, nine figures do not.
  const table = figuresTable({
    name: "totals averages",
    heads: shortHeads(averages.map((player) => player.name)),
    rows: figures.map(([name, label]) => [label, ...averages.map((player) => averageText(player[name]))]),
  });
  return scrollable(t("Averages of the players"), table);
}

/** A figure, or a dash if no turns were entered. @param {number | null} figure */
function averageText(figure) {
  return figure === null ? "–" : formatDecimal(figure);
}

let form = loadForm();
byId("new-sheet").addEventListener("click", openForm);
showMySheets();
if (hasServer) {
  byId("follow").addEventListener("submit", (event) => {
    event.preventDefault();
    openByCode(byId("follow", HTMLFormElement), byId("code-wrong"));
  });
  const recordField = byId("record-file", HTMLInputElement);
  recordField.addEventListener("change", () => openFromRecord(recordField));
  byId("show-averages").addEventListener("click", showAverages);
  refreshMySheets();
}
