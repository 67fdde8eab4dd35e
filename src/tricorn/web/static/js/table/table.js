/** The table's page: frames of the socket in, pictures and words out. */

import { Board } from "../board/board.js";
import { loose } from "../board/tile.js";
import { Deals } from "../deals/monitor.js";
import { call, wordsOf } from "../shared/api.js";
import { HEXAGONS } from "../shared/bonus.js";
import { byId, make, refill } from "../shared/dom.js";
import { scoreLines, tell } from "../shared/game_state.js";
import { t, tn } from "../shared/i18n.js";
import { byKeyboard, listen } from "../shared/keyboard.js";
import { leadToRules, toast } from "../shared/page.js";
import { readHeader, readLine } from "../shared/record.js";
import { saveRecord } from "../shared/record_files.js";
import { showSheet } from "../shared/score_sheet.js";
import { sentence } from "../shared/sentences.js";
import { Wire } from "../shared/socket.js";
import { change, forget, game as heldGame, keep, settings } from "../shared/storage.js";
import { showActions } from "./action_bar.js";
import { Choice } from "./choice.js";
import { Curtain } from "./curtain.js";
import { draggable } from "./drag.js";
import { celebrate } from "./effects.js";
import { Lobby } from "./lobby.js";
import { showMoves, showTableList } from "./move_list.js";
import { Pace } from "./pacing.js";
import { Players } from "./players.js";
import { Rack } from "./rack.js";
import { Ending } from "./round_end.js";
import { play } from "./sound.js";

/** @typedef {import("../shared/protocol.js").Option} Option */
/** @typedef {import("../shared/record.js").Event} Event */

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const code = /** @type {string} */ (main.dataset.code);
const bots = { levels: (main.dataset.levels ?? "").split(" "), level: main.dataset.level ?? "" };
const CURTAIN_AFTER = 1100; // milliseconds to see what one's own move did
const KEPT_NEWS = 40;

/** Everything the page knows. */
const state = {
  /** @type {import("../shared/protocol.js").Table | null} */
  table: null,
  /** @type {import("../shared/protocol.js").Now | null} */
  now: null,
  game: 0,
  /** @type {string[]} */
  names: [],
  edition: "",
  commit: "", // the commitment to the deals
  /** @type {string[][]} */
  entries: [], // record lines by their number; some numbers stand for several lines
  /** @type {Event[]} */
  events: [],
  story: tell(2, []),
  sheet: /** @type {import("../shared/game_state.js").Story | null} */ (null), // the story that the sheet shows
  byList: false, // whether the reader chose the last move from the list
  /** @type {Option | null} */
  seen: null,
  received: { game: 0, n: 0 }, // the last line that came, though it may not be shown yet
  /** @type {import("../shared/protocol.js").Rules | null} */
  rules: null,
  caught: false, // whether the page has caught up once, so that what comes now is news
  turn: "", // the last turn that was announced
};

const board = new Board(byId("board"), { chosen: choose, again: () => choice.confirm(), seen: look, moved: showFit });
const rack = new Rack(byId("rack"), { chosen: selectTile });
const players = new Players(byId("players"), { menu: takeOver });
const choice = new Choice({ changed: redraw, send });
const ending = new Ending(byId("ending"), { ready: () => wire.ready(), rematch, download });
const lobby = new Lobby(byId("lobby"), bots, { join, seat: setSeat, start });
const curtain = new Curtain(byId("curtain"));
const deals = new Deals(code, byId("unfair"), redraw);
const wire = new Wire(code, heldGame(code)?.key || null, { frame: heard, state: connection });
const pace = new Pace(show, (frame) =>
  isMine(state.table?.seats.findIndex((_, seat) => "ABCDEF"[seat] === String(frame.lines.at(-1))[0]) ?? -1),
);

const people = {
  name: (/** @type {number} */ seat) => state.names[seat] ?? state.table?.seats[seat]?.name ?? "",
  mine: isMine,
};

// -- who the reader is ------------------------------------------------------------------------------

/** @param {number} seat */
function isMine(seat) {
  const you = state.table?.you ?? [];
  return you.length === 1 && you[0] === seat;
}

/** The seat whose hand is shown; null for a spectator, and behind the curtain. */
function viewed() {
  const you = state.table?.you ?? [];
  return you.length > 1 ? curtain.open : (you[0] ?? null);
}

function myTurn() {
  const { now } = state;
  return Boolean(
    now && !now.over && now.turn !== null && now.turn === viewed() && state.table?.seats[now.turn]?.kind === "human",
  );
}

// -- frames -----------------------------------------------------------------------------------------

/** @param {any} frame */
function heard(frame) {
  if (frame.type === "refused") return refused(frame);
  deals.heard(frame, wire);
  if (frame.type === "header" && frame.game !== state.received.game) state.received = { game: frame.game, n: 0 };
  if (frame.type === "lines") for (const part of parts(frame)) pace.push(part);
  else if (frame.type === "table" || frame.type === "header") pace.push(frame);
}

/**
 * A frame line by line, so that each can be shown at its time; all lines at once where they replace others.
 * @param {import("../shared/protocol.js").Lines} frame
 */
function parts({ first, lines, now }) {
  const isNews = state.received.n > 0 && first === state.received.n + 1;
  state.received.n = now.n;
  const each = lines.map((line, i) => ({ type: "line", n: first + i, lines: line }));
  return [...(isNews ? each : [{ type: "amend", n: first, lines }]), { type: "now", ...now }];
}

/** @param {any} frame */
function show(frame) {
  switch (frame.type) {
    case "table":
      return showTable(frame);
    case "header":
      return showHeader(frame);
    case "line":
      return showLines(frame.n, [frame.lines]);
    case "amend":
      return showLines(frame.n, frame.lines);
    case "now":
      return showNow(frame);
  }
}

/** @param {import("../shared/protocol.js").Table} table */
function showTable(table) {
  state.table = table;
  leadToRules(table.edition);
  if (!table.started) state.names = table.seats.map((seat) => seat.name ?? "");
  remembered();
  redraw();
}

/** @param {import("../shared/protocol.js").Header} header */
function showHeader(header) {
  if (header.game !== state.game) {
    Object.assign(state, {
      game: header.game,
      entries: [],
      events: [],
      now: null,
      caught: state.caught && state.game > 0,
    });
    ending.hide();
    curtain.close();
  }
  const { names, edition, commit } = readHeader(header.lines);
  Object.assign(state, { names, edition, commit, rules: header.rules });
  retell();
}

/** Lines from number n on; those that were there are replaced. @param {number} n @param {string[][]} entries */
function showLines(n, entries) {
  const known = state.entries.slice(0, n - 1).flat().length;
  const before = state.events.length;
  state.entries.splice(n - 1, Infinity, ...entries);
  retell();
  if (!state.caught) return;
  for (const event of state.events.slice(Math.max(known, Math.min(before, state.events.length)))) tellNews(event);
}

function retell() {
  state.events = state.entries
    .flat()
    .map(readLine)
    .filter((event) => event !== null);
  state.story = tell(state.names.length, state.events);
}

/** @param {import("../shared/protocol.js").Now} now */
function showNow(now) {
  if (now.game !== state.game) return;
  state.now = now;
  if (!state.caught) board.show(state.story.placed);
  state.caught = true;
  const turn = `${now.game}/${now.n}/${now.turn}`;
  document.body.dataset.at = `${now.game}/${now.n}`;
  passOn();
  choice.begin(`${turn}/${viewed()}`, myTurn() ? now.options : []);
  remembered();
  redraw();
  deals.check(state);
  if (turn !== state.turn) announceTurn();
  state.turn = turn;
}

/** @param {{id: string, reason: string, code: string}} frame */
function refused(frame) {
  choice.refused();
  if (frame.code !== "stale") toast(frame.reason);
}

/** @param {import("../shared/socket.js").State} how @param {string} reason */
function connection(how, reason) {
  document.body.dataset.connection = how;
  const banner = byId("offline");
  if (how === "open") banner.hidden = true;
  if (how === "lost") {
    banner.hidden = false;
    banner.textContent = t("The connection is lost. Trying again…");
  }
  if (how === "gone") {
    banner.hidden = false;
    banner.textContent = reason;
    forget(code);
  }
}

// -- news -------------------------------------------------------------------------------------------

/** @param {Event} event */
function tellNews(event) {
  const words = sentence(event, people);
  if (words) announce(words);
  if (event.kind === "place") {
    const own = choice.sent?.tile === event.tile;
    board.preview(null);
    board.show(state.story.placed, own ? null : players.placeOf(event.seat));
    celebrate(board, event);
    if (event.shows) showTriple(event.seat, event.shows);
    play(!event.bonus ? "place" : HEXAGONS[event.bonus] ? "hexagon" : "bridge");
  } else if (event.kind === "draw" || event.kind === "pass") play(event.kind);
  else if (event.kind === "out" || event.kind === "blocked") play("end");
  else if (event.kind === "round") {
    board.view.manual = false;
    board.show([]);
  }
}

/** Say it to everybody: the line over the board, and the log that screen readers read out. @param {string} words */
function announce(words) {
  const log = byId("log");
  log.append(make("p", {}, words));
  while (log.children.length > KEPT_NEWS) log.firstElementChild?.remove();
  byId("news").textContent = words;
}

function announceTurn() {
  const { now } = state;
  if (!now || now.over || !myTurn()) return;
  const places = choice.options.filter((option) => option.cell).length;
  const words = places
    ? tn("Your turn. One move is possible.", "Your turn. {n} moves are possible.", places)
    : t("Your turn. No tile fits.");
  byId("log").append(make("p", {}, words));
  play("turn");
  const active = document.activeElement;
  if (state.byList) return /** @type {HTMLElement | null} */ (byId("move-list").querySelector("button"))?.focus();
  if (byKeyboard() && (!active || active === document.body || byId("actions").contains(active))) rack.focus();
}

/** @param {number} seat @param {string} tile */
function showTriple(seat, tile) {
  const words = isMine(seat)
    ? t("You show {tile} to everybody.", { tile })
    : t("{name} shows {tile} to everybody.", { name: people.name(seat), tile });
  const card = make("div", { class: "shown" }, loose(tile), make("p", {}, words));
  byId("stage").append(card);
  setTimeout(() => card.remove(), 4500);
}

// -- the reader's wishes ----------------------------------------------------------------------------

/** @param {string} tile @param {boolean} byKey */
function selectTile(tile, byKey) {
  state.byList = false;
  choice.select(tile);
  if (byKey && choice.selected) board.focusTarget();
}

/** @param {Option} option */
function choose(option) {
  const byKey = byId("board").contains(document.activeElement);
  state.seen = null;
  choice.choose(option);
  if (byKey) (document.getElementById("send") ?? byId("rack").querySelector("[tabindex='0']"))?.focus();
}

/** @param {Option | null} option */
function look(option) {
  state.seen = option;
  showBar();
}

/** @param {Option} option */
function send(option) {
  const seat = viewed();
  if (seat !== null && state.now) wire.move({ seat, after: state.now.n, move: option.move });
}

/** Ask the server for something as the holder of this seat. @param {string} path @param {unknown} [body] */
async function ask(path, body = {}) {
  try {
    return await call("POST", `/api/tables/${code}/${path}`, { key: wire.key, body });
  } catch (error) {
    toast(wordsOf(error));
    return null;
  }
}

/** @param {string} name */
async function join(name) {
  const answer = await ask("join", { name });
  if (!answer) return;
  keep({ code, key: answer.key, state: "lobby" });
  wire.use(answer.key);
}

/** @param {number} seat @param {string} kind @param {string} [level] */
function setSeat(seat, kind, level) {
  ask(`seats/${seat}`, level ? { kind, level } : { kind });
}

/** @param {string | null} fill */
function start(fill) {
  ask("start", fill ? { fill } : {});
}

function rematch() {
  ask("rematch");
}

/**
 * The host lets a bot play for somebody absent, or gives the seat back.
 * @param {import("../shared/protocol.js").Seat} seat
 */
function takeOver(seat) {
  if (seat.kind === "bot") setSeat(seat.seat, "human");
  else setSeat(seat.seat, "bot", bots.level);
}

async function download() {
  try {
    const text = await call("GET", `/api/tables/${code}/record`, { key: wire.key });
    saveRecord(await deals.evidence(text, state.table?.you ?? []), code);
  } catch (error) {
    toast(wordsOf(error));
  }
}

// -- pass and play ----------------------------------------------------------------------------------

let curtainTimer = 0;

/** Draw the curtain when the turn goes to another person at this device. */
function passOn() {
  clearTimeout(curtainTimer);
  const { now, table } = state;
  const you = table?.you ?? [];
  if (!now || you.length < 2) return;
  if (now.over) return curtain.close();
  const seat = now.turn;
  if (seat === null || !you.includes(seat) || curtain.open === seat) return;
  const wait = curtain.open === null || !settings().motion ? 0 : CURTAIN_AFTER;
  curtainTimer = setTimeout(() => {
    curtain.ask(seat, people.name(seat), byId("news").textContent ?? "", lifted);
    redraw();
  }, wait);
}

function lifted() {
  const { now } = state;
  if (!now) return;
  choice.begin(`${now.game}/${now.n}/${now.turn}/${viewed()}`, myTurn() ? now.options : []);
  redraw();
  announceTurn();
}

// -- drawing ----------------------------------------------------------------------------------------

function redraw() {
  const { table, now } = state;
  if (!table) return;
  document.body.dataset.stage = table.started ? "game" : "lobby";
  document.body.dataset.turn = !myTurn() ? "other" : choice.sent ? "sent" : "mine";
  if (!table.started) {
    lobby.show(table);
    return;
  }
  lobby.hide();
  if (!now) return;
  document.body.toggleAttribute("data-over", Boolean(now.over));
  players.show(table, now, state.names, state.rules?.clock ?? null);
  if (state.sheet !== state.story) showSheet(byId("sheet-body"), state.story, state.names);
  state.sheet = state.story;
  showHand();
  showTargets();
  showBar();
  showLists();
  showStandIn();
  byId("well-count").textContent = String(now.well);
  byId("round-number").textContent = t("Round {number}", { number: now.round });
  const title = t("Table {code}", { code });
  document.title = `${myTurn() ? "● " : ""}${title} · Tricorn`;
  ending.show({
    table,
    now,
    target: state.rules?.target ?? null,
    story: state.story,
    names: state.names,
    steps: scoreLines(state.names.length, state.events),
    mark: deals.mark(now.over?.game ? "all" : now.round),
    watching: !table.you.length,
  });
}

function showHand() {
  const { now, table } = state;
  const seat = viewed();
  const hidden = seat === null && (table?.you.length ?? 0) > 1;
  const tiles = now && seat !== null ? (now.hands[seat] ?? []) : [];
  const backs = hidden ? Array(now?.held[now.turn ?? 0] ?? 0).fill("?-?-?") : tiles;
  rack.show({
    tiles: backs,
    drawn: (seat !== null && now?.drawn_tiles?.[seat]) || [],
    options: choice.options,
    turn: myTurn(),
    hidden,
    selected: choice.selected,
    gone: (choice.sent ?? choice.pending)?.tile ?? null,
  });
  byId("hand").hidden = !table?.you.length;
}

function showTargets() {
  const { selected, pending, sent } = choice;
  const chosen = sent ?? pending;
  if (!myTurn() || chosen) board.targets([], false);
  else if (selected) board.targets(choice.placesOf(selected), true);
  else
    board.targets(
      choice.options.filter((option) => option.cell),
      false,
    );
  board.preview(chosen?.cell ? chosen : null, sent ? "sent" : "pending");
}

function showBar() {
  const { now, table } = state;
  if (!now || !table) return;
  showActions(byId("actions"), {
    choice,
    now,
    turnName: now.turn === null ? "" : people.name(now.turn),
    mine: myTurn(),
    watching: !table.you.length,
    seen: state.seen,
  });
}

function showLists() {
  showMoves(byId("move-list"), choice.sent ? [] : choice.options, state.story.placed, fromList);
  showTableList(byId("table-list"), state.story.placed);
}

/** @param {Option} option */
function fromList(option) {
  choice.choose(option);
  state.byList = true;
  document.getElementById("send")?.focus();
}

/** A bot may be playing for the reader, who can have the seat back. */
function showStandIn() {
  const { table } = state;
  const seat = table?.seats.find((each) => table.you.includes(each.seat) && each.kind === "bot");
  const note = byId("stand-in");
  note.hidden = !seat;
  if (!seat) return refill(note);
  refill(
    note,
    t("A bot is playing for you."),
    " ",
    make(
      "button",
      { type: "button", class: "button small", id: "take-back", click: () => setSeat(seat.seat, "human") },
      t("Take the seat back"),
    ),
  );
}

function showFit() {
  byId("fit").hidden = !board.view.manual;
}

/** Keep the list of one's own games on the home page fresh. */
function remembered() {
  const { table, now } = state;
  if (!table?.you.length || !wire.key) return;
  keep({
    code,
    key: wire.key,
    edition: table.edition,
    names: table.seats.map((seat) => seat.name ?? ""),
    scores: now?.scores ?? [],
    state: !table.started ? "lobby" : now?.over?.game ? "over" : "running",
  });
}

// -- fingers and keys -------------------------------------------------------------------------------

draggable(byId("rack"), board, {
  lift: (tile) => {
    if (!choice.free || !myTurn()) return false;
    if (choice.selected !== tile || choice.pending) {
      choice.undo();
      if (choice.selected !== tile) choice.select(tile);
    }
    byId("rack").classList.add("dragging");
    return choice.placesOf(tile).length > 0;
  },
  over: (option) => {
    board.preview(option, "drag");
    look(option);
  },
  drop: (option) => {
    byId("rack").classList.remove("dragging");
    state.seen = null;
    if (option) choice.choose(option);
    else choice.undo();
  },
});

/** @param {string} id */
const press = (id) => document.getElementById(id)?.click();

/** Open or close a panel of the side. @param {"sheet" | "list"} name */
function panel(name) {
  const root = document.body;
  const open = root.dataset.panel === name ? "" : name;
  root.dataset.panel = open;
  for (const button of document.querySelectorAll("[data-opens]"))
    button.setAttribute("aria-expanded", String(/** @type {HTMLElement} */ (button).dataset.opens === open));
  if (name === "list") change({ list: open === "list" });
  if (open) byId(name).focus();
}

for (const button of document.querySelectorAll("[data-opens]"))
  button.addEventListener("click", () => panel(/** @type {any} */ (button).dataset.opens));
for (const button of document.querySelectorAll(".panel .close"))
  button.addEventListener("click", () => panel(/** @type {any} */ (document.body.dataset.panel)));
byId("fit").addEventListener("click", () => board.view.fit());
byId("zoom-in").addEventListener("click", () => board.view.zoom(1.3));
byId("zoom-out").addEventListener("click", () => board.view.zoom(1 / 1.3));
if (settings().list) panel("list");

listen({
  Escape: () => {
    const byBoard = byId("board").contains(document.activeElement);
    if (!choice.undo() && document.body.dataset.panel) panel(/** @type {any} */ (document.body.dataset.panel));
    if (byBoard) rack.focus();
  },
  u: () => choice.undo(),
  d: () => press("draw"),
  p: () => press("pass"),
  n: () => press("next"),
  t: () => rack.focus(),
  b: () => board.focusTarget(),
  m: () => panel("list"),
  s: () => panel("sheet"),
  f: () => board.view.fit(),
  "+": () => board.view.zoom(1.3),
  "=": () => board.view.zoom(1.3),
  "-": () => board.view.zoom(1 / 1.3),
  "?": () => press("open-menu"),
  ShiftArrowLeft: () => board.view.pan(60, 0),
  ShiftArrowRight: () => board.view.pan(-60, 0),
  ShiftArrowUp: () => board.view.pan(0, 60),
  ShiftArrowDown: () => board.view.pan(0, -60),
});

document.addEventListener("settings", redraw);
