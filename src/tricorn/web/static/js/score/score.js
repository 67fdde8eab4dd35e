/** The page of a score sheet. Messages and the reader's entries change the state; then the views are drawn from it. */

import { Board } from "../board/board.js";
import { hasServer, pageAddress } from "../shared/addresses.js";
import { call, errorText, isUnreachable } from "../shared/api.js";
import { byId, find, findAll, initial, make, makeButton, refill } from "../shared/dom.js";
import { figure, t, tn } from "../shared/i18n.js";
import { SEATS } from "../shared/notation.js";
import { saveRecord } from "../shared/record_files.js";
import { settings } from "../shared/settings.js";
import { LiveSocket } from "../shared/socket.js";
import { readStored, writeStored } from "../shared/storage.js";
import { toast } from "../shared/ui.js";
import { Dialogs } from "./dialogs.js";
import { begin, canBegin, draftCode, draftSheet, publish, savedDraft, sheetAddress } from "./drafts.js";
import { Lines } from "./lines.js";
import { cacheThisPage, mySheet, saveSheet } from "./my_sheets.js";
import { OfflineSheet } from "./offline.js";
import { Pad } from "./pad.js";
import { ChangeQueue } from "./queue.js";
import { ADD, isStarting, newSheetView, nextSeat, placedTiles, receiveSheet } from "./state.js";
import { correctionText, endText, promptText, spokenLine } from "./texts.js";
import { keepAwake } from "./wake_lock.js";

/** @typedef {import("../shared/protocol.js").SheetNow} SheetNow */
/** @typedef {import("./state.js").Line} Line */
/** @typedef {import("./state.js").Mode} Mode */
/** @typedef {import("./state.js").SheetView} SheetView */

const { code: given = "", module } = byId("main").dataset;
const isLocal = given === ""; // the sheet exists only in this browser
const code = isLocal ? draftCode() : given;
const draft = isLocal ? savedDraft(code) : null;
const offlineSheet = new OfflineSheet();
const BUTTONS = new Map([
  ["d", "draw"],
  ["p", "pass"],
  ["u", "undo"],
  ["r", "redo"],
]); // by key

/** The sheet as it was last seen, in case the server does not answer. @returns {SheetView} */
function storedView() {
  if (isLocal) return { ...newSheetView(), sheet: draft && draftSheet(code, draft) };
  const stored = readStored("sheet", /** @type {{code: string, view: SheetView} | null} */ (null));
  const isCurrent = stored?.code === code && stored.view.sheet?.rules.bonus_points; // older versions stored less
  return isCurrent ? stored.view : newSheetView();
}

/** @type {import("./state.js").ScoreState} */
const state = {
  view: storedView(),
  mode: readStored("score.mode", /** @type {Mode} */ ("quick")),
  seat: null,
  target: ADD,
  isConnected: false,
  isSheetShown: false,
};
let problem = ""; // why nothing can be entered
let nextFrame = 0; // the animation frame that redraws everything, if one is requested

const key = () => mySheet(code)?.key ?? "";
const names = () => shownView().sheet?.names ?? [];
/** The sheet with what the server does not have yet. */
const shownView = () => offlineSheet.shown(state.view, queue.waiting);

const board = new Board(byId("board", SVGSVGElement), {
  onChoose: (option) => pad.place(option),
  onConfirm: () => byId("place").click(),
  onView: () => (byId("fit").hidden = !board.view.manual),
});

const queue = new ChangeQueue(
  code,
  {
    key,
    known: () => state.view.now?.n ?? 0,
    onChange: () => show(),
    onRefused: toast,
    onSent: () => !state.isConnected && loadSheet(),
    onUnstored: () =>
      toast(t("This browser's storage is full or blocked: the sheet is lost when this page is closed.")),
    publish: isLocal ? () => publish(code) : undefined,
  },
  hasServer && (!isLocal || draft !== null),
);

const pad = new Pad(byId("entry"), {
  onEntry: enter,
  onFind: findCells,
  onForget: () => {
    board.showTargets([]);
    board.preview(null);
    board.show(placedTiles(shownView().now?.placed ?? []));
  },
  onEnd: () => (shownView().now?.asked.what === "over" ? openSharing() : dialogs.chooseEnd(names())),
  onCancel: () => setTarget(ADD, null),
  onTiles: () => dialogs.chooseTile(pad.tiles),
  onNewSheet: openNewSheet,
});

const dialogs = new Dialogs(isLocal ? null : code, {
  onCorrect: correctLine,
  onLocate: (line) => {
    setMode("board");
    correctLine("replace", line);
    if (line.tile && !line.tile.startsWith("=")) pad.typeTile(line.tile);
  },
  onChange: sendCorrection,
  onTile: (tile) => pad.typeTile(tile),
  onEntry: enter,
  onOfferPencil: (offered) => run(call("POST", `/api/sheets/${code}/offer`, { key: key(), body: { offered } })),
  onTakePencil: () => run(takePencil()),
  onDiscard: () => queue.discard(),
  onRename: (seat, name) => change(`rename ${SEATS[seat]} ${name}`),
  onRecord: saveLocalRecord,
});

const lines = new Lines(byId("sheet"), (line) => {
  dialogs.openLine(line, names(), Boolean(state.view.sheet?.writing));
});

// -- changes ------------------------------------------------------------------------------------

/** @param {string} entry */
function enter(entry) {
  const { how, number } = state.target;
  state.seat = null;
  state.target = ADD;
  if (how === "add") change(`add ${entry}`);
  else sendCorrection(`${how} ${number} ${entry}`);
  redraw(); // at once, because the finger is on its way to the next key
}

/** A correction names a line by its number, so nobody else may have changed the sheet. @param {string} text */
function sendCorrection(text) {
  change(text, (state.view.now?.n ?? 0) + queue.waiting.length);
}

/** Make a change, unless it is already known that it cannot be made. @param {string} text @param {number} [after] */
function change(text, after) {
  const sheet = offlineSheet.sheet(state.view, queue.waiting);
  const isOffline = !state.isConnected && !sheet;
  if (isOffline) return toast(t("Without a connection this browser cannot compute the sheet; try again later."));
  if (!state.isConnected && !sheet?.canApply(text)) return toast(t("This cannot be read as an entry."));
  queue.add(text, after);
}

/** Report an error to the reader. @param {Promise<unknown>} work */
function run(work) {
  work.catch((error) => toast(errorText(error)));
}

async function takePencil() {
  const { key: pencil } = await call("POST", `/api/sheets/${code}/pencil`, { key: key() });
  if (pencil) saveSheet({ code, key: pencil });
  socket?.useKey(key());
  queue.flush();
}

/**
 * Find where a tile fits, on the server or, without one, by the rules in this browser.
 * @param {string} tile @returns {Promise<import("../shared/protocol.js").Cells>}
 */
async function cellsOf(tile) {
  const { how, number } = state.target;
  const before = how === "add" ? null : number;
  const local = state.isConnected ? null : offlineSheet.sheet(state.view, queue.waiting);
  if (local) return local.cells(tile, before);
  return call("GET", `/api/sheets/${code}/cells?tile=${tile}${before === null ? "" : `&before=${before}`}`);
}

/** Show where a tile fits. @param {string} tile */
async function findCells(tile) {
  try {
    const found = await cellsOf(tile);
    board.show(placedTiles(found.placed));
    board.showTargets(found.options);
    board.preview(found.options.length === 1 ? found.options[0].move : null);
    pad.showFound(found);
  } catch (error) {
    toast(errorText(error));
  }
}

async function openNewSheet() {
  const { sheet } = shownView();
  if (!sheet) return;
  const { edition } = sheet;
  try {
    const made = await call("POST", "/api/sheets", { body: { edition, names: names() } });
    saveSheet({ code: made.code, key: made.key, edition, names: names() });
    location.assign(sheetAddress(made.code));
  } catch (error) {
    if (!isUnreachable(error) || !canBegin()) toast(errorText(error));
    else if (!begin({ edition, names: names() }))
      toast(t("This browser does not store anything, so no sheet can be begun."));
  }
}

/** Save the record as a file, as far as this browser can compute it. */
function saveLocalRecord() {
  const today = new Date().toISOString().slice(0, 10);
  const record = offlineSheet.sheet(state.view, queue.waiting)?.record(draft?.date ?? today);
  if (record) saveRecord(record, code);
}

// -- messages -----------------------------------------------------------------------------------

/** @param {import("../shared/socket.js").ServerMessage} message */
function receive(message) {
  const { view } = state;
  const linesBefore = view.lines.length;
  const changeBefore = view.now?.n ?? 0;
  if (!receiveSheet(view, message)) return;
  if (message.type !== "lines") return show();
  const { n } = message.now;
  queue.markSeen(n);
  const last = view.lines.at(-1);
  if (n > changeBefore && last && view.lines.length >= linesBefore) announce(last);
  saveView();
  if (state.target === ADD && !pad.digits.length) board.show(placedTiles(shownView().now?.placed ?? []));
  show();
}

function saveView() {
  if (isLocal && !savedDraft(code)) return; // the server has it now
  const { sheet, now } = isLocal ? shownView() : state.view;
  if (!isLocal) writeStored("sheet", { code, view: state.view });
  if (!sheet || !now) return;
  saveSheet({ code, edition: sheet.edition, names: sheet.names, scores: now.scores, over: now.over !== null });
}

/** @param {Line} line */
function announce(line) {
  const seat = nextSeat(shownView());
  const next = seat === null ? "" : t("Next: {name}", { name: names()[seat] });
  byId("log").append(make("p", {}, [spokenLine(line, names()), next].join(" ")));
}

/** Load the sheet by HTTP while there is no socket. */
async function loadSheet() {
  try {
    const { sheet, lines, now } = await call("GET", `/api/sheets/${code}`, { key: key() });
    state.view = { sheet, lines, now };
    queue.markSeen(now.n);
    show();
  } catch {
    // The socket will bring it.
  }
}

/** @param {import("../shared/socket.js").Connection} connection @param {string} reason */
function onConnection(connection, reason) {
  state.isConnected = connection === "open";
  if (connection === "open") queue.flush();
  if (connection === "gone") toast(reason);
  show();
}

// A sheet that exists only in this browser gets a socket once the server has it too.
const socket = isLocal ? null : new LiveSocket(code, key() || null, { onMessage: receive, onConnection });

// -- the view -----------------------------------------------------------------------------------

/** Redraw with the next animation frame, because one entry causes several messages. */
function show() {
  nextFrame ||= requestAnimationFrame(redraw);
}

function redraw() {
  cancelAnimationFrame(nextFrame);
  nextFrame = 0;
  const { mode, target } = state;
  const view = shownView();
  const { sheet, now } = view;
  showConnection();
  if (!sheet || !now) return;
  const seat = state.seat ?? (target === ADD ? nextSeat(view) : null);
  const isTurned = showLayout(now);
  byId("round-number").textContent = now.round ? t("Round {number}", { number: now.round }) : "";
  showPlayers(view, seat);
  showPrompt(view, seat);
  byId("news").textContent = newsText(view);
  showUndo(now);
  pad.show(view, { mode, seat, target, isStarting: isStarting(target, view) });
  lines.show(view, target); // after the pad, whose height decides where the end of the lines is
  if (isTurned) lines.scrollToEnd();
  if (dialogs.sharing.open) dialogs.showSharing(view, queue.unsent.length);
  byId("pencil-offered").hidden = sheet.writing || !sheet.offered;
  keepAwake(sheet.writing && !now.over);
  if (isLocal) saveView();
}

/** Show what can be undone; the server, if connected, may have more changes. @param {SheetNow} now */
function showUndo(now) {
  const known = state.isConnected ? state.view.now : now;
  byId("undo", HTMLButtonElement).disabled = !known?.undo && !now.undo;
  byId("redo", HTMLButtonElement).disabled = !known?.redo && !now.redo;
}

/**
 * Set what the style sheets depend on; whether the reader has turned to another part of the page.
 * @param {SheetNow} now
 */
function showLayout(now) {
  const { sheet } = state.view;
  const { dataset, classList } = document.body;
  const isTurned = dataset.mode !== state.mode || classList.contains("sheet-shown") !== state.isSheetShown;
  dataset.mode = state.mode;
  dataset.asked = now.asked.what;
  dataset.n = String(now.n);
  classList.toggle("reading", !sheet?.writing);
  classList.toggle("sheet-shown", state.isSheetShown);
  for (const button of findAll(document, ".mode")) {
    button.setAttribute("aria-pressed", String(button.dataset.mode === state.mode));
  }
  return isTurned;
}

function showConnection() {
  const count = hasServer ? queue.unsent.length : 0;
  const isOffline = queue.isOffline || !state.isConnected;
  const offline = state.isConnected || !hasServer ? "" : t("No connection; trying again…");
  if (problem) return showBanner(problem);
  const text = count && isOffline ? t("Waiting to be sent ({n})", { n: count }) : offline;
  showBanner(text);
}

/** @param {string} text */
function showBanner(text) {
  byId("offline").hidden = !text;
  if (byId("offline").textContent !== text) byId("offline").textContent = text;
}

/** @param {SheetView} view @param {number | null} seat */
function showPrompt({ now, lines }, seat) {
  if (!now) return;
  const { how, number } = state.target;
  const asked = now.asked.what;
  const rule = make(
    "details",
    { class: "start-rule" },
    make("summary", {}, t("The rule")),
    byId("start-rule", HTMLTemplateElement).content.cloneNode(true),
  );
  const isAdding = how === "add";
  const line = lines[number - 1];
  const text = isAdding || !line ? promptText(asked, now, names(), seat) : correctionText(how, line, names());
  const hasRule = isAdding && asked === "start" && !isLocal;
  refill(byId("say"), text, hasRule && rule);
  byId("say").classList.toggle("small-say", asked !== "play" || !isAdding);
}

/** The end of a round or of the game, and problems. @param {SheetView} view */
function newsText({ lines, now }) {
  const end = lines.at(-1)?.end;
  const parts = [];
  if (end) parts.push(endText(end, names()));
  if (now?.over) parts.push(now.over.reason);
  const problems = now?.problems ?? 0;
  if (problems) parts.push(problemsText(problems));
  return parts.join(" ");
}

/** @param {number} n */
function problemsText(n) {
  return tn(
    "{n} line cannot be right; tap it to correct it.",
    "{n} lines cannot be right; tap them to correct them.",
    n,
  );
}

/** @param {SheetView} view @param {number | null} next */
function showPlayers({ sheet, now }, next) {
  if (!sheet || !now) return;
  const items = sheet.names.map((name, seat) => {
    const held = now.held[seat];
    const button = makeButton(
      {
        class: "person",
        "data-seat": seat,
        "aria-pressed": String(seat === next),
        disabled: !sheet.writing,
        click: () => chooseSeat(seat),
      },
      make("span", { class: `avatar small seat-${seat}`, "aria-hidden": "true" }, initial(name)),
      make("span", { class: "name" }, name),
      make("b", { class: "score" }, figure(now.scores[seat] ?? 0)),
      held !== undefined && make("span", { class: "held" }, tn("{n} tile", "{n} tiles", held)),
    );
    return make("li", { class: seat === next ? "on-turn" : null }, button);
  });
  refill(byId("people"), ...items);
}

function openSharing() {
  dialogs.openSharing(shownView(), queue.unsent.length);
}

// -- the reader's choices -----------------------------------------------------------------------

/** @param {number} seat */
function chooseSeat(seat) {
  state.seat = seat;
  redraw();
  pad.enterStart();
}

/** @param {Mode} mode */
function setMode(mode) {
  state.mode = mode;
  state.isSheetShown = false;
  writeStored("score.mode", mode);
  pad.clear();
  redraw();
}

/**
 * Replace a line by the next entry, or insert it before the line.
 * @param {"replace" | "insert"} how
 * @param {Line} line
 */
function correctLine(how, line) {
  setTarget({ how, number: line.number }, line.seat);
}

/** @param {import("./state.js").Target} target @param {number | null} seat */
function setTarget(target, seat) {
  state.target = target;
  state.seat = seat;
  pad.clear();
  redraw();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const isTyping = /** @type {Element} */ (event.target).closest("input, select, textarea, dialog");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !state.view.sheet?.writing) return;
  if (state.mode === "board" && /^[0-5]$/.test(event.key)) return pad.typeDigit(event.key);
  if (!settings().letters) return;
  if (event.key === "q" || event.key === "b") return setMode(event.key === "q" ? "quick" : "board");
  document.getElementById(BUTTONS.get(event.key) ?? "")?.click();
}

for (const button of findAll(document, ".mode")) {
  button.addEventListener("click", () => setMode(/** @type {Mode} */ (button.dataset.mode)));
}
byId("fit").addEventListener("click", () => board.view.fit());
byId("undo").addEventListener("click", () => change("undo"));
byId("redo").addEventListener("click", () => change("redo"));
byId("open-sharing").addEventListener("click", openSharing);
byId("take-offered").addEventListener("click", () => run(takePencil()));
byId("show-sheet").addEventListener("click", () => {
  state.isSheetShown = !state.isSheetShown;
  byId("show-sheet").setAttribute("aria-pressed", String(state.isSheetShown));
  redraw();
});
document.addEventListener("keydown", onKey);

/** Load the rules, which compute the sheet until the server answers. */
async function loadRules() {
  const isLoaded = await offlineSheet.load(module);
  if (isLocal) problem = localProblem(isLoaded);
  board.show(placedTiles(shownView().now?.placed ?? []));
  show();
}

/** Why a sheet of this browser cannot be shown. @param {boolean} isLoaded  whether the rules are loaded */
function localProblem(isLoaded) {
  if (!draft) return t("There is no such sheet in this browser.");
  if (typeof WebAssembly !== "object") return t("This needs a browser with WebAssembly.");
  if (!isLoaded)
    return t("The rules could not be loaded. Connect to the network and load the page again; the sheet is saved.");
  if (!offlineSheet.sheet(state.view, []))
    return t("This saved sheet is damaged or of another version; what was entered is still in this browser.");
  return "";
}

board.show(placedTiles(state.view.now?.placed ?? []));
show();
loadRules();
queue.flush();
if (isLocal)
  find(document, "[data-rules-of]", HTMLAnchorElement).href = pageAddress(
    `rules/${draft?.edition.split(" ")[0] ?? ""}`,
  );
if (!isLocal) navigator.serviceWorker?.ready.then(cacheThisPage);
