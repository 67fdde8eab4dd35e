/**
 * The course: a lesson is a position with one thing to do. The rules run in a worker, which says what is legal, what
 * it scores and whether the round is over; the page compares what happened with the lesson's goal.
 */

import { openLocalTable } from "../local/opening.js";
import { Practice } from "../practice/practice.js";
import { byId, find, findAll, icon, makeButton, pageData, refill } from "../shared/dom.js";
import { formatPoints, t } from "../shared/i18n.js";
import { usesKeyboard } from "../shared/keyboard.js";
import { problemText } from "../shared/opening_problem.js";
import { readLines } from "../shared/record.js";
import { sentence } from "../shared/sentences.js";
import { COACHED, readList, readStored, writeStored } from "../shared/storage.js";
import { toast } from "../shared/ui.js";
import { celebrate, playEventSound } from "../table/effects.js";
import {
  clearGame,
  offerMoves,
  playerName,
  receiveHeader,
  receiveLines,
  receiveNow,
  receiveTable,
} from "../table/state.js";
import { LessonGame } from "./lesson_game.js";

/** @import { Event } from "../shared/record.js" */
/** @typedef {{move: string, tile: string, cell: string, reason: string}} RefusedTry */
/** @typedef {{kind: string, bonus?: string, tile?: string}} Goal */
/** @typedef {{name: string, record: string, goal: Goal, refusals: RefusedTry[]}} Lesson */

const DONE = "lessons"; // in the storage: the names of the lessons that are done
const LEARNER = 0;

/** @type {Lesson[]} */
const lessons = pageData("lesson-data");
const { module = "", edition = "", level = "", bot = "" } = byId("main").dataset;
const list = byId("lessons");
let current = -1; // the lesson that is shown; after the last one, the first game
/** Whether the lesson's goal is reached or missed. @type {"open" | "right" | "wrong"} */
let outcome = "open";

const practice = new Practice(tryMove, { sending: () => "once" });
const { state } = practice;
const game = new LessonGame(module, { onFrame: receive, onFailure: showFailure });

// -- progress ---------------------------------------------------------------------------------------

/** @returns {string[]} */
function doneLessons() {
  return readList(DONE);
}

/** @param {string} name */
function noteDone(name) {
  writeStored(DONE, [...new Set([...doneLessons(), name])]);
}

function showContents() {
  const done = doneLessons();
  findAll(list, "li").forEach((item, number) => {
    const isDone = done.includes(lessons[number]?.name ?? "");
    const link = find(item, "a");
    item.classList.toggle("done", isDone);
    link.setAttribute("aria-current", number === current ? "step" : "false");
    refill(find(item, ".mark"), isDone && icon("check"));
    find(item, ".state").textContent = isDone ? t("done") : "";
  });
}

// -- a lesson ---------------------------------------------------------------------------------------

/** A text of a lesson, from the template. @param {number} number @param {string} part */
function lessonText(number, part) {
  return find(findAll(list, "li")[number], `.${part}`).textContent ?? "";
}

/** @param {number} number */
function show(number) {
  current = number;
  outcome = "open";
  const isGame = number >= lessons.length;
  document.body.toggleAttribute("data-finished", isGame);
  byId("lesson-number").textContent = isGame
    ? t("The course is done")
    : t("Lesson {number} of {all}", { number: number + 1, all: lessons.length });
  byId("lesson-title").textContent = lessonText(number, "title");
  byId("task").textContent = lessonText(number, "task");
  showFeedback("");
  showSteps();
  showContents();
  history.replaceState(null, "", `#${lessons[number]?.name ?? "game"}`);
  if (!isGame) return start();
  game.close();
  byId("first-game").focus({ preventScroll: true });
}

/** Begin the lesson that is shown. */
function start() {
  outcome = "open";
  clearGame(state);
  practice.input.cancel();
  practice.board.clearScore();
  practice.board.preview(null);
  refill(byId("rack")); // until the game has come
  game.open(lessons[current].record);
}

/** @param {import("../local/table.js").Frame} frame */
function receive(frame) {
  if (outcome !== "open") return;
  switch (frame.type) {
    case "table":
      return receiveTable(state, frame);
    case "header":
      return void receiveHeader(state, frame);
    case "lines":
      return receiveMoves(frame);
    case "refused":
      practice.input.cancel();
      practice.render();
  }
}

/** @param {import("../shared/protocol.js").Lines} frame */
function receiveMoves({ first, lines, now }) {
  const isNews = state.now !== null;
  const events = receiveLines(state, first, readLines(lines));
  receiveNow(state, { ...now, received: performance.now() });
  const { refusals } = lessons[current];
  if (isNews) events.forEach(playEvent);
  if (isNews) judge(events);
  if (outcome === "open" && now.turn === LEARNER) offer(refusals);
  practice.render();
  if (state.isDrawing) practice.input.drawNext();
  if (isNews) return;
  practice.board.viewport.fit();
  if (usesKeyboard()) practice.rack.focus();
}

/**
 * Offer the legal moves and, in lessons where all cells can be tried, the refused ones.
 * @param {RefusedTry[]} refusals
 */
function offer(refusals) {
  const refused = refusals.map(({ move, tile, cell }) => ({ move, tile, cell, points: 0, bonus: null }));
  offerMoves(state, refused);
}

/** @param {Event} event */
function playEvent(event) {
  if (event.kind === "place") celebrate(practice.board, event, event.seat !== LEARNER);
  playEventSound(event);
}

// -- tries ------------------------------------------------------------------------------------------

/** @param {string} move */
function tryMove(move) {
  const refusal = lessons[current].refusals.find((candidate) => candidate.move === move);
  if (!refusal) return game.send(state.now?.n ?? 0, move);
  practice.input.cancel();
  practice.render();
  practice.board.preview(move, "refused");
  showFeedback(refusal.reason, "wrong");
  if (usesKeyboard()) practice.rack.focus();
}

/** Whether an event reaches the goal of a lesson. @param {Event} event @param {Goal} goal */
function isGoal(event, { kind, bonus, tile }) {
  if (event.kind !== kind) return false;
  if (event.kind !== "place") return true;
  return event.seat === LEARNER && (!bonus || event.bonus === bonus) && (!tile || event.tile === tile);
}

/** @param {Event[]} events */
function judge(events) {
  const { goal, name } = lessons[current];
  const sentences = events
    .filter((event) => event.kind !== "score")
    .map((event) =>
      sentence(event, { name: (seat) => playerName(state, seat), isYou: isLearner, scoring: state.game.scoring }),
    );
  if (events.some((event) => isGoal(event, goal))) {
    outcome = "right";
    noteDone(name);
    showFeedback([...sentences.filter(Boolean), lessonText(current, "after")].join(" "), "right");
  } else if (events.some((event) => event.kind === "place" && event.seat === LEARNER)) {
    outcome = "wrong";
    const points = formatPoints(events.find((event) => event.kind === "place")?.points ?? 0);
    showFeedback(t("That is allowed and scores {points}, but it is not the task. Try again.", { points }), "wrong");
  } else return showFeedback(sentences.filter(Boolean).join(" "));
  game.close();
  showSteps();
  showContents();
}

/** @param {number} seat */
const isLearner = (seat) => seat === LEARNER;

/** @param {string} text @param {"right" | "wrong" | ""} [kind] */
function showFeedback(text, kind = "") {
  byId("feedback").dataset.kind = kind;
  byId("feedback").textContent = text;
}

/** The buttons below the lesson: what can be done next. */
function showSteps() {
  const steps = byId("steps");
  const isRight = outcome === "right";
  const isGame = current >= lessons.length;
  const next = { id: "next-lesson", class: "primary", click: () => show(current + 1) };
  refill(
    steps,
    outcome === "wrong" && makeButton({ id: "again", class: "primary", click: () => show(current) }, t("Try again")),
    isRight && makeButton(next, t("Next")),
  );
  byId("skip").hidden = isGame || isRight;
  document.body.dataset.result = outcome;
  if (outcome !== "open") find(steps, ".primary").focus({ preventScroll: true });
}

function showFailure() {
  game.close();
  byId("course").hidden = true;
  byId("no-course").hidden = false;
}

/** Open a game against the gentlest bot, with a coach. */
function playFirstGame() {
  const name = readStored("name", "") || t("Guest");
  const seats = [
    { kind: /** @type {const} */ ("human"), name },
    { kind: /** @type {const} */ ("bot"), level, name: bot },
  ];
  /** @type {import("../shared/editions.js").Edition[]} */
  const editions = pageData("editions");
  writeStored(COACHED, []);
  const problem = openLocalTable(seats, edition, editions);
  if (problem) toast(problemText(problem));
}

// -- the page ---------------------------------------------------------------------------------------

for (const [number, item] of findAll(list, "li").entries()) {
  find(item, "a").addEventListener("click", (event) => {
    event.preventDefault();
    byId("contents", HTMLDetailsElement).open = false;
    show(number);
  });
}
byId("first-game").addEventListener("click", playFirstGame);
byId("skip").addEventListener("click", () => show(current + 1));
addEventListener("hashchange", () => show(requestedLesson()));

/** The lesson of the address, or the first that is not done. */
function requestedLesson() {
  const named = lessons.findIndex(({ name }) => name === location.hash.slice(1));
  if (named >= 0) return named;
  if (location.hash === "#game") return lessons.length;
  const done = doneLessons();
  const first = lessons.findIndex(({ name }) => !done.includes(name));
  return first < 0 ? 0 : first;
}

if (module && typeof WebAssembly === "object" && typeof Worker === "function") {
  byId("course").hidden = false;
  show(requestedLesson());
} else byId("no-course").hidden = false;
