/** The page of the puzzles: one a day, the same for everybody; others by theme and difficulty; one's own mistakes. */

import { percent } from "../coach/reasons.js";
import { levelName } from "../shared/bots.js";
import { byId, icon, make, makeButton, refill } from "../shared/dom.js";
import { figure, signed, t, tn } from "../shared/i18n.js";
import { usesKeyboard } from "../shared/keyboard.js";
import { forgetMistake, myMistakes } from "../shared/mistakes.js";
import { toast } from "../shared/ui.js";
import { showNews } from "../table/announcer.js";
import { playSound } from "../table/effects.js";
import { Practice } from "../table/practice.js";
import { nameOf } from "../table/state.js";
import { dateOf, PuzzleFiles } from "./data.js";
import { explanation, moveName, temptingMove } from "./explanation.js";
import { optionOf, setPosition } from "./position.js";
import { isFinished, noteSolved, noteTry, signs, solvedPuzzles, streak, triesOf } from "./progress.js";

/** @typedef {import("../shared/mistakes.js").PuzzleMove} PuzzleMove */
/** @typedef {import("./position.js").Position} Position */

const { puzzles: address = "", names = "", levels = "" } = byId("main").dataset;
const NAMES = names.split(" ");
const LEVELS = levels.split(" ");
/** @type {Record<string, string>} */
const EDITIONS = JSON.parse(byId("editions").textContent ?? "{}");
const theme = byId("theme", HTMLSelectElement);
const difficulty = byId("difficulty", HTMLSelectElement);

const files = new PuzzleFiles(address);
const practice = new Practice(answer);
const { state } = practice;
/** @type {Position | null} */
let position = null;
let number = -1; // of the puzzle that is shown; -1 if it is one's own
let date = ""; // of the day whose puzzle is shown, or ""
/** @type {import("../shared/mistakes.js").Mistake | null} */
let mistake = null;

// -- which puzzle -----------------------------------------------------------------------------------

async function showDaily() {
  const today = new Date();
  date = dateOf(today);
  mistake = null;
  await showNumber(files.ofDay(today), t("Puzzle of the day"), "");
  const tries = triesOf(date);
  if (isFinished(tries)) showEnd(tries.endsWith("r"));
}

/** @param {number} wanted */
async function showOther(wanted) {
  date = "";
  mistake = null;
  await showNumber(wanted, t("Puzzle {number}", { number: wanted + 1 }), `#${wanted + 1}`);
}

/** @param {number} wanted @param {string} title @param {string} hash */
async function showNumber(wanted, title, hash) {
  const puzzle = await files.puzzle(wanted).catch(() => null);
  if (!puzzle) return toast(t("The puzzle could not be loaded. Are you connected?"));
  number = wanted;
  const themes = [...theme.options].find(({ value }) => value === puzzle.theme)?.text ?? "";
  const level = LEVELS[puzzle.difficulty - 1];
  const found = level
    ? t("found by the level {level}", { level: levelName(level) })
    : t("found by none of our bots in time");
  showPosition(puzzle, NAMES.slice(0, puzzle.scores.length), title, [
    EDITIONS[puzzle.edition],
    ...(date ? [] : [themes]),
    found,
  ]);
  history.replaceState(null, "", location.pathname + location.search + hash);
}

/** Show the next puzzle of the chosen theme and difficulty, preferably an unsolved one. */
function showAnother() {
  const solved = solvedPuzzles();
  const all = files.entries.map((entry, at) => ({ entry, at }));
  const fitting = all.filter(
    ({ entry }) =>
      (!theme.value || entry[2] === theme.value) && (!difficulty.value || entry[3] === Number(difficulty.value)),
  );
  if (!fitting.length) return toast(t("There is no such puzzle."));
  const fresh = fitting.filter(({ at }) => !solved.has(at) && at !== number);
  const among = fresh.length ? fresh : fitting;
  const next = among.find(({ at }) => at > number) ?? among[0];
  return showOther(next.at);
}

function showOwn() {
  const mine = myMistakes();
  if (!mine.length) return showAnother();
  const at = mistake ? mine.findIndex(({ lines }) => lines.join() === mistake?.lines.join()) + 1 : 0;
  mistake = mine[at % mine.length];
  date = "";
  number = -1;
  showPosition(mistake, mistake.names, t("From your own game"), editionText(mistake.edition));
}

/** An edition line in words, house rules as a record has them. @param {string} line */
function editionText(line) {
  const [id, ...rules] = line.split(" ");
  return [EDITIONS[id] ?? id, ...rules];
}

// -- the position -----------------------------------------------------------------------------------

/** @param {Position} shown @param {string[]} players @param {string} title @param {string[]} about */
function showPosition(shown, players, title, about) {
  position = shown;
  setPosition(state, shown, players);
  byId("puzzle-title").textContent = title;
  byId("about").textContent = about.filter(Boolean).join(" · ");
  byId("choose", HTMLDetailsElement).open = false;
  byId("own").hidden = !myMistakes().length;
  refill(byId("seats"), ...players.map((name, seat) => seatView(name, seat, shown)));
  begin();
  showNews(state);
  practice.board.view.fit();
}

/** @param {string} name @param {number} seat @param {Position} shown */
function seatView(name, seat, { seat: own, scores }) {
  const held = state.now?.held[seat] ?? 0;
  return make(
    "li",
    { class: seat === own ? "mine" : null },
    seat === own ? t("You") : name,
    " ",
    make("b", {}, figure(scores[seat])),
    make("span", { class: "held" }, icon("tile"), String(held), make("span", { class: "aside" }, t("tiles"))),
  );
}

/** Let the reader choose a move. */
function begin() {
  byId("feedback").dataset.kind = "";
  byId("feedback").textContent = "";
  byId("why").hidden = true;
  document.body.dataset.result = "open";
  practice.input.cancel();
  practice.board.clearScore();
  practice.board.advise(null);
  practice.render();
  refill(byId("steps"));
  if (usesKeyboard()) practice.rack.focus();
}

// -- answers ----------------------------------------------------------------------------------------

/** @param {string} move */
function answer(move) {
  if (!position) return;
  const [best] = position.moves;
  const chosen = position.moves.find(([each]) => each === move);
  if (!chosen) return;
  const isRight = chosen === best;
  if (date) noteTry(date, isRight ? "r" : "w");
  playSound(isRight ? "bridge" : "pass");
  if (isRight) return solve();
  const values = { move: moveName(chosen), points: signed(chosen[1]), chance: percent(chosen[3]) };
  say(t("{move} ({points}) wins {chance} of the games. There is a better move.", values), "wrong");
  refill(
    byId("steps"),
    makeButton({ id: "again", class: "primary", click: begin }, t("Try again")),
    makeButton({ id: "solution", class: "button", click: giveUp }, t("Show the solution")),
  );
  byId("again").focus({ preventScroll: true });
}

function solve() {
  if (number >= 0) noteSolved(number);
  if (mistake) forgetMistake(mistake);
  showEnd(true);
}

function giveUp() {
  if (date) noteTry(date, "x");
  showEnd(false);
}

/** @param {boolean} isSolved */
function showEnd(isSolved) {
  if (!position) return;
  const { moves } = position;
  const values = { move: moveName(moves[0]), chance: percent(moves[0][3]), next: percent(moves[1][3]) };
  say(
    isSolved
      ? t("Right: {move} wins {chance} of the games, the next best move {next}.", values)
      : t("The best move is {move}: it wins {chance} of the games, the next best {next}.", values),
    "right",
  );
  const played = moves.find(([move]) => move === mistake?.played);
  const other = played ?? temptingMove(moves);
  const name = { move: moveName(other) };
  const label = played ? t("Played: {move}", name) : t("Most points: {move}", name);
  drawAnswer(moves);
  refill(
    byId("why"),
    explanation(moves, other, label, (seat) => nameOf(state, seat)),
  );
  byId("why").hidden = false;
  const share = { id: "share", class: "primary", click: shareResult };
  const next = { id: "go-on", class: date ? "button" : "primary", click: mistake ? showOwn : showAnother };
  refill(byId("steps"), date && makeButton(share, icon("share"), t("Share")), makeButton(next, t("Another puzzle")));
  byId("steps").querySelector("button")?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** The answer on the board, with the cells that it keeps for the reader, and those that the other move leaves. */
function drawAnswer(/** @type {PuzzleMove[]} */ moves) {
  practice.input.cancel();
  state.selection.options = [];
  practice.render();
  practice.board.advise(optionOf(moves[0]));
  practice.board.outline(moves[0][7] ?? [], "reason-cell");
  practice.board.outline(temptingMove(moves)[8] ?? [], "reason-cell left");
}

/** @param {string} text @param {"right" | "wrong"} kind */
function say(text, kind) {
  byId("feedback").dataset.kind = kind;
  byId("feedback").textContent = text;
  document.body.dataset.result = kind;
}

/** The result of the day without the answer: a sign for each try, and the streak. */
async function shareResult() {
  const tries = triesOf(date);
  const days = streak(new Date());
  const lines = [
    t("Tricorn, puzzle of {date}", { date }),
    [signs(tries), days > 1 && tn("{n} day in a row", "{n} days in a row", days)].filter(Boolean).join(" · "),
    location.origin + location.pathname,
  ];
  const text = lines.join("\n");
  if (navigator.share) return navigator.share({ text }).catch(() => undefined);
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  toast(isCopied ? t("The result is copied.") : text);
}

// -- the page ---------------------------------------------------------------------------------------

for (const [at, level] of [...LEVELS, ""].entries()) {
  const text = level ? levelName(level) : t("beyond our bots");
  difficulty.append(make("option", { value: at + 1 }, text));
}
byId("another").addEventListener("click", showAnother);
byId("daily").addEventListener("click", showDaily);
byId("own").addEventListener("click", showOwn);
addEventListener("hashchange", showAddressed);

/** The puzzle that the address names, or that of the day. */
function showAddressed() {
  const wanted = Number(location.hash.slice(1)) - 1;
  if (location.hash === "#own" && myMistakes().length) return showOwn();
  return wanted >= 0 && wanted < files.entries.length ? showOther(wanted) : showDaily();
}

try {
  await files.open();
  await showAddressed();
} catch {
  say(t("The puzzle could not be loaded. Are you connected?"), "wrong");
}
