/** The page of a table. Messages and the player's actions change the state; then the view is rendered from it. */

import { pageAddress } from "../shared/addresses.js";
import { byId, findAll, loadStyles } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { forgetGame, myGame, saveGame } from "../shared/my_games.js";
import { isPlay } from "../shared/record.js";
import { changeSettings, settings } from "../shared/settings.js";
import { COACHED, readStored } from "../shared/storage.js";
import { linkToRules, toast } from "../shared/ui.js";
import { announceEvent, announceTakeBack, announceTurn } from "./announcer.js";
import { bindControls } from "./controls.js";
import { playSound } from "./effects.js";
import { MoveInput } from "./move_input.js";
import { saveMyGame } from "./save_game.js";
import {
  canTakeBack,
  hasOtherPeople,
  isMyOnlySeat,
  isMyTurn,
  isPassAndPlay,
  isViewingEnd,
  isWatching,
  mySeats,
  newTableState,
  offerMoves,
  playerName,
  positionKey,
  receiveHeader,
  receiveLines,
  receiveNow,
  receiveTable,
  shownSeat,
} from "./state.js";
import { UpdateQueue } from "./update_queue.js";
import { TablePage } from "./view.js";

/** @import { Header, Lines, Reacted, Refusal, Seat, Table } from "../shared/protocol.js" */
/** @import { Event } from "../shared/record.js" */
/** @import { Connection, Handlers, ServerMessage } from "../shared/socket.js" */

const REACTION_ID = "reaction"; // the id of reactions, which a refusal repeats
const CURTAIN_MS = 1100; // to see the result of the last move

const {
  levels = "",
  level = "",
  module,
  analysis = "",
  review = "",
  score = "",
  code = location.hash.slice(1),
} = byId("main").dataset;
const isLocal = module !== undefined; // the game is played in this browser
const state = newTableState();
let announcedPosition = "";
let curtainTimer = 0;
/** What had the focus before a panel was opened. @type {Element | null} */
let focusedBefore = null;

const input = new MoveInput(state, {
  parts: () => view,
  render,
  renderHover: () => view.renderHover(state),
  send: (move) => socket.sendMove(move),
});
const view = new TablePage(
  { levels: levels.split(" "), level },
  {
    ...input.actions,
    onHint: showHint,
    onJoin: join,
    onAddBot: (level) => requests.addBot(level),
    onSeat: ({ seat }, change) => requests.setSeat(seat, change),
    onRemove: (seat) => requests.removeSeat(seat),
    onMove: (seat, to) => requests.moveSeat(seat, to),
    onRules: changeRules,
    onStart: () => requests.start(),
    onStandIn: toggleStandIn,
    onTakeSeat: () => requests.setSeat(mySeats(state)[0], { kind: "human" }),
    onTakeBack: takeBack,
    onReady: () => socket.send({ type: "ready" }),
    onRematch: rematch,
    onNextGame: showNextGame,
    onLeave: leave,
    onResign: () => requests.resign(mySeats(state)[0]),
    onEnd: (agree) => requests.end(agree),
    onDownload: () => requests.download(async (text) => deals?.withReceipts(text, mySeats(state)) ?? text),
  },
);
const isOwn = (/** @type {Event} */ event) => isPlay(event) && isMyOnlySeat(state, event.seat);
const queue = new UpdateQueue(applyUpdate, isOwn, () => isViewingEnd(state));
/** Advises in a first game after the course. @type {import("../learn/coach.js").Coach | null} */
let coach = null;
if (isLocal && readStored(COACHED, null)) {
  const { Coach } = await import("../learn/coach.js");
  coach = new Coach(byId("stage"));
}
const { socket, requests, deals } = await connect({ onMessage: receive, onConnection: showConnection });
/** What the settings for notifications are about; their script is loaded with the menu. */
const notified = {
  code,
  key: () => socket.key,
  offersPush: () => !isLocal && mySeats(state).length > 0 && !state.rules?.clock, // with a clock it would be too late
};

/**
 * Connect to the server or, if the page names the module of the rules, to a table in this browser, whose deals have
 * nothing to verify. The page preloads the scripts of one of them.
 * @param {Handlers} handlers
 */
async function connect(handlers) {
  if (module !== undefined) {
    const { LocalSocket, localRequests } = await import("../local/socket.js");
    const socket = new LocalSocket(code, { module, analysis, review, score }, handlers);
    return { socket, requests: localRequests(socket), deals: null };
  }
  const [{ LiveSocket }, { Requests }, { DealMonitor }] = await Promise.all([
    import("../shared/socket.js"),
    import("./requests.js"),
    import("../deals/monitor.js"),
  ]);
  const socket = new LiveSocket(code, myGame(code)?.key || null, handlers);
  const requests = new Requests(code, () => socket.key);
  return { socket, requests, deals: new DealMonitor(code, byId("unfair"), render) };
}

/** @type {import("../analysis/hints.js").HintCard | null} */
let hints = null;

/** Show a nudge first, then the move. */
async function showHint() {
  const { HintCard } = await import("../analysis/hints.js");
  hints ??= new HintCard(byId("hint"), view.board, {
    request: (seat, after) => requests.hint(seat, after),
    onPlay: (option) => input.chooseHint(option),
  });
  hints.advance(state);
}

function render() {
  view.render(state, deals?.view(state.now?.over?.game ? "all" : (state.now?.round ?? 0)) ?? null);
  hints?.update(state);
}

// -- messages ---------------------------------------------------------------------------------------

/** @param {ServerMessage} message */
function receive(message) {
  deals?.receive(message, (deal, nonce) => socket.sendNonce(deal, nonce));
  switch (message.type) {
    case "refused":
      return message.id === REACTION_ID ? toast(message.reason) : showRefusal(message);
    case "reaction":
      return receiveReaction(message);
    case "table":
    case "header":
      return queue.push(message);
    case "lines":
      return queue.pushLines(/** @type {Lines} */ (message));
  }
}

/** Show a reaction immediately, without waiting for moves in the queue. @param {Reacted} reacted */
async function receiveReaction({ seat, reaction }) {
  if (!settings().reactions || !state.now) return;
  const [{ showReaction }] = await Promise.all([import("./reactions.js"), loadStyles("reactions")]);
  const avatar = view.players.avatar(seat);
  if (avatar) showReaction(avatar, playerName(state, seat), reaction);
}

/** @param {import("./update_queue.js").Update} update */
function applyUpdate(update) {
  switch (update.type) {
    case "table":
      return applyTable(update);
    case "header":
      return applyHeader(update);
    case "line":
      return applyLines(update.n, [update.events]);
    case "replace":
      return applyLines(update.first, update.lines);
    case "now":
      return applyNow(update.now);
  }
}

/** @param {Table} table */
function applyTable(table) {
  receiveTable(state, table);
  linkToRules(table.edition);
  saveMyGame(state, { code, key: socket.key, isLocal });
  render();
}

/** @param {Header} header */
function applyHeader(header) {
  if (!receiveHeader(state, header)) return;
  if (settings().push) import("./notifications.js").then(({ updatePush }) => updatePush(notified));
  view.endPanel?.hide();
  view.curtain.close();
}

/** @param {number} first @param {Event[][]} lines */
function applyLines(first, lines) {
  const known = state.lines.length;
  const events = receiveLines(state, first, lines);
  if (!state.isLive) return;
  if (state.lines.length < known && !isWatching(state)) announceTakeBack();
  for (const event of events) {
    announceEvent(state, event);
    view.playEvent(state, event);
  }
}

/** @param {import("./state.js").ReceivedNow} now */
function applyNow(now) {
  if (now.game !== state.gameNumber) return;
  receiveNow(state, now);
  passDevice();
  offerMoves(state);
  saveMyGame(state, { code, key: socket.key, isLocal });
  if (now.over?.game) saveFinished();
  render();
  const { table, gameNumber: number, names, commit, game } = state;
  deals?.verify({ table, number, names, commit, events: game.events });
  if (state.isDrawing) return input.drawNext();
  if (positionKey(now) !== announcedPosition) startMyTurn();
  announcedPosition = positionKey(now);
  coach?.update(state);
}

/** Save a game that is over, and show it among the others of the same people. */
async function saveFinished() {
  const { saveFinishedGame, saveSharedGame } = await import("./finished_game.js");
  saveFinishedGame(state);
  saveSharedGame(state);
  render();
}

/** @param {Refusal} refusal */
function showRefusal({ code, reason }) {
  input.cancel();
  if (code !== "stale") toast(reason);
  render();
}

/** @param {Connection} connection @param {string} reason */
function showConnection(connection, reason) {
  document.body.dataset.connection = connection;
  const banner = byId("offline");
  if (connection !== "connecting") banner.hidden = connection === "open";
  if (connection === "lost") banner.textContent = reason || t("The connection is lost. Trying again…");
  if (connection === "gone") {
    banner.textContent = reason;
    forgetGame(code);
  }
}

// -- turns ------------------------------------------------------------------------------------------

/** If it is the player's turn, say so, and put the focus where moves are made. */
function startMyTurn() {
  if (!isMyTurn(state)) return;
  announceTurn(state);
  playSound("turn");
  if (document.hidden && settings().notify) import("./attention.js").then(({ notifyPlayer }) => notifyPlayer(code));
  input.focusTurn();
}

/** In pass and play, ask for the player on turn, unless their hand is shown already. */
function passDevice() {
  clearTimeout(curtainTimer);
  const { now, openHand } = state;
  if (!now || !isPassAndPlay(state)) return;
  if (now.over) return closeHand();
  const seat = now.turn;
  if (seat === null || !mySeats(state).includes(seat) || openHand === seat) return;
  curtainTimer = setTimeout(() => askFor(seat), openHand === null || !settings().motion ? 0 : CURTAIN_MS);
}

function closeHand() {
  state.openHand = null;
  view.curtain.close();
}

/** @param {number} seat */
async function askFor(seat) {
  state.openHand = null;
  render();
  const [{ closeCurtain }] = await Promise.all([import("./curtain.js"), loadStyles("curtain")]);
  if (state.now?.turn === seat) closeCurtain(view.curtain, seat, playerName(state, seat), () => openHand(seat));
}

/** @param {number} seat */
function openHand(seat) {
  state.openHand = seat;
  offerMoves(state);
  render();
  startMyTurn();
}

/** Go back to the player's last choice. */
function takeBack() {
  if (canTakeBack(state)) requests.takeBack(mySeats(state)[0], queue.received.n);
}

// -- seats ------------------------------------------------------------------------------------------

/** @param {{agree?: boolean, wait?: boolean}} answer */
function rematch(answer) {
  state.wantsNext = answer.agree !== false;
  return requests.rematch(answer);
}

/** Go from the end of a game to the next one, which has begun. */
function showNextGame() {
  state.wantsNext = true;
  queue.resume();
}

/** Go home: a seat in the lobby becomes free; in a game with others a bot plays until the player is back. */
async function leave() {
  const isLobby = !state.table?.started;
  const isRunning = !isLobby && !state.now?.over?.game && hasOtherPeople(state);
  const own = mySeats(state).map((seat) => state.table?.seats[seat]);
  for (const seat of own) {
    if (isLobby && seat) await requests.removeSeat(seat);
    else if (isRunning && seat?.kind === "human") await requests.setSeat(seat.seat, { kind: "bot" });
  }
  if (isLobby) forgetGame(code);
  location.assign(pageAddress(""));
}

/** @param {string} name */
async function join(name) {
  const joined = await requests.join(name);
  if (!joined?.key) return; // refused, or the host has sat down with the key of the table
  saveGame({ code, key: joined.key, phase: "waiting" });
  socket.useKey(joined.key);
}

/** Let a bot play for an absent player, or give the seat back. @param {Seat} seat */
function toggleStandIn({ seat, kind }) {
  return requests.setSeat(seat, kind === "bot" ? { kind: "human" } : { kind: "bot", level });
}

/** @param {Table} table */
async function changeRules(table) {
  const form = await import("./change_rules.js").catch(() => null);
  const isShown = await form?.changeRules(table, (rules) => requests.setRules(rules));
  if (!isShown) toast(t("The server cannot be reached. Are you connected?"));
}

// -- input ------------------------------------------------------------------------------------------

/** Open a panel, or close it if it is open; "" closes whichever is open. @param {string} name */
function togglePanel(name) {
  const changed = name || state.panel;
  const active = document.activeElement;
  if (!state.panel) focusedBefore = active;
  const isInPanel = Boolean(active?.closest(".panel"));
  state.panel = name === state.panel ? "" : name;
  if (changed === "list") changeSettings({ list: state.panel === "list" });
  render();
  if (state.panel) byId(state.panel).focus();
  else if (isInPanel) leavePanel();
}

/** Put the focus back to where it was before a panel was opened, or to the tiles. */
function leavePanel() {
  if (focusedBefore instanceof HTMLElement) focusedBefore.focus();
  if (document.activeElement !== focusedBefore || focusedBefore === document.body) view.rack.focus();
}

input.bindDrag(byId("rack"));
bindControls(view.board.viewport, togglePanel, {
  Escape: () => {
    const wasOnBoard = view.board.hasFocus;
    if (!input.undo() && state.panel) togglePanel("");
    if (wasOnBoard) view.rack.focus();
  },
  u: () => input.undo(),
  z: takeBack,
  t: () => view.rack.focus(),
  b: () => view.board.targets.focus(),
});

byId("react").addEventListener("click", async () => {
  const [{ openReactions }] = await Promise.all([import("./reactions.js"), loadStyles("reactions")]);
  openReactions(byId("react"), (reaction) => {
    socket.send({ type: "reaction", id: REACTION_ID, seat: shownSeat(state) ?? mySeats(state)[0], reaction });
  });
});
byId("open-menu").addEventListener("click", async () => {
  render(); // the menu shows what the player can decide
  (await import("./notifications.js")).showNotificationSettings(notified);
});
for (const opener of findAll(document, "[data-rules-of], [data-rules]")) {
  opener.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // opens another tab
    event.preventDefault();
    (await import("./rules_panel.js")).openRulesPanel();
  });
}
document.addEventListener("settings", render);
if (settings().list) togglePanel("list");
