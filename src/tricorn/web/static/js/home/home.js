/** The home page: one tap to a game, and the other ways to play. */

import { storedSetup } from "../setup/stored.js";
import { levelNow } from "../shared/adaptive.js";
import { hasServer, pageAddress } from "../shared/addresses.js";
import { call, errorText, isUnreachable } from "../shared/api.js";
import { levelName } from "../shared/bots.js";
import { byId, fetchPart, findAll, loadStyles, make, pageData, refill } from "../shared/dom.js";
import { changedRules, editionLine, findEdition, headStart, presetOf } from "../shared/editions.js";
import { lang, t } from "../shared/i18n.js";
import { myGames, saveGame } from "../shared/my_games.js";
import { readStored } from "../shared/storage.js";
import { makeClosable, rulesAddress, toast } from "../shared/ui.js";

/** @import { Mode, SeatSetup, TableSetup } from "../setup/stored.js" */
/** @import { Listed, NewTable, NonceReceipt, TableMade } from "../shared/protocol.js" */

const OPEN_TABLES_MS = 5000; // between two requests for the list
const STAYED_MS = 3000; // after which somebody is looking at the page

const { levels = "", edition = "", bots = "{}" } = byId("main").dataset;
// Games begin with the gentlest bot until the player chooses another one; nothing else changes the level.
const offer = { levels: levels.split(" "), level: levels.split(" ")[0], edition };
/** The names of the bots, by level. @type {Record<string, string[]>} */
const botNames = JSON.parse(bots);
/** @type {import("../shared/editions.js").Edition[]} */
const editions = pageData("editions");
/** @type {import("../shared/editions.js").Preset[]} */
const presets = pageData("presets");
/** The levels of the bots that can play in this browser. */
const localLevels = byId("main").dataset.localLevels?.split(" ") ?? [];
const hasWebAssembly = typeof WebAssembly === "object" && typeof Worker === "function";

/** Whether a game is played in this browser. @param {TableSetup} setup */
function isLocal({ seats }) {
  const canPlay = seats.every(({ kind, level = "" }) => kind === "human" || localLevels.includes(level));
  return hasWebAssembly && localLevels.length > 0 && canPlay;
}

/** The name of the preset or the edition in an edition line. @param {string} line */
const editionName = (line) =>
  (presetOf(presets, line) ?? editions.find(({ id }) => id === line.split(" ")[0]))?.name ?? line;

// -- new tables -------------------------------------------------------------------------------------

/** Open a table and go there; returns an error message, or null. @param {Mode} mode @param {TableSetup} setup */
async function openTable(mode, setup) {
  const seats = withOwnName(mode, setup.seats);
  const edition = editionLine(findEdition(editions, setup.edition), setup.rules);
  if (isLocal(setup)) {
    const { openLocalTable } = await import("../local/opening.js");
    const problem = openLocalTable(withBotNames(seats), edition, editions, setup);
    if (!problem) return null;
    if (problem !== "storage" || !hasServer) return (await import("../shared/opening_problem.js")).problemText(problem);
  }
  if (!hasServer) return t("This needs a browser with WebAssembly.");
  const seated = seats.map((seat) => (seat.level ? { ...seat, level: levelNow(seat.level) } : seat));
  const choices = { pass_and_play: mode === "pass", hints: setup.hints, take_back: setup.takeBack };
  return openServerTable({ edition, seats: seated, start: true, ...choices });
}

/** Open a table where people sit down themselves. Nothing is asked: at the table everything can be changed. */
async function openForFriends() {
  const button = byId("friends", HTMLButtonElement);
  const { edition, rules, listed, onResign, hints, takeBack } = storedSetup("friends", offer);
  button.disabled = true; // two taps would open two tables
  const error = await openServerTable({
    edition: editionLine(findEdition(editions, edition), rules),
    seats: [{ kind: "human", name: readStored("name", "") || null }],
    listed,
    on_resign: onResign,
    hints,
    take_back: takeBack,
  });
  button.disabled = false;
  if (error) toast(error);
}

/** @param {NewTable} table */
async function openServerTable(table) {
  const { edition = "", seats = [], start = false } = table;
  const names = seats.map((seat) => seat.name ?? "");
  try {
    /** @type {TableMade} */
    const { code, key, commit } = await call("POST", "/api/tables", { body: table });
    saveGame({ code, key, edition, names, phase: start ? "playing" : "waiting" });
    if (start) await sendNonce(code, key, commit);
    location.assign(pageAddress(`t/${code}`));
    return null;
  } catch (error) {
    return errorText(error);
  }
}

/**
 * The seats with the user's name in the first one, unless all names were entered.
 * @param {Mode} mode @param {SeatSetup[]} seats
 */
function withOwnName(mode, [first, ...others]) {
  const isNamed = mode === "pass" && first.name;
  if (first.kind !== "human" || isNamed) return [first, ...others];
  return [{ ...first, name: readStored("name", "") || t("Guest") }, ...others];
}

/**
 * Send this device's nonce for the first deal, which is made when the table's page connects.
 * @param {string} code @param {string} key @param {string} commit
 */
async function sendNonce(code, key, commit) {
  const { nonceFor, noteReceipt } = await import("../deals/nonces.js");
  const deal = { game: 1, round: 1, commit };
  const body = { game: 1, round: 1, nonce: nonceFor(code, deal, true) };
  /** @type {NonceReceipt} */
  const { receipt } = await call("POST", `/api/tables/${code}/nonce`, { key, body });
  noteReceipt(code, { ...deal, receipt });
}

/** @type {import("../setup/form.js").SetupForm | null} */
let form = null;

/** Open the form for a new table, which is loaded when it is first needed. @param {Mode} mode */
async function openForm(mode) {
  const loaded = await Promise.all([import("../setup/form.js"), fetchPart("form")]).catch(() => null);
  if (!loaded) return toast(t("The server cannot be reached. Are you connected?"));
  const [{ SetupForm }, part] = loaded;
  form ??= new SetupForm(part, offer, openTable, botName);
  if (!form.dialog.open) form.open(mode);
}

async function playNow() {
  const error = await openTable("now", storedSetup("now", offer));
  if (error) toast(error);
}

/**
 * The rules of a game: a preset and what it means in a few words, or an edition; house rules, and head starts.
 * @param {TableSetup} setup
 */
async function showRules({ edition: id, rules, seats }) {
  const edition = findEdition(editions, id);
  const line = editionLine(edition, rules);
  const preset = presetOf(presets, line);
  const starts = headStart(line, seats.length).flatMap((points, seat) =>
    points ? [startText(points, seats[seat])] : [],
  );
  const changed = changedRules(rules, edition).filter(
    ([name]) => name === "clock" || (!preset && name !== "head_start"),
  );
  const own = changed.length ? changed.map((await import("../setup/rule_words.js")).ruleText) : [];
  const details = [...own, ...starts].map((text) => ` · ${text}`);
  const link = make("a", { href: rulesAddress(line) }, (preset ?? edition).name);
  refill(byId("choices"), link, preset && `: ${preset.short}`, ...details);
}

/** Show what "Play" starts: against whom, and by which rules. */
function showPlayOptions() {
  const setup = storedSetup("now", offer);
  const seats = withBotNames(setup.seats);
  const bots = seats.filter((seat) => seat.kind === "bot");
  const names = new Intl.ListFormat(lang).format(bots.map(({ name = "" }) => name));
  const isOneLevel = new Set(bots.map((bot) => bot.level)).size === 1;
  byId("opponents").textContent = isOneLevel
    ? t("with {names}, {level}", { names, level: levelName(bots[0].level) })
    : t("with {names}", { names });
  showRules({ ...setup, seats });
}

/** @param {number} points @param {SeatSetup} seat */
function startText(points, { kind, name = "" }) {
  return kind === "bot"
    ? t("head start of {name}: {points}", { name, points })
    : t("your head start: {points}", { points });
}

/** The name that a server would give to a bot beside others. @param {string} level @param {SeatSetup[]} others */
function botName(level, others) {
  const earlier = others.filter((other) => other.kind === "bot" && other.level === level).length;
  return botNames[level]?.[earlier] ?? "Bot";
}

/** The seats with the names of their bots. @param {SeatSetup[]} seats */
function withBotNames(seats) {
  return seats.map((seat, index) =>
    seat.kind === "bot" ? { ...seat, name: botName(seat.level ?? "", seats.slice(0, index)) } : seat,
  );
}

async function showGames() {
  const [{ refreshMyGames, showMyGames }] = await Promise.all([import("./games_list.js"), loadStyles("games")]);
  showMyGames(editionName);
  refreshMyGames(editionName);
}

/** Refresh the list of open tables, and mark what needs the server if it does not answer. */
async function refreshOpenTables() {
  if (document.hidden || !hasServer) return;
  try {
    /** @type {Listed[]} */
    const tables = await call("GET", "/api/tables");
    byId("listed").hidden = !tables.length;
    if (tables.length) {
      const [{ showOpenTables }] = await Promise.all([import("./open_tables.js"), loadStyles("games")]);
      showOpenTables(tables, editionName);
    }
    document.body.removeAttribute("data-offline");
  } catch (error) {
    document.body.toggleAttribute("data-offline", isUnreachable(error));
  }
}

// -- records ----------------------------------------------------------------------------------------

/** @param {HTMLInputElement} field */
async function openRecord(field) {
  const file = field.files?.[0];
  if (!file) return;
  const status = byId("record-wrong");
  status.textContent = t("Checking the record…");
  try {
    const { readRecordFile } = await import("../shared/record_files.js");
    sessionStorage.setItem("tricorn.record", await readRecordFile(file));
    location.assign(pageAddress("replay"));
  } catch (error) {
    status.textContent = errorText(error);
    field.value = "";
  }
}

byId("play").addEventListener("click", playNow);
for (const button of findAll(document, "[data-setup]")) {
  button.addEventListener("click", () => openForm(/** @type {Mode} */ (button.dataset.setup)));
}
if (hasServer) {
  const joining = byId("join-dialog", HTMLDialogElement);
  makeClosable(joining);
  byId("open-join").addEventListener("click", () => joining.showModal());
  byId("friends").addEventListener("click", openForFriends);
  byId("join").addEventListener("submit", async (event) => {
    event.preventDefault();
    (await import("../shared/join.js")).openByCode(byId("join", HTMLFormElement), byId("code-wrong"));
  });
}
const recordField = byId("record-file", HTMLInputElement);
recordField.addEventListener("change", () => openRecord(recordField));
showPlayOptions();
setTimeout(async () => {
  const board = await import("./living_board.js").catch(() => null); // without a connection it stays as it is
  board?.keepBoardAlive();
}, STAYED_MS);
if (location.hash === "#play") {
  history.replaceState(null, "", location.pathname + location.search); // going back does not begin another game
  playNow();
}
byId("stored").hidden = !myGames().length;
if (myGames().length) showGames();
refreshOpenTables();
setInterval(refreshOpenTables, OPEN_TABLES_MS);
