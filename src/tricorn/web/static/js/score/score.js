/** The page of a score sheet. Messages and the user's entries change the state; then the view is rendered from it. */

import { hasServer } from "../shared/addresses.js";
import { call, errorText, isUnreachable } from "../shared/api.js";
import { askToConfirm } from "../shared/ask.js";
import { byId, findAll } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { addShortcuts, press } from "../shared/keyboard.js";
import { NUMBERS, utcDate } from "../shared/notation.js";
import { saveRecord } from "../shared/record_files.js";
import { LiveSocket } from "../shared/socket.js";
import { readStored, writeStored } from "../shared/storage.js";
import { linkToRules, toast } from "../shared/ui.js";
import { beginDraft, canBeginDraft, draftCode, draftSheet, publishDraft, savedDraft, sheetAddress } from "./drafts.js";
import { goToStart, keepFocus } from "./focus.js";
import { cacheThisPage, createNext, createSheet, mySheet, saveSheet } from "./my_sheets.js";
import { PendingSheet } from "./pending_sheet.js";
import { ChangeQueue } from "./queue.js";
import {
  ADD,
  addDigit,
  newPartialEntry,
  newSheet,
  receiveSheet,
  setCells,
  setMode,
  setPartial,
  setTarget,
  typedTile,
} from "./state.js";
import { ScoreView } from "./view.js";

/** @import { Cells, Pencil, SheetView } from "../shared/protocol.js" */
/** @import { Connection, ServerMessage } from "../shared/socket.js" */
/** @import { Line, Mode, PartialEntry, ScoreState, ShownSheet, Target } from "./state.js" */

const { code: serverCode = "", module } = byId("main").dataset;
const isDraft = serverCode === ""; // the sheet exists only in this browser
const code = isDraft ? draftCode() : serverCode;
const draft = isDraft ? savedDraft(code) : null;

/** @type {ScoreState} */
const state = {
  received: storedView(),
  mode: readStored("score.mode", /** @type {Mode} */ ("quick")),
  seat: null,
  target: ADD,
  partial: newPartialEntry(),
  isConnected: false,
  isSheetShown: false,
  problem: "",
};
let nextFrame = 0; // the animation frame that renders everything, if one is requested

const pendingSheet = new PendingSheet();
const queue = new ChangeQueue(
  code,
  {
    key,
    known: () => state.received.now?.n ?? 0,
    onChange: scheduleRender,
    onRefused: toast,
    onSent: () => !state.isConnected && loadSheet(),
    onUnstored: () =>
      toast(t("This browser's storage is full or blocked: the sheet is lost when this page is closed.")),
    publish: isDraft ? () => publishDraft(code, () => queue.all) : undefined,
  },
  hasServer && (!isDraft || draft !== null),
);
const view = new ScoreView(isDraft ? null : code, {
  onSeat: enterFor,
  onLine: openLine,
  // the pad
  onEntry: enter,
  onPartial: enterPart,
  onDigit: typeDigit,
  onEnd: () => (shownSheet().now?.asked.what === "over" ? openSharing() : view.dialogs.chooseEnd(names())),
  onTiles: () => view.dialogs.chooseTile(view.pad.tiles),
  onNewSheet: openNewSheet,
  // the dialogs
  onCorrect: correctLine,
  onLocate: locateTile,
  onChange: sendCorrection,
  onTile: typeTile,
  onOfferPencil: (offered) => showFailure(call("POST", `/api/sheets/${code}/offer`, { key: key(), body: { offered } })),
  onTakePencil: () => showFailure(takePencil()),
  onDiscard: () => queue.discard(),
  onRename: (text) => change(text),
  onRecord: saveLocalRecord,
});
// A sheet that exists only in this browser gets a socket once the server has it too.
const socket = isDraft ? null : new LiveSocket(code, key() || null, { onMessage: receive, onConnection });

/** The sheet as it was last seen, in case the server does not answer. @returns {ShownSheet} */
function storedView() {
  if (isDraft) return { ...newSheet(), sheet: draft && draftSheet(code, draft) };
  const stored = readStored("sheet", /** @type {{code: string, view: ShownSheet} | null} */ (null));
  return stored?.code === code ? stored.view : newSheet();
}

function key() {
  return mySheet(code)?.key ?? "";
}

/** The sheet with the changes that the server does not have yet. */
function shownSheet() {
  return pendingSheet.shown(state.received, queue.waiting, state.isConnected);
}

function names() {
  return shownSheet().sheet?.names ?? [];
}

/** Render with the next animation frame, because one entry causes several messages. */
function scheduleRender() {
  nextFrame ||= requestAnimationFrame(render);
}

function render() {
  cancelAnimationFrame(nextFrame);
  nextFrame = 0;
  const { isOffline, unsent, waiting } = queue;
  const isAwaited = state.isConnected && !isOffline && waiting.length > 0;
  const status = { unsent: unsent.length, isOffline, isAwaited };
  keepFocus(() => view.render(state, shownSheet(), status));
  if (isDraft) saveView();
}

// -- changes ------------------------------------------------------------------------------------

/** @param {string} entry */
function enter(entry) {
  const { how, number } = state.target;
  setTarget(state, ADD, null);
  if (how === "add") change(`add ${entry}`);
  else sendCorrection(`${how} ${number} ${entry}`);
  render(); // immediately, because the finger is on its way to the next key
  goToStart();
}

/** A correction names a line by its number, so it is valid only if the sheet is unchanged. @param {string} text */
function sendCorrection(text) {
  change(text, (state.received.now?.n ?? 0) + queue.waiting.length);
}

/** Make a change, unless it is known that it cannot be made. @param {string} text @param {number} [after] */
function change(text, after) {
  const mayAsk = text.includes("left ");
  const sheet = !state.isConnected || mayAsk ? pendingSheet.sheet(state.received, queue.waiting) : null;
  if (!state.isConnected) {
    if (!sheet) return toast(t("Without a connection this browser cannot compute the sheet; try again later."));
    if (!sheet.canApply(text)) return toast(t("This cannot be read as an entry."));
  }
  const refused = mayAsk && sheet ? sheet.refusedHands(text) : [];
  if (refused.length) askAboutHands(text, refused, after);
  else queue.add(text, after);
}

/**
 * Ask whether hands that cannot be right are meant; a wrong end of a round or of a game is not easily seen.
 * @param {string} text @param {Line[]} refused @param {number} [after]
 */
async function askAboutHands(text, refused, after) {
  const reasons = refused.map(({ reason }) => reason).join("\n");
  if (!(await askToConfirm(t("Is that right?"), reasons, t("Count it anyway")))) return;
  queue.add(
    refused.reduce((meant, { entry }) => meant.replace(entry, `${entry} anyway`), text),
    after,
  );
}

/** Show the error of a request, if it fails. @param {Promise<unknown>} request */
function showFailure(request) {
  request.catch((error) => toast(errorText(error)));
}

async function takePencil() {
  /** @type {Pencil} */
  const { key: pencil } = await call("POST", `/api/sheets/${code}/pencil`, { key: key() });
  if (pencil) saveSheet({ code, key: pencil });
  socket?.useKey(key());
  queue.flush();
}

/** Ask where a tile fits: the server, or the rules in this browser if it does not have all. @param {string} tile */
async function fetchCells(tile) {
  const { how, number } = state.target;
  const before = how === "add" ? null : number;
  const local = pendingSheet.ahead(state.received, queue.waiting, state.isConnected);
  if (local) return local.cells(tile, before);
  /** @type {Cells} */
  const cells = await call(
    "GET",
    `/api/sheets/${code}/cells?tile=${tile}${before === null ? "" : `&before=${before}`}`,
  );
  return cells;
}

/** Enter a part of the next line; once a tile is typed, show where it fits. @param {Partial<PartialEntry>} entered */
function enterPart(entered) {
  setPartial(state, entered);
  showEntry();
}

/** @param {string} digit */
function typeDigit(digit) {
  addDigit(state, digit);
  showEntry();
}

/** @param {string} tile */
function typeTile(tile) {
  enterPart({ digits: tile.split("-") });
}

function renderEntry() {
  keepFocus(() => view.renderEntry(state, shownSheet()));
}

function showEntry() {
  renderEntry();
  const tile = typedTile(state);
  if (tile) findCells(tile);
}

/** Show where a tile fits. @param {string} tile */
async function findCells(tile) {
  try {
    if (!setCells(state, await fetchCells(tile))) return;
    renderEntry();
    view.pad.enterStart();
  } catch (error) {
    toast(errorText(error));
  }
}

/** Begin the next game with the same players; those who follow this sheet go there too. */
async function openNewSheet() {
  const { sheet } = shownSheet();
  if (!sheet) return;
  const { edition, names } = sheet;
  try {
    const next = isDraft ? await createSheet({ edition, names }) : await createNext(code, key());
    location.assign(sheetAddress(next));
  } catch (error) {
    if (!isUnreachable(error) || !canBeginDraft()) toast(errorText(error));
    else if (!beginDraft({ edition, names }))
      toast(t("This browser does not store anything, so no sheet can be begun."));
  }
}

/** Save the record as a file, as far as this browser can compute it. */
function saveLocalRecord() {
  const today = utcDate(new Date());
  const record = pendingSheet.sheet(state.received, queue.waiting)?.record(draft?.date ?? today);
  if (record) saveRecord(record, code);
}

// -- messages -----------------------------------------------------------------------------------

/** @param {ServerMessage} message */
function receive(message) {
  const { received } = state;
  const isFollowing = received.sheet?.next === null && !received.sheet.writing;
  if (!receiveSheet(received, message)) return;
  if (isFollowing && received.sheet?.next) return location.replace(sheetAddress(received.sheet.next));
  if (message.type !== "lines") return scheduleRender();
  queue.markSeen(message.now.n);
  saveView();
  scheduleRender();
}

function saveView() {
  if (isDraft && !savedDraft(code)) return; // the server has it now
  const { sheet, now } = isDraft ? shownSheet() : state.received;
  if (!isDraft) writeStored("sheet", { code, view: state.received });
  if (!sheet || !now) return;
  saveSheet({ code, edition: sheet.edition, names: sheet.names, scores: now.scores, over: now.over !== null });
  if (now.over && !(isDraft && hasServer))
    import("./finished_sheet.js").then(({ saveFinishedSheet }) => saveFinishedSheet(code, shownSheet()));
}

/** Load the sheet by HTTP while there is no socket. */
async function loadSheet() {
  try {
    /** @type {SheetView} */
    const { sheet, lines, now } = await call("GET", `/api/sheets/${code}`, { key: key() });
    state.received = { sheet, lines, now };
    queue.markSeen(now.n);
    scheduleRender();
  } catch {
    // The socket will bring it.
  }
}

/** @param {Connection} connection @param {string} reason */
function onConnection(connection, reason) {
  state.isConnected = connection === "open";
  if (connection === "open") queue.flush();
  if (connection === "gone") toast(reason);
  scheduleRender();
}

// -- the user's choices -------------------------------------------------------------------------

function openSharing() {
  view.dialogs.openSharing(shownSheet(), queue.unsent.length);
}

/** @param {Line} line */
function openLine(line) {
  const { sheet } = shownSheet();
  if (sheet) view.dialogs.openLine(line, sheet);
}

/** Let the next entry be a player's. @param {number} seat */
function enterFor(seat) {
  state.seat = seat;
  render();
  goToStart();
  view.pad.enterStart();
}

/** @param {Mode} mode */
function changeMode(mode) {
  if (mode === state.mode && !state.isSheetShown) return; // what has been entered stays
  setMode(state, mode);
  writeStored("score.mode", mode);
  render();
}

/** Let the next entry replace a line, or be inserted before it. @param {"replace" | "insert"} how @param {Line} line */
function correctLine(how, line) {
  enterAt({ how, number: line.number }, line.seat);
}

/** Let a line be entered again, on the board. @param {Line} line */
function locateTile(line) {
  changeMode("board");
  correctLine("replace", line);
  if (line.tile && !line.tile.startsWith("=")) typeTile(line.tile);
}

/** Say where the next entry goes. @param {Target} target @param {number | null} seat */
function enterAt(target, seat) {
  setTarget(state, target, seat);
  render();
  goToStart();
}

/** Type a number of the tile, if it is entered on the board. @param {number} number */
function typeNumber(number) {
  if (state.mode === "board") typeDigit(`${number}`);
}

/** A shortcut, for those who may write. @param {() => void} action */
const whileWriting = (action) => () => {
  if (state.received.sheet?.writing) action();
};

for (const button of findAll(document, ".mode")) {
  button.addEventListener("click", () => changeMode(/** @type {Mode} */ (button.dataset.mode)));
}
byId("undo").addEventListener("click", () => change("undo"));
byId("redo").addEventListener("click", () => change("redo"));
byId("cancel").addEventListener("click", () => enterAt(ADD, null));
byId("open-sharing").addEventListener("click", openSharing);
byId("take-offered").addEventListener("click", () => showFailure(takePencil()));
byId("show-sheet").addEventListener("click", () => {
  state.isSheetShown = !state.isSheetShown;
  render();
});
addShortcuts({
  d: whileWriting(() => press("draw")),
  p: whileWriting(() => press("pass")),
  u: whileWriting(() => press("undo")),
  r: whileWriting(() => press("redo")),
  q: whileWriting(() => changeMode("quick")),
  b: whileWriting(() => changeMode("board")),
  t: whileWriting(() => changeMode("totals")),
  ...Object.fromEntries(NUMBERS.map((number) => [number, whileWriting(() => typeNumber(number))])),
});

// -- the start ----------------------------------------------------------------------------------

/** Load the rules, which compute the sheet until the server answers. */
async function loadRules() {
  const isLoaded = await pendingSheet.load(module);
  if (isDraft) state.problem = draftProblem(isLoaded);
  scheduleRender();
}

/** Why a sheet of this browser cannot be shown, or "". @param {boolean} isLoaded  whether the rules are loaded */
function draftProblem(isLoaded) {
  if (!draft) return t("There is no such sheet in this browser.");
  if (typeof WebAssembly !== "object") return t("This needs a browser with WebAssembly.");
  if (!isLoaded)
    return t("The rules could not be loaded. Connect to the network and load the page again; the sheet is saved.");
  if (!pendingSheet.sheet(state.received, []))
    return t("This saved sheet is damaged or from another version; what was entered is still in this browser.");
  return "";
}

if (draft) linkToRules(draft.edition);
if (!isDraft) navigator.serviceWorker?.ready.then(cacheThisPage);
scheduleRender();
loadRules();
queue.flush();
