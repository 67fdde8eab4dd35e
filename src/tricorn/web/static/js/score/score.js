/** The page of one score sheet: it keeps the one state, and redraws its parts when something happens. */

import { Board } from "../board/board.js";
import { call, wordsOf } from "../shared/api.js";
import { byId, make, refill } from "../shared/dom.js";
import { figure, t, tn } from "../shared/i18n.js";
import { toast } from "../shared/page.js";
import { SEATS } from "../shared/record.js";
import { Wire } from "../shared/socket.js";
import { recall, remember, settings } from "../shared/storage.js";
import { Room } from "./dialogs.js";
import { Lines } from "./lines.js";
import { keepPage, keepSheet, sheet as keptSheet } from "./my_sheets.js";
import { Pad } from "./pad.js";
import { Queue } from "./queue.js";
import { askedWords, endWords, onBoard, spoken, takeIn } from "./texts.js";

/** @typedef {import("./texts.js").View} View */
/** @typedef {import("./texts.js").Line} Line */

const code = byId("main").dataset.code;
/** @type {import("./pad.js").Target} */
const ADD = { how: "add", number: 0 };

/** The last look at this sheet, should the server not answer. @returns {View} */
function lastView() {
  const kept = recall("sheet", /** @type {any} */ (null));
  return kept?.code === code ? kept.view : { sheet: null, lines: [], now: null };
}

const state = {
  view: lastView(),
  mode: /** @type {"quick" | "board"} */ (recall("score.mode", "quick")),
  seat: /** @type {number | null} */ (null), // a player who was tapped
  target: ADD,
  connected: false,
  sheetShown: false,
};

let due = 0; // the frame that redraws everything, if one is asked for

/** @returns {string} */
const key = () => keptSheet(code)?.key ?? "";

const board = new Board(byId("board"), {
  chosen: (option) => pad.place(option),
  again: () => byId("place").click(),
  moved: () => (byId("fit").hidden = !board.view?.manual),
});
byId("fit").addEventListener("click", () => board.view.fit());

const queue = new Queue(code, {
  key,
  known: () => state.view.now?.n ?? 0,
  changed: () => show(),
  refused: (reason) => toast(reason),
  arrived: () => !state.connected && look(),
});

const pad = new Pad(byId("entry"), {
  write,
  find,
  forget: () => {
    board.targets([], true);
    board.preview(null);
    board.show(onBoard(state.view.now?.placed ?? []));
  },
  ended: () =>
    state.view.now?.asked.what === "over"
      ? room.open(state.view, queue.unsent.length)
      : room.end(state.view.sheet?.names ?? []),
  cancel: () => aim(ADD),
  tiles: () => room.tiles(pad.tiles),
  again,
});

const room = new Room(code, {
  correct: rewrite,
  locate: (line) => {
    setMode("board");
    rewrite("replace", line);
    if (line.tile && !line.tile.startsWith("=")) pad.take(line.tile);
  },
  change: (change) => correct(change),
  tile: (tile) => pad.take(tile),
  write,
  offer: (offered) => doing(call("POST", `/api/sheets/${code}/offer`, { key: key(), body: { offered } })),
  take: () => doing(take()),
  discard: () => queue.discard(),
});

const lines = new Lines(byId("sheet"), (line) =>
  room.line(line, state.view.sheet?.names ?? [], Boolean(state.view.sheet?.writing)),
);

// -- telling the server -------------------------------------------------------------------------

/** @param {string} entry */
function write(entry) {
  const { how, number } = state.target;
  state.seat = null;
  state.target = ADD;
  if (how === "add") queue.add(`add ${entry}`);
  else correct(`${how} ${number} ${entry}`);
  redraw(); // the finger is on its way to the next key
}

/** Corrections count lines, so they wait until the sheet is up to date. @param {string} change */
function correct(change) {
  if (queue.waiting.length || !state.connected) return toast(t("What is waiting has to be sent first."));
  queue.add(change, state.view.now?.n);
}

/** @param {Promise<unknown>} work */
function doing(work) {
  work.catch((error) => toast(wordsOf(error)));
}

async function take() {
  const { key: given } = await call("POST", `/api/sheets/${code}/pencil`, { key: key() });
  if (given) keepSheet({ code, key: given });
  wire.use(key());
  queue.flush();
}

/** Where a tile fits, as the server knows. @param {string} tile */
async function find(tile) {
  const before = state.target.how === "add" ? "" : `&before=${state.target.number}`;
  try {
    const found = await call("GET", `/api/sheets/${code}/cells?tile=${tile}${before}`);
    board.show(onBoard(found.placed));
    board.targets(found.options, true);
    board.preview(found.options.length === 1 ? found.options[0] : null);
    pad.answered(found);
  } catch (error) {
    toast(wordsOf(error));
  }
}

async function again() {
  const about = state.view.sheet;
  try {
    const made = await call("POST", "/api/sheets", { body: { edition: about?.edition, names: about?.names } });
    keepSheet({ code: made.code, key: made.key, edition: about?.edition, names: about?.names });
    location.assign(`/score/${made.code}`);
  } catch (error) {
    toast(wordsOf(error));
  }
}

// -- hearing from it ----------------------------------------------------------------------------

/** @param {any} frame */
function heard(frame) {
  const before = state.view.lines.length,
    known = state.view.now?.n ?? 0;
  if (!takeIn(state.view, frame)) return;
  if (frame.type !== "lines") return show();
  const { n } = frame.now;
  queue.seen(n);
  const last = state.view.lines.at(-1);
  if (n > known && last && state.view.lines.length >= before) say(last);
  const { sheet, now } = state.view;
  remember("sheet", { code, view: state.view });
  if (sheet && now)
    keepSheet({ code, edition: sheet.edition, names: sheet.names, scores: now.scores, over: now.over !== null });
  if (state.target === ADD && !pad.digits.length) board.show(onBoard(now?.placed ?? []));
  show();
}

/** @param {Line} last */
function say(last) {
  const names = state.view.sheet?.names ?? [],
    seat = nextSeat();
  byId("log").append(
    make("p", {}, [spoken(last, names), seat === null ? "" : t("Next: {name}", { name: names[seat] })].join(" ")),
  );
}

/** Look again by hand, as long as there is no socket. */
async function look() {
  try {
    const { sheet, lines, now } = await call("GET", `/api/sheets/${code}`, { key: key() });
    state.view = { sheet, lines, now };
    queue.seen(now.n);
    show();
  } catch {
    // The socket will bring it.
  }
}

const wire = new Wire(code, key() || null, {
  frame: heard,
  state: (how, reason) => {
    state.connected = how === "open";
    if (how === "open") queue.flush();
    if (how === "gone") toast(reason);
    show();
  },
});

// -- showing ------------------------------------------------------------------------------------

/** Who is next: as the server says, and after entries that it does not have yet, clockwise. */
function nextSeat() {
  const { now, sheet } = state.view;
  if (!now || !sheet) return null;
  let seat = now.asked.what === "play" ? now.asked.seats[0] : null;
  for (const { change } of queue.waiting) {
    const [, letter, what] = change.split(" ");
    const at = letter?.length === 1 ? SEATS.indexOf(letter) : -1;
    if (change.startsWith("add ") && at >= 0) seat = what === "draw" ? at : (at + 1) % sheet.names.length;
  }
  return seat;
}

/** What is asked for next: once all hands are on their way, the next round's start. */
function asked() {
  const { what = "start", seats = [] } = state.view.now?.asked ?? {};
  const told = queue.waiting.map(({ change }) => change.split(" "));
  const after = told.filter(([, word]) => word !== "left");
  if (
    what === "left" &&
    seats.every((seat) => told.some(([, word, letter]) => word === "left" && letter === SEATS[seat]))
  )
    return after.length ? "play" : "start";
  return what === "start" && told.length ? "play" : what;
}

/** Whether the next entry starts a round. */
function starting() {
  const { how, number } = state.target;
  const { lines } = state.view;
  if (how === "add") return asked() === "start";
  const before = lines[number - 2];
  return !before || Boolean(before.end) || before.round !== lines[number - 1]?.round;
}

/** Redraw with the next frame: one entry brings several pieces of news. */
function show() {
  due ||= requestAnimationFrame(redraw);
}

function redraw() {
  cancelAnimationFrame(due);
  due = 0;
  const { view, mode } = state;
  const { sheet, now } = view;
  showNetwork();
  if (!sheet || !now) return;
  const seat = state.seat ?? (state.target === ADD ? nextSeat() : null);
  const turned = showForm();
  byId("round-number").textContent = now.round ? t("Round {number}", { number: now.round }) : "";
  showPeople(seat);
  byId("say").textContent = askedWords(asked(), now, sheet.names, seat);
  showNews();
  byId("undo").disabled = !now.undo && !queue.unsent.length;
  byId("redo").disabled = !now.redo;
  for (const button of document.querySelectorAll(".mode"))
    button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.mode === mode));
  pad.show(view, { mode, asked: asked(), seat, target: state.target, starting: starting(), away: !state.connected });
  lines.show(view, queue.waiting); // after the pad, whose height decides where its end is
  if (turned) lines.toEnd();
  if (byId("room").open) room.show(view, queue.unsent.length);
}

/** What the style sheet goes by; whether the reader has turned to another part of the page. */
function showForm() {
  const { sheet, now } = state.view,
    data = document.body.dataset,
    classes = document.body.classList;
  const turned = data.mode !== state.mode || classes.contains("sheet-shown") !== state.sheetShown;
  data.mode = state.mode;
  data.asked = now?.asked.what;
  data.n = String(now?.n);
  classes.toggle("reading", !sheet?.writing);
  classes.toggle("sheet-shown", state.sheetShown);
  return turned;
}

function showNetwork() {
  const waiting = queue.unsent.length,
    away = queue.away || !state.connected;
  const words =
    waiting && away
      ? t("Waiting to be sent ({n})", { n: waiting })
      : state.connected
        ? ""
        : t("No connection; trying again…");
  byId("offline").hidden = !words;
  if (byId("offline").textContent !== words) byId("offline").textContent = words;
}

/** What the last line brought: the end of a round and who may start the next, or a problem. */
function showNews() {
  const { lines, now, sheet } = state.view;
  const last = lines.at(-1),
    names = sheet?.names ?? [];
  const words = [];
  if (last?.end) words.push(endWords(last.end, names));
  if (now?.over) words.push(now.over.reason);
  if (now?.problems)
    words.push(
      tn(
        "{n} line cannot be right; tap it to correct it.",
        "{n} lines cannot be right; tap them to correct them.",
        now.problems,
      ),
    );
  byId("news").textContent = words.join(" ");
  byId("say").classList.toggle("small-say", asked() !== "play");
  if (asked() === "start")
    byId("say").append(
      make(
        "details",
        { class: "start-rule" },
        make("summary", {}, t("The rule")),
        byId("start-rule").content.cloneNode(true),
      ),
    );
}

/** @param {number | null} next */
function showPeople(next) {
  const { sheet, now } = state.view;
  if (!sheet || !now) return;
  const chips = sheet.names.map((name, seat) => {
    const held = now.held[seat];
    const tap = () => {
      state.seat = seat;
      redraw();
      pad.chosen();
    };
    const button = make(
      "button",
      {
        type: "button",
        class: "person",
        "data-seat": seat,
        "aria-pressed": String(seat === next),
        disabled: !sheet.writing,
        click: tap,
      },
      make("span", { class: `sign small seat-${seat}`, "aria-hidden": "true" }, [...name][0]?.toUpperCase() ?? ""),
      make("span", { class: "name" }, name),
      make("b", { class: "score" }, figure(now.scores[seat] ?? 0)),
      held === undefined ? null : make("span", { class: "held" }, tn("{n} tile", "{n} tiles", held)),
    );
    return make("li", { class: seat === next ? "on-turn" : null }, button);
  });
  refill(byId("people"), ...chips);
}

// -- the reader's choices -----------------------------------------------------------------------

/** @param {"quick" | "board"} mode */
function setMode(mode) {
  state.mode = mode;
  state.sheetShown = false;
  remember("score.mode", mode);
  pad.clear();
  redraw();
}

/** The next entry is written in place of a line, or before it. @param {"replace" | "insert"} how @param {Line} line */
function rewrite(how, line) {
  state.seat = line.seat;
  aim({ how, number: line.number });
}

/** What the next entry is for. @param {import("./pad.js").Target} target */
function aim(target) {
  state.target = target;
  if (target.how === "add") state.seat = null;
  pad.clear();
  redraw();
}

for (const button of document.querySelectorAll(".mode"))
  button.addEventListener("click", () => setMode(/** @type {any} */ (button).dataset.mode));
byId("undo").addEventListener("click", () => queue.add("undo"));
byId("redo").addEventListener("click", () => queue.add("redo"));
byId("open-room").addEventListener("click", () => room.open(state.view, queue.unsent.length));
byId("show-sheet").addEventListener("click", () => {
  state.sheetShown = !state.sheetShown;
  byId("show-sheet").setAttribute("aria-pressed", String(state.sheetShown));
  redraw();
});

const LETTERS = /** @type {Record<string, string>} */ ({ d: "draw", p: "pass", u: "undo", r: "redo" });
document.addEventListener("keydown", (event) => {
  const typing = /** @type {Element} */ (event.target).closest("input, select, textarea, dialog");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !state.view.sheet?.writing) return;
  if (state.mode === "board" && /^[0-5]$/.test(event.key)) return pad.type(event.key);
  if (!settings().letters) return;
  if (event.key === "q" || event.key === "b") return setMode(event.key === "q" ? "quick" : "board");
  const id = LETTERS[event.key];
  if (id) document.getElementById(id)?.click();
});

board.show(onBoard(state.view.now?.placed ?? []));
show();
queue.flush();
navigator.serviceWorker?.ready.then(keepPage);
