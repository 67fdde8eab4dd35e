/**
 * The page that replays a game: of a table, of a record that the user opens, or of one in the page's link.
 * `#move=17` is its 17th step.
 */

import { dealNotes } from "../deals/nonces.js";
import { savedTable } from "../local/saved.js";
import { hasServer, pageAddress } from "../shared/addresses.js";
import { call, errorText } from "../shared/api.js";
import { scoreChart } from "../shared/chart.js";
import { copyText } from "../shared/clipboard.js";
import { byId, icon, refill } from "../shared/dom.js";
import { applyEvents, newGameState } from "../shared/game_state.js";
import { t } from "../shared/i18n.js";
import { addShortcuts } from "../shared/keyboard.js";
import { finishedGames, myGame } from "../shared/my_games.js";
import { readRecordFile, saveRecord } from "../shared/record_files.js";
import { reducedMotion } from "../shared/settings.js";
import { readStored } from "../shared/storage.js";
import { linkToRules } from "../shared/ui.js";
import { readHash, writeHash } from "../sharing/record_link.js";
import { goTo, hasAllHands, lastStep, nextEvent, openReplay, stepBefore } from "./state.js";
import { ReplayView } from "./view.js";

/** @import { ReviewPanel } from "../analysis/review_panel.js" */
/** @import { Replay } from "./state.js" */

const STEP_MS = 1200; // while it plays automatically
const code = byId("main").dataset.code || null; // of a table on the server
const query = new URLSearchParams(location.search);
const gameNumber = query.get("game"); // at the table; without it the latest
const sheetCode = query.get("sheet"); // of a score sheet
const localTable = savedTable(query.get("table") ?? "");
const view = new ReplayView();
const slider = byId("slider", HTMLInputElement);
const viewers = byId("views", HTMLSelectElement);
const fileField = byId("record-file", HTMLInputElement);

let replay = openReplay("");
/** @type {ReviewPanel | null} */
let review = null;
let timer = 0; // while it plays automatically
/** The record in the address. @type {string | null} */
let packed = null;

// -- the review -------------------------------------------------------------------------------------

/** Review the game: errors, luck, the account. */
async function openReview() {
  const { newReviewPanel } = await import("./review_page.js");
  const reviewed = replay;
  const isCurrent = () => replay === reviewed;
  byId("review-game").hidden = true;
  const panel = newReviewPanel(reviewed, {
    board: view.board,
    modules: reviewModules(reviewed),
    ownSeats: ownSeats(reviewed.names),
    goToStep: show,
    isCurrent,
  });
  review = panel;
  if (code) addReviewToAddress();
  const isReviewed = await panel.open({ code, game: gameNumber, text: reviewed.text });
  if (!isCurrent()) return;
  byId("review-game").hidden = isReviewed;
  byId("error-steps").hidden = !isReviewed;
}

/** The modules that review a game in this browser; null if only the server can. @param {Replay} reviewed */
function reviewModules(reviewed) {
  const { score, analysis, review } = byId("main").dataset;
  const canRun = typeof WebAssembly === "object" && score && analysis && review;
  return canRun && hasAllHands(reviewed) ? { score, analysis, review } : null;
}

/** Offer a review where it is possible, and say before it that unknown hands need the server. */
function offerReview() {
  byId("review-game").hidden = reviewModules(replay) === null && !hasServer;
  byId("review-note").hidden = hasAllHands(replay);
  byId("review-note").textContent = hasServer
    ? t("This record does not have all hands. The server reviews what follows from it, which needs a connection.")
    : t("This record does not have all hands. Only a Tricorn server can review it, and these pages have none.");
}

/** A link to this page opens the review too. */
function addReviewToAddress() {
  if (query.has("review")) return;
  query.set("review", "1");
  history.replaceState(null, "", `?${query}${location.hash}`);
}

/** The seat of the only person at a local table, or those with the user's name. @param {string[]} names */
function ownSeats(names) {
  const people = localTable?.seats.flatMap(({ kind }, seat) => (kind === "human" ? [seat] : [])) ?? [];
  if (people.length === 1) return people;
  const ownName = readStored("name", "");
  return names.flatMap((name, seat) => (ownName && name === ownName ? [seat] : []));
}

// -- loading ----------------------------------------------------------------------------------------

/** @param {string} text */
function load(text) {
  replay = openReplay(text);
  const { names, events, edition } = replay;
  linkToRules(edition);
  refill(byId("checked"));
  verifyDeals();
  byId("opener").hidden = true;
  byId("replay").hidden = false;
  slider.max = String(lastStep(replay));
  const seats = names.map((name, seat) => new Option(t("As {name} saw it", { name }), String(seat)));
  refill(viewers, new Option(t("All hands open"), ""), ...seats);
  refill(byId("chart"), scoreChart(applyEvents(newGameState(names.length, edition), events).steps, names, null));
  review = null;
  byId("review").hidden = true;
  byId("advice").hidden = true;
  byId("error-steps").hidden = true;
  offerReview();
  show(readHash(location.hash).step ?? 0);
  if (query.has("review") && !byId("review-game").hidden) openReview();
}

/** Verify the deals whose secrets are published. */
async function verifyDeals() {
  const { commit, events, names } = replay;
  if (!commit || !events.some((event) => event.kind === "secret")) return;
  const { verdicts, verdictsView } = await import("../deals/verify.js");
  const notes = code ? dealNotes(code) : [];
  const all = verdicts({ commit, events, names, notes, game: null, seat: null });
  const finished = all.filter((verdict) => verdict.isOver);
  if (replay.events === events) refill(byId("checked"), verdictsView(finished));
}

/** @param {unknown} error */
function showError(error) {
  byId("opener").hidden = false;
  byId("record-wrong").textContent = errorText(error);
}

/** @param {string} code */
function loadTable(code) {
  const number = gameNumber ? `?game=${encodeURIComponent(gameNumber)}` : "";
  return loadRecord(`/api/tables/${code}/record${number}`, myGame(code)?.key);
}

/** @param {string} path @param {string} [key] */
async function loadRecord(path, key) {
  try {
    /** @type {string} */
    const text = await call("GET", path, { key });
    load(text);
  } catch (error) {
    showError(error);
  }
}

/** Load the record in a link. @param {string} linked */
async function loadLinked(linked) {
  packed = linked;
  byId("record-wrong").textContent = t("Checking the record…");
  try {
    const { linkedRecord } = await import("./linked.js");
    const text = await linkedRecord(linked);
    byId("record-wrong").textContent = "";
    load(text);
  } catch (error) {
    byId("replay").hidden = true;
    showError(error);
  }
}

/** @param {File | undefined} file */
async function loadFile(file) {
  if (!file) return;
  byId("record-wrong").textContent = t("Checking the record…");
  try {
    const text = await readRecordFile(file);
    byId("record-wrong").textContent = "";
    packed = null;
    history.replaceState(null, "", pageAddress("replay", location.search));
    load(text);
  } catch (error) {
    showError(error);
    fileField.value = ""; // the same file can be chosen again
  }
}

// -- the view ---------------------------------------------------------------------------------------

/** @param {number} step */
function show(step) {
  const before = replay.step;
  goTo(replay, step);
  view.render(replay, replay.step === before + 1, earlyEndText());
  review?.showBefore(nextEvent(replay), replay.game.placed);
  const hash = writeHash(replay.step, packed);
  if (location.hash !== hash) history.replaceState(null, "", hash);
}

/** Why a game was not played to its end, if this browser knows; its record stops there. */
function earlyEndText() {
  const stored = code ? myGame(code) : undefined;
  if (!stored || replay.game.winner !== null || replay.step < lastStep(replay)) return "";
  const number = Number(gameNumber ?? stored.game ?? 1);
  return finishedGames(stored).find((result) => result.game === number)?.reason ?? "";
}

// -- controls ---------------------------------------------------------------------------------------

function pause() {
  clearInterval(timer);
  timer = 0;
  showRunButton("play", t("Play"));
}

function run() {
  if (timer) return pause();
  if (replay.step === lastStep(replay)) show(0);
  showRunButton("pause", t("Pause"));
  timer = setInterval(runStep, reducedMotion() ? STEP_MS * 1.5 : STEP_MS);
}

function runStep() {
  show(replay.step + 1);
  if (replay.step === lastStep(replay)) pause();
}

/** The link to this move: of a game on the server, or with the record in it. */
async function addressOfMove() {
  if (code || sheetCode) return location.href;
  const { linkToMove } = await import("../sharing/link.js");
  return linkToMove({ text: replay.text, step: replay.step, isReview: query.has("review") });
}

/** @param {string} name @param {string} label */
function showRunButton(name, label) {
  refill(byId("run"), icon(name));
  byId("run").setAttribute("aria-label", label);
}

/** Stop playing and show a step. @param {() => number} step */
const stopAt = (step) => () => {
  pause();
  show(step());
};
const first = stopAt(() => 0);
const back = stopAt(() => replay.step - 1);
const forward = stopAt(() => replay.step + 1);
const last = stopAt(() => lastStep(replay));

/** Go to the next error, or to the one before. @param {1 | -1} direction */
const toError = (direction) => () => {
  const event = review?.nextError(nextEvent(replay), direction) ?? null;
  if (event !== null) stopAt(() => stepBefore(replay, event))();
};
byId("error-previous").addEventListener("click", toError(-1));
byId("error-next").addEventListener("click", toError(1));
byId("review-game").addEventListener("click", openReview);

for (const [id, action] of Object.entries({ first, back, forward, last, run }))
  byId(id).addEventListener("click", action);
slider.addEventListener(
  "input",
  stopAt(() => Number(slider.value)),
);
viewers.addEventListener("change", () => {
  replay.viewer = viewers.value === "" ? null : Number(viewers.value);
  show(replay.step);
});
fileField.addEventListener("change", () => loadFile(fileField.files?.[0]));
byId("save").addEventListener("click", () => saveRecord(replay.text, code));
byId("copy-link").addEventListener("click", async () => {
  const address = await addressOfMove();
  if (!address) return;
  const isCopied = await copyText(address);
  byId("event-text").textContent = isCopied ? t("The link to this move is copied.") : address;
});
byId("share-picture").addEventListener("click", async () => {
  const { sharePicture } = await import("../sharing/picture.js");
  const { names, edition, events } = replay;
  const { scores, winner } = applyEvents(newGameState(names.length, edition), events);
  sharePicture({ names, edition, events, scores, winner });
});
addEventListener("hashchange", () => {
  const { step, packed: linked } = readHash(location.hash);
  if (linked && linked !== packed) loadLinked(linked);
  else show(step ?? replay.step);
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  loadFile(event.dataTransfer?.files[0]);
});

addShortcuts({
  ArrowLeft: back,
  ArrowRight: forward,
  Home: first,
  End: last,
  b: toError(-1),
  n: toError(1),
  " ": run,
  ...view.board.viewport.shortcuts,
});

const linked = readHash(location.hash).packed;
const stored = localTable?.records.at(Number(gameNumber) - 1) ?? sessionStorage.getItem("tricorn.record");
if (code) loadTable(code);
else if (sheetCode) loadRecord(`/api/sheets/${encodeURIComponent(sheetCode)}/record`);
else if (linked) loadLinked(linked);
else if (stored) load(stored);
else byId("opener").hidden = false;
