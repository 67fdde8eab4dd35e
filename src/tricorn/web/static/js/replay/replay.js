/** The page that replays a game: of a table, or of a record that the reader opens. `#move=17` is its 17th play. */

import { Board } from "../board/board.js";
import { looseTile } from "../board/tile.js";
import { dealNotes } from "../deals/numbers.js";
import { savedTable } from "../local/saved.js";
import { hasServer, pageAddress } from "../shared/addresses.js";
import { call, errorText } from "../shared/api.js";
import { chart } from "../shared/chart.js";
import { byId, icon, initial, make, reducedMotion, refill } from "../shared/dom.js";
import { applyEvents, newGameState } from "../shared/game_state.js";
import { figure, t, tn } from "../shared/i18n.js";
import { addShortcuts } from "../shared/keyboard.js";
import { finishedGames, myGame } from "../shared/my_games.js";
import { SEATS } from "../shared/notation.js";
import { readRecordFile, saveRecord } from "../shared/record_files.js";
import { ScoreSheet } from "../shared/score_sheet.js";
import { sentence } from "../shared/sentences.js";
import { readStored } from "../shared/storage.js";
import { linkToRules, toast } from "../shared/ui.js";
import { eventAt, goTo, isWhole, lastStep, nextEvent, nextSeat, openReplay, stepBefore } from "./state.js";

/** @typedef {import("../shared/game_state.js").GameState} GameState */
/** @typedef {import("./state.js").Replay} Replay */

const STEP_MS = 1200; // while it plays automatically
const code = byId("main").dataset.code || null;
const gameNumber = new URLSearchParams(location.search).get("game"); // at the table; the latest if it is left out
const board = new Board(byId("board", SVGSVGElement), {
  onView: () => (byId("fit").hidden = !board.view.manual),
});
const sheet = new ScoreSheet(byId("sheet-body"));
const slider = byId("slider", HTMLInputElement);
const views = byId("views", HTMLSelectElement);

/** @type {import("./state.js").Replay} */
let replay = openReplay("");
let timer = 0;

const players = { name: (/** @type {number} */ seat) => replay.names[seat] ?? "", isMine: () => false };

// -- loading ----------------------------------------------------------------------------------------

/** @type {import("../coach/review_panel.js").ReviewPanel | null} */
let review = null;

/** Review the game: errors, luck, the account. */
async function openReview() {
  const { ReviewPanel } = await import("../coach/review_panel.js");
  byId("review-game").hidden = true;
  const record = replay;
  const panel = new ReviewPanel({
    figures: byId("review"),
    chart: byId("chart"),
    advice: byId("advice"),
    board,
    goToEvent: (event) => show(stepBefore(record, event)),
    playOn: isWhole(record) ? (choice, level) => playOn(record, choice, level) : undefined,
    isCurrent: () => replay === record,
    onReview: async ({ choices }) => {
      if ((await saveMistakes(record, choices)) && replay === record) panel.linkToPuzzles();
    },
  });
  review = panel;
  if (code && !location.search.includes("review")) {
    const query = new URLSearchParams(location.search);
    query.set("review", "1");
    history.replaceState(null, "", `?${query}${location.hash}`);
  }
  const isReviewed = await panel.open({ code, game: gameNumber, text: replay.text });
  if (review !== panel) return; // another record was opened
  byId("review-game").hidden = isReviewed || !hasServer;
  byId("mistake-steps").hidden = !isReviewed;
}

/**
 * Save the reader's own mistakes as puzzles; whether there are any. @param {Replay} record
 * @param {import("../shared/mistakes.js").ReviewedChoice[]} choices
 */
async function saveMistakes({ text, names }, choices) {
  const mine = readStored("name", "");
  const people = local?.seats.flatMap(({ kind }, seat) => (kind === "human" ? [seat] : [])) ?? [];
  const own = people.length === 1 ? people : names.flatMap((name, seat) => (mine && name === mine ? [seat] : []));
  const { findMistakes, saveMistake } = await import("../shared/mistakes.js");
  const mistakes = findMistakes(text, choices, own);
  mistakes.forEach(saveMistake);
  return mistakes.length > 0;
}

/**
 * Play on from a choice, against bots. @param {Replay} record @param {{event: number, seat: string}} choice
 * @param {string} level
 */
async function playOn(record, { event, seat }, level) {
  const { openPosition } = await import("../local/opening.js");
  const { edition, names, events } = record;
  const problem = openPosition({ edition, names, events: events.slice(0, event), seat: SEATS.indexOf(seat), level });
  if (problem) toast(t("This browser does not store anything, so a game cannot be saved here."));
}

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
  refill(views, new Option(t("All hands open"), ""), ...seats);
  refill(byId("chart"), chart(applyEvents(newGameState(names.length), events).steps, names, null));
  review = null;
  byId("review").hidden = true;
  byId("advice").hidden = true;
  byId("mistake-steps").hidden = true;
  byId("review-game").hidden = !hasServer;
  show(stepInAddress() ?? 0);
  if (!hasServer || new URLSearchParams(location.search).has("review")) openReview(); // without a server, it says so
}

/** Verify the deals whose secrets are published. */
async function verifyDeals() {
  const { commit, events, names } = replay;
  if (!commit || !events.some((event) => event.kind === "secret")) return;
  const { verdicts, verdictsView } = await import("../deals/verify.js");
  const notes = code ? dealNotes(code) : [];
  const found = verdicts({ commit, events, names, notes, game: null, seat: null }).filter((verdict) => verdict.isOver);
  if (replay.events === events) refill(byId("checked"), verdictsView(found));
}

function stepInAddress() {
  const match = /^#move=(\d+)$/.exec(location.hash);
  return match ? Number(match[1]) : null;
}

/** @param {unknown} error */
function showError(error) {
  byId("opener").hidden = false;
  byId("record-wrong").textContent = errorText(error);
}

/** @param {string} code */
function loadTable(code) {
  const which = gameNumber ? `?game=${encodeURIComponent(gameNumber)}` : "";
  return loadRecord(`/api/tables/${code}/record${which}`, myGame(code)?.key);
}

/** @param {string} path @param {string} [key] */
async function loadRecord(path, key) {
  try {
    load(await call("GET", path, { key }));
  } catch (error) {
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
  const before = replay.at;
  goTo(replay, step);
  const { at, game } = replay;
  const end = lastStep(replay);
  board.show(game.placed, at === before + 1 ? placeOfLastPlayer() : null);
  byId("event-text").textContent = eventText();
  byId("step").textContent = t("{at} of {all}", { at, all: end });
  slider.value = String(at);
  byId("round-number").textContent = t("Round {number}", { number: game.rounds.at(-1)?.number ?? 1 });
  showHands();
  sheet.show(game, replay.names);
  for (const id of ["first", "back"]) byId(id, HTMLButtonElement).disabled = at === 0;
  for (const id of ["forth", "last"]) byId(id, HTMLButtonElement).disabled = at === end;
  review?.showBefore(nextEvent(replay), game.placed);
  if (stepInAddress() !== at) history.replaceState(null, "", `#move=${at}`);
}

function eventText() {
  const event = eventAt(replay);
  const parts = event ? [sentence(event, players), gameWon(replay.game)] : [t("The hands are dealt.")];
  return [...parts, earlyEnd()].join(" ").trim();
}

/** Why a game was not played to its end, if this browser knows: the record stops there. */
function earlyEnd() {
  const stored = code ? myGame(code) : undefined;
  if (!stored || replay.game.winner !== null || replay.at < lastStep(replay)) return "";
  const number = Number(gameNumber ?? stored.game ?? 1);
  return finishedGames(stored).find((result) => result.game === number)?.reason ?? "";
}

/** Who has won the game, and why if another score is higher (R12). @param {GameState} game */
function gameWon({ winner, scores }) {
  if (winner === null) return "";
  const name = players.name(winner);
  return scores[winner] === Math.max(...scores)
    ? t("{name} wins the game.", { name })
    : t("{name} wins the game: of those who reached the target, {name} won the last round.", { name });
}

/** Where the hand is that the last tile came from. */
function placeOfLastPlayer() {
  const event = eventAt(replay);
  return event?.kind === "place" ? (byId("hands").children[event.seat]?.getBoundingClientRect() ?? null) : null;
}

function showHands() {
  const next = nextSeat(replay);
  refill(byId("hands"), ...replay.names.map((name, seat) => handView(name, seat, seat === next)));
}

/** @param {string} name @param {number} seat @param {boolean} isNext */
function handView(name, seat, isNext) {
  const { game } = replay;
  const hand = game.hands[seat] ?? [];
  return make(
    "li",
    { class: isNext ? "hand on-turn" : "hand" },
    make("span", { class: `avatar small seat-${seat}`, "aria-hidden": "true" }, initial(name)),
    make("span", { class: "name" }, name),
    make("b", { class: "score" }, figure(game.scores[seat])),
    make(
      "span",
      { class: "tiles" },
      ...hand.map((tile) => handTile(tile, seat)),
      make("span", { class: "aside" }, tn("{n} tile", "{n} tiles", hand.length)),
    ),
  );
}

/** @param {string | null} tile @param {number} seat */
function handTile(tile, seat) {
  const { drawn, rounds } = replay.game;
  const wasDrawn = tile !== null && drawn.includes(tile) && rounds.at(-1)?.turns.at(-1)?.seat === seat;
  const shown = replay.seat === null || replay.seat === seat ? tile : null;
  const label = shown ?? t("A hidden tile");
  return make("span", { class: wasDrawn ? "mini drawn" : "mini", role: "img", "aria-label": label }, looseTile(shown));
}

// -- controls ---------------------------------------------------------------------------------------

function pause() {
  clearInterval(timer);
  timer = 0;
  showRunButton("play", t("Play"));
}

function run() {
  if (timer) return pause();
  if (replay.at === lastStep(replay)) show(0);
  showRunButton("pause", t("Pause"));
  timer = setInterval(runStep, reducedMotion() ? STEP_MS * 1.5 : STEP_MS);
}

function runStep() {
  show(replay.at + 1);
  if (replay.at === lastStep(replay)) pause();
}

/** @param {string} name @param {string} label */
function showRunButton(name, label) {
  refill(byId("run"), icon(name));
  byId("run").setAttribute("aria-label", label);
}

/** @param {() => number} step */
const stopAt = (step) => () => {
  pause();
  show(step());
};
const first = stopAt(() => 0);
const back = stopAt(() => replay.at - 1);
const forth = stopAt(() => replay.at + 1);
const last = stopAt(() => lastStep(replay));

/** To another mistake. @param {number} direction */
const toMistake = (direction) => () => {
  const event = review?.neighbour(nextEvent(replay), direction);
  if (event !== null && event !== undefined) stopAt(() => stepBefore(replay, event))();
};
byId("mistake-back").addEventListener("click", toMistake(-1));
byId("mistake-forth").addEventListener("click", toMistake(1));
byId("review-game").addEventListener("click", openReview);

for (const [id, action] of Object.entries({ first, back, forth, last, run }))
  byId(id).addEventListener("click", action);
slider.addEventListener(
  "input",
  stopAt(() => Number(slider.value)),
);
views.addEventListener("change", () => {
  replay.seat = views.value === "" ? null : Number(views.value);
  show(replay.at);
});
byId("fit").addEventListener("click", () => board.view.fit());
const fileField = byId("record-file", HTMLInputElement);
fileField.addEventListener("change", () => loadFile(fileField.files?.[0]));
byId("save").addEventListener("click", () => saveRecord(replay.text, code));
byId("copy-link").addEventListener("click", async () => {
  await navigator.clipboard.writeText(location.href).catch(() => undefined);
  byId("event-text").textContent = t("The link to this move is copied.");
});
addEventListener("hashchange", () => show(stepInAddress() ?? replay.at));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  loadFile(event.dataTransfer?.files[0]);
});

addShortcuts({
  ArrowLeft: back,
  ArrowRight: forth,
  Home: first,
  End: last,
  b: toMistake(-1),
  n: toMistake(1),
  " ": run,
  f: () => board.view.fit(),
  "+": () => board.view.zoom(1.3),
  "=": () => board.view.zoom(1.3),
  "-": () => board.view.zoom(1 / 1.3),
});

const local = savedTable(new URLSearchParams(location.search).get("table") ?? "");
const opened = local?.records.at(Number(gameNumber) - 1) ?? sessionStorage.getItem("tricorn.record");
const sheetCode = new URLSearchParams(location.search).get("sheet"); // of a score sheet
if (code) loadTable(code);
else if (sheetCode) loadRecord(`/api/sheets/${encodeURIComponent(sheetCode)}/record`);
else if (opened) load(opened);
else byId("opener").hidden = false;
