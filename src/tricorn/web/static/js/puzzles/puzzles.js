/** The page of the puzzles: a daily one, others by theme and difficulty, and the player's own mistakes. */

import { Practice } from "../practice/practice.js";
import { ruleText } from "../setup/rule_words.js";
import { storedSetup } from "../setup/stored.js";
import { levelName } from "../shared/bots.js";
import { copyText } from "../shared/clipboard.js";
import { byId, icon, make, makeButton, pageData, refill } from "../shared/dom.js";
import { presetOf, splitLine } from "../shared/editions.js";
import { formatPercent, formatPoints, formatScore, t, tn } from "../shared/i18n.js";
import { usesKeyboard } from "../shared/keyboard.js";
import { forgetMistake, myMistakes } from "../shared/mistakes.js";
import { utcDate } from "../shared/notation.js";
import { seatDot, toast } from "../shared/ui.js";
import { showNews } from "../table/announcer.js";
import { playSound } from "../table/effects.js";
import { playerName } from "../table/state.js";
import { PuzzleFiles } from "./data.js";
import { explanation, moveName, temptingMove } from "./explanation.js";
import { readPosition, setPosition } from "./position.js";
import { isFinished, saveSolved, saveTry, solvedPuzzles, streak, triesOn, triesText } from "./progress.js";

/** @import { Mistake } from "../shared/mistakes.js" */
/** @import { Position, PuzzleMove } from "./position.js" */

/**
 * The puzzle that is shown.
 * @typedef {object} Shown
 * @property {Position} position
 * @property {number | null} number   null for the player's own mistake
 * @property {string | null} date     of the daily puzzle; null for any other
 * @property {string} rules           the id of its preset, or else its rulebook
 * @property {Mistake | null} mistake  of the player, that the puzzle was made of
 */

const { puzzles: address = "", names = "", levels = "", edition: usualRules = "" } = byId("main").dataset;
const NAMES = names.split(" ");
const LEVELS = levels.split(" ");
/** The names of the rulebooks, and what ends a game, by their ids. @type {Record<string, [string, string]>} */
const EDITIONS = pageData("editions");
/** @type {import("../shared/editions.js").Preset[]} */
const PRESETS = pageData("presets");
const theme = byId("theme", HTMLSelectElement);
const difficulty = byId("difficulty", HTMLSelectElement);

const files = new PuzzleFiles(address);
const practice = new Practice(answer);
const { state } = practice;
/** @type {Shown | null} */
let shown = null;
/** How many puzzles were requested; one that takes longer to load than the next is not shown. */
let requests = 0;

// -- which puzzle -----------------------------------------------------------------------------------

async function showDaily() {
  const today = new Date();
  const date = utcDate(today);
  const { edition, rules } = storedSetup("now", { edition: usualRules, levels: [], level: "" });
  const chosen = [edition, ...Object.entries(rules).map((rule) => rule.join("="))].join(" ");
  const line = presetOf(PRESETS, chosen)?.line ?? (edition in EDITIONS ? edition : usualRules);
  if (!(await showNumber(files.dailyNumber(today, line), date))) return;
  const tries = triesOn(date, rulesId(line));
  if (isFinished(tries)) showEnd(tries.endsWith("r"));
}

/** Show a puzzle; returns whether it is shown. @param {number} number @param {string | null} date */
async function showNumber(number, date) {
  const request = ++requests;
  const puzzle = await files.puzzle(number).catch(() => null);
  if (request !== requests) return false;
  if (!puzzle) {
    toast(t("The puzzle could not be loaded. Are you connected?"));
    return false;
  }
  const themeName = [...theme.options].find(({ value }) => value === puzzle.theme)?.text ?? "";
  const level = LEVELS[puzzle.difficulty - 1];
  const foundBy = level
    ? t("found by the level {level}", { level: levelName(level) })
    : t("not found by any of our bots in time");
  shown = { position: readPosition(puzzle), number, date, rules: rulesId(puzzle.edition), mistake: null };
  const title = date === null ? t("Puzzle {number}", { number: number + 1 }) : t("Puzzle of the day");
  const details = [...rulesTexts(puzzle.edition), date === null ? themeName : "", foundBy];
  showPosition(shown.position, NAMES.slice(0, puzzle.scores.length), title, details);
  history.replaceState(null, "", location.pathname + location.search + (date === null ? `#${number + 1}` : ""));
  return true;
}

/** Show the next puzzle of the chosen theme and difficulty, preferably an unsolved one. */
function showAnother() {
  const solved = solvedPuzzles();
  const current = shown?.number ?? -1;
  const matching = files.entries.flatMap(([, , entryTheme, entryDifficulty], number) => {
    const hasTheme = !theme.value || entryTheme === theme.value;
    const hasDifficulty = !difficulty.value || entryDifficulty === Number(difficulty.value);
    return hasTheme && hasDifficulty ? [number] : [];
  });
  if (!matching.length) return toast(t("There is no such puzzle."));
  const unsolved = matching.filter((number) => !solved.has(number) && number !== current);
  const candidates = unsolved.length ? unsolved : matching;
  return showNumber(candidates.find((number) => number > current) ?? candidates[0], null);
}

/** Show the next of the player's own mistakes. */
function showOwn() {
  const mistakes = myMistakes();
  if (!mistakes.length) return showAnother();
  requests += 1;
  const current = shown?.mistake?.lines.join();
  const index = mistakes.findIndex(({ lines }) => lines.join() === current) + 1;
  const mistake = mistakes[index % mistakes.length];
  shown = { position: readPosition(mistake), number: null, date: null, rules: "", mistake };
  showPosition(shown.position, mistake.names, t("From your own game"), rulesTexts(mistake.edition));
}

/** The id of the preset with these rules, or else of the rulebook. @param {string} line */
const rulesId = (line) => presetOf(PRESETS, line)?.id ?? splitLine(line).edition;

/** A preset, or the rulebook, what ends a game, and the house rules, in words. @param {string} line */
function rulesTexts(line) {
  const preset = presetOf(PRESETS, line);
  if (preset) return [`${preset.name}: ${preset.short}`];
  const { edition, rules } = splitLine(line);
  const [name, end] = EDITIONS[edition] ?? [edition, ""];
  return [name, "target" in rules || "rounds" in rules ? "" : end, ...Object.entries(rules).map(ruleText)];
}

// -- the position -----------------------------------------------------------------------------------

/** @param {Position} position @param {string[]} names @param {string} title @param {string[]} details */
function showPosition(position, names, title, details) {
  setPosition(state, position, names);
  byId("puzzle-title").textContent = title;
  byId("about").textContent = details.filter(Boolean).join(" · ");
  byId("choose", HTMLDetailsElement).open = false;
  byId("own").hidden = !myMistakes().length;
  refill(byId("seats"), ...names.map((name, seat) => seatView(name, seat, position)));
  begin();
  showNews(state);
  practice.board.viewport.fit();
}

/** @param {string} name @param {number} seat @param {Position} position */
function seatView(name, seat, { seat: own, scores }) {
  const held = state.now?.held[seat] ?? 0;
  return make(
    "li",
    {},
    seatDot(seat),
    seat === own ? make("span", { class: "chip" }, t("You")) : name,
    " ",
    make("b", {}, formatScore(scores[seat])),
    make("span", { class: "held" }, icon("tile"), String(held), make("span", { class: "visually-hidden" }, t("tiles"))),
  );
}

/** Let the player choose a move. */
function begin() {
  byId("feedback").dataset.kind = "";
  byId("feedback").textContent = "";
  byId("why").hidden = true;
  document.body.dataset.result = "open";
  practice.input.cancel();
  practice.board.clearScore();
  practice.board.advise();
  practice.render();
  refill(byId("steps"));
  if (usesKeyboard()) practice.rack.focus();
}

// -- answers ----------------------------------------------------------------------------------------

/** @param {string} move */
function answer(move) {
  const choice = shown?.position.moves.find((option) => option.move === move);
  if (!shown || !choice) return;
  const isRight = choice === shown.position.moves[0];
  if (shown.date !== null) saveTry(shown.date, shown.rules, isRight ? "r" : "w");
  playSound(isRight ? "bridge" : "pass");
  if (isRight) return solve(shown);
  const values = { move: moveName(choice), points: formatPoints(choice.points), chance: formatPercent(choice.chance) };
  showFeedback(t("{move} ({points}) wins {chance} of the games. There is a better move.", values), "wrong");
  refill(
    byId("steps"),
    makeButton({ id: "again", class: "primary", click: begin }, t("Try again")),
    makeButton({ id: "solution", class: "button", click: giveUp }, t("Show the solution")),
  );
  byId("again").focus({ preventScroll: true });
}

/** @param {Shown} puzzle */
function solve({ number, mistake }) {
  if (number !== null) saveSolved(number);
  if (mistake) forgetMistake(mistake);
  showEnd(true);
}

function giveUp() {
  if (shown?.date) saveTry(shown.date, shown.rules, "x");
  showEnd(false);
}

/** @param {boolean} isSolved */
function showEnd(isSolved) {
  if (!shown) return;
  const { position, mistake } = shown;
  const [best, second] = position.moves;
  const values = { move: moveName(best), chance: formatPercent(best.chance), next: formatPercent(second.chance) };
  showFeedback(
    isSolved
      ? t("Right: {move} wins {chance} of the games, the next best move {next}.", values)
      : t("The best move is {move}: it wins {chance} of the games, the next best {next}.", values),
    "right",
  );
  const tempting = temptingMove(position.moves);
  const played = position.moves.find(({ move }) => move === mistake?.played);
  const label = played
    ? t("Played: {move}", { move: moveName(played) })
    : t("Most points: {move}", { move: moveName(tempting) });
  drawAnswer(best, tempting);
  refill(byId("why"), ...explanation(best, played ?? tempting, label, (seat) => playerName(state, seat)));
  byId("why").hidden = false;
  showNextSteps(shown);
  scrollTo(0, 0);
}

/** Offer another puzzle, and to share the result of a daily one. @param {Shown} puzzle */
function showNextSteps({ date, mistake, rules }) {
  const share = { id: "share", class: "primary", click: () => shareResult(date ?? "", rules) };
  const next = { id: "go-on", class: date ? "button" : "primary", click: mistake ? showOwn : showAnother };
  refill(byId("steps"), date && makeButton(share, icon("share"), t("Share")), makeButton(next, t("Another puzzle")));
  byId("steps").querySelector("button")?.focus({ preventScroll: true });
}

/**
 * The answer on the board, with the cells that it keeps for the player, and those that the tempting move leaves to
 * others.
 * @param {PuzzleMove} best @param {PuzzleMove} tempting
 */
function drawAnswer(best, tempting) {
  practice.input.close();
  practice.render();
  practice.board.advise(best.move);
  practice.board.outline(best.kept ?? [], "reason-cell");
  practice.board.outline(tempting.left ?? [], "reason-cell left");
}

/** @param {string} text @param {"right" | "wrong"} kind */
function showFeedback(text, kind) {
  byId("feedback").dataset.kind = kind;
  byId("feedback").textContent = text;
  document.body.dataset.result = kind;
}

/**
 * Share the result of a day without the answer: the rules, a sign for each try, and the streak.
 * @param {string} date @param {string} rules
 */
async function shareResult(date, rules) {
  const tries = triesOn(date, rules);
  const name = PRESETS.find(({ id }) => id === rules)?.name ?? EDITIONS[rules][0];
  const days = streak(new Date());
  const lines = [
    [t("Tricorn, puzzle of {date}", { date }), name].join(" · "),
    [triesText(tries), days > 1 && tn("{n} day in a row", "{n} days in a row", days)].filter(Boolean).join(" · "),
    location.origin + location.pathname,
  ];
  const text = lines.join("\n");
  if (navigator.share) return navigator.share({ text }).catch(() => undefined);
  toast((await copyText(text)) ? t("The result is copied.") : text);
}

// -- the page ---------------------------------------------------------------------------------------

for (const [index, level] of [...LEVELS, ""].entries()) {
  const text = level ? levelName(level) : t("beyond our bots");
  difficulty.append(make("option", { value: index + 1 }, text));
}
byId("another").addEventListener("click", showAnother);
byId("daily").addEventListener("click", showDaily);
byId("own").addEventListener("click", showOwn);
addEventListener("hashchange", showFromAddress);

/** Show the puzzle that the address names, or the daily one. */
function showFromAddress() {
  const number = Number(location.hash.slice(1)) - 1;
  if (location.hash === "#own" && myMistakes().length) return showOwn();
  return number >= 0 && number < files.entries.length ? showNumber(number, null) : showDaily();
}

try {
  await files.open();
  await showFromAddress();
} catch {
  showFeedback(t("The puzzle could not be loaded. Are you connected?"), "wrong");
}
