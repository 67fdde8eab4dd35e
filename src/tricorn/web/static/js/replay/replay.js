/** A game step by step: of a table, or of a record the reader opened. `#move=17` is the place of its 17th play. */

import { Board } from "../board/board.js";
import { loose } from "../board/tile.js";
import { given } from "../deals/numbers.js";
import { call, wordsOf } from "../shared/api.js";
import { chart } from "../shared/chart.js";
import { byId, icon, make, refill, still } from "../shared/dom.js";
import { scoreLines, tell } from "../shared/game_state.js";
import { figure, t, tn } from "../shared/i18n.js";
import { listen } from "../shared/keyboard.js";
import { leadToRules } from "../shared/page.js";
import { readHeader, readRecord } from "../shared/record.js";
import { checkedRecord, saveRecord } from "../shared/record_files.js";
import { showSheet } from "../shared/score_sheet.js";
import { sentence } from "../shared/sentences.js";
import { game as heldGame } from "../shared/storage.js";

/** @typedef {import("../shared/record.js").Event} Event */

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const code = main.dataset.code || null;
const board = new Board(byId("board"), { moved: () => (byId("fit").hidden = !board.view.manual) });
const EVERY = 1200; // milliseconds a step when it plays by itself

const film = {
  /** @type {Event[]} */
  events: [],
  /** @type {number[]} */
  steps: [0], // how many events have happened at each step
  /** @type {string[]} */
  names: [],
  edition: "",
  commit: "",
  text: "",
  at: 0,
  /** @type {number | null} */
  seat: null, // whose view; null is all hands open
  timer: 0,
};

const people = { name: (/** @type {number} */ seat) => film.names[seat] ?? "", mine: () => false };

/** @param {Event} event */
const isStep = (event) => ["place", "draw", "pass", "out", "blocked"].includes(event.kind);

// -- loading ----------------------------------------------------------------------------------------

/** @param {string} text */
function load(text) {
  const { header, events } = readRecord(text);
  const { names, edition, commit } = readHeader(header);
  Object.assign(film, { events, names, edition, commit, text, seat: null });
  leadToRules(edition);
  refill(byId("checked"));
  check();
  film.steps = [firstLine(events), ...events.flatMap((event, i) => (isStep(event) ? [i + 1] : []))];
  byId("opener").hidden = true;
  byId("film").hidden = false;
  const slider = /** @type {HTMLInputElement} */ (byId("slider"));
  slider.max = String(film.steps.length - 1);
  refill(
    byId("views"),
    new Option(t("All hands open"), ""),
    ...names.map((name, seat) => new Option(t("As {name} saw it", { name }), String(seat))),
  );
  refill(byId("chart"), chart(scoreLines(names.length, events), names, null));
  go(placeInAddress() ?? 0);
}

/** Work the deals out again, where their secrets are told. */
async function check() {
  const { commit, events, names } = film;
  if (!commit || !events.some((event) => event.kind === "secret")) return;
  const { mark, verdicts } = await import("../deals/verify.js");
  const found = verdicts({ commit, events, names, given: code ? given(code) : [], game: null, seat: null }).filter(
    (each) => each.over,
  );
  if (film.events === events) refill(byId("checked"), mark(found));
}

/** The deal belongs to the picture before the first play. @param {Event[]} events */
function firstLine(events) {
  const first = events.findIndex(isStep);
  return first < 0 ? events.length : first;
}

function placeInAddress() {
  const match = /^#move=(\d+)$/.exec(location.hash);
  return match ? Number(match[1]) : null;
}

/** @param {string} words */
function complain(words) {
  byId("opener").hidden = false;
  byId("record-wrong").textContent = words;
}

async function loadTable() {
  try {
    load(await call("GET", `/api/tables/${code}/record`, { key: heldGame(/** @type {string} */ (code))?.key }));
  } catch (error) {
    complain(wordsOf(error));
  }
}

/** @param {File | undefined} file */
async function loadFile(file) {
  if (!file) return;
  byId("record-wrong").textContent = t("Checking the record…");
  try {
    const text = await checkedRecord(file);
    byId("record-wrong").textContent = "";
    history.replaceState(null, "", "/replay");
    load(text);
  } catch (error) {
    complain(wordsOf(error));
  }
}

// -- showing ----------------------------------------------------------------------------------------

/** @param {number} step */
function go(step) {
  const before = film.at;
  film.at = Math.min(film.steps.length - 1, Math.max(0, step));
  const happened = film.events.slice(0, extended(film.steps[film.at]));
  const story = tell(film.names.length, happened);
  board.show(story.placed, film.at === before + 1 ? lastHand(story) : null);
  const event = film.events[film.steps[film.at] - 1];
  byId("told").textContent =
    film.at && event ? [sentence(event, people), gameWon(story)].join(" ").trim() : t("The hands are dealt.");
  byId("step").textContent = t("{at} of {all}", { at: film.at, all: film.steps.length - 1 });
  /** @type {HTMLInputElement} */ (byId("slider")).value = String(film.at);
  byId("round-number").textContent = t("Round {number}", { number: story.rounds.at(-1)?.number ?? 1 });
  showHands(story);
  showSheet(byId("sheet-body"), story, film.names);
  for (const id of ["first", "back"]) byId(id).disabled = film.at === 0;
  for (const id of ["forth", "last"]) byId(id).disabled = film.at === film.steps.length - 1;
  if (placeInAddress() !== film.at) history.replaceState(null, "", `#move=${film.at}`);
}

/**
 * A step takes along the lines that nobody chose: laid open hands, the score, the next deal's hands stay for the next.
 * @param {number} end
 */
function extended(end) {
  let at = end;
  while (at < film.events.length && ["score", "secret", "winner"].includes(film.events[at].kind)) at++;
  // After the last play of a round the deal of the next comes with its first play, save at the very start.
  return at;
}

/**
 * Who has won the game, and why if another score is higher (R12).
 * @param {import("../shared/game_state.js").Story} story
 */
function gameWon({ winner, scores }) {
  if (winner === null) return "";
  const name = people.name(winner);
  return scores[winner] === Math.max(...scores)
    ? t("{name} wins the game.", { name })
    : t("{name} wins the game: of those who reached the target, {name} won the last round.", { name });
}

/** @param {import("../shared/game_state.js").Story} story */
function lastHand(story) {
  const last = story.last;
  return last?.kind === "place" ? (byId("hands").children[last.seat]?.getBoundingClientRect() ?? null) : null;
}

/** @param {import("../shared/game_state.js").Story} story */
function showHands(story) {
  const turn = nextSeat();
  refill(
    byId("hands"),
    ...film.names.map((name, seat) => {
      const open = film.seat === null || film.seat === seat;
      const hand = story.hands[seat] ?? [];
      const drawn = story.drawn.length && story.rounds.at(-1)?.turns.at(-1)?.seat === seat ? story.drawn : [];
      const tiles = hand.map((tile) => {
        const shown = open ? tile : null;
        return make(
          "span",
          {
            class: drawn.includes(tile) && tile ? "mini drawn" : "mini",
            role: "img",
            "aria-label": shown ?? t("A hidden tile"),
          },
          loose(shown),
        );
      });
      return make(
        "li",
        { class: turn === seat ? "hand on-turn" : "hand" },
        make("span", { class: `sign small seat-${seat}`, "aria-hidden": "true" }, [...name][0]?.toUpperCase() ?? ""),
        make("span", { class: "name" }, name),
        make("b", { class: "score" }, figure(story.scores[seat])),
        make(
          "span",
          { class: "tiles" },
          ...tiles,
          make("span", { class: "aside" }, tn("{n} tile", "{n} tiles", hand.length)),
        ),
      );
    }),
  );
}

function nextSeat() {
  const next = film.events.slice(film.steps[film.at]).find(isStep);
  return next && "seat" in next && next.kind !== "out" && next.kind !== "blocked" ? next.seat : null;
}

// -- controls ---------------------------------------------------------------------------------------

function stop() {
  clearInterval(film.timer);
  film.timer = 0;
  refill(byId("run"), icon("play"));
  byId("run").setAttribute("aria-label", t("Play"));
}

function run() {
  if (film.timer) return stop();
  if (film.at === film.steps.length - 1) go(0);
  refill(byId("run"), icon("pause"));
  byId("run").setAttribute("aria-label", t("Pause"));
  film.timer = setInterval(
    () => {
      go(film.at + 1);
      if (film.at === film.steps.length - 1) stop();
    },
    still() ? EVERY * 1.5 : EVERY,
  );
}

/** @param {() => number} where */
const step = (where) => () => {
  stop();
  go(where());
};
const steps = { first: () => 0, back: () => film.at - 1, forth: () => film.at + 1, last: () => film.steps.length - 1 };

for (const [id, where] of Object.entries(steps)) byId(id).addEventListener("click", step(where));
byId("run").addEventListener("click", run);
byId("slider").addEventListener(
  "input",
  step(() => Number(/** @type {HTMLInputElement} */ (byId("slider")).value)),
);
byId("views").addEventListener("change", () => {
  const value = /** @type {HTMLSelectElement} */ (byId("views")).value;
  film.seat = value === "" ? null : Number(value);
  go(film.at);
});
byId("fit").addEventListener("click", () => board.view.fit());
byId("record-file").addEventListener("change", () =>
  loadFile(/** @type {HTMLInputElement} */ (byId("record-file")).files?.[0]),
);
byId("save").addEventListener("click", () => saveRecord(film.text, code));
byId("copy-link").addEventListener("click", async () => {
  await navigator.clipboard.writeText(location.href).catch(() => undefined);
  byId("told").textContent = t("The link to this move is copied.");
});
addEventListener("hashchange", () => go(placeInAddress() ?? film.at));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  loadFile(event.dataTransfer?.files[0]);
});

listen({
  ArrowLeft: step(steps.back),
  ArrowRight: step(steps.forth),
  Home: step(steps.first),
  End: step(steps.last),
  " ": run,
  f: () => board.view.fit(),
  "+": () => board.view.zoom(1.3),
  "=": () => board.view.zoom(1.3),
  "-": () => board.view.zoom(1 / 1.3),
});

const kept = sessionStorage.getItem("tricorn.record");
if (code) loadTable();
else if (kept) load(kept);
else byId("opener").hidden = false;
