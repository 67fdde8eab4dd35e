/** The end of a game in the panel: who won and why, the best placement, and what comes next. */

import { centre, parseCell, spot } from "../board/geometry.js";
import { closedHexagons } from "../board/marks.js";
import { boardPicture } from "../board/picture.js";
import { isAdaptive } from "../shared/adaptive.js";
import { byId, icon, make, makeButton, makeSvg } from "../shared/dom.js";
import { applyEvents, isStep, newGameState } from "../shared/game_state.js";
import { asSentence, formatList, t } from "../shared/i18n.js";
import { replayAddress, reviewAddress } from "../shared/my_games.js";
import { bestText, gamesOfGroup, winsText } from "../sharing/evenings.js";
import { playerAvatar } from "./players.js";
import { decisivePlacement, gameTitle, highlightText } from "./result_words.js";
import { skillView } from "./skill.js";
import { standings } from "./standings.js";
import { hasNextGame, isWatching, matchScore, mySeats } from "./state.js";

/** @import { GameOver, Table } from "../shared/protocol.js" */
/** @import { Placed } from "../shared/record.js" */
/** @import { TableState } from "./state.js" */

const MOMENT = 250; // units of the board around the decisive tile that are shown

/**
 * @typedef {object} Handlers
 * @property {(answer: {agree?: boolean, wait?: boolean}) => void} onRematch
 * @property {() => void} onNextGame  which has begun already
 * @property {() => void} onDownload
 */

const CROWN = "M4 27 2 8l11 8L24 2l11 14 11-8-2 19z"; // in a box of 48 by 30

/** Who has won, and why, on felt. @param {TableState} state @param {GameOver} game */
export function winnerView(state, game) {
  const { winner, reason } = game;
  const face = winner !== null && [
    makeSvg("svg", { class: "crown", viewBox: "0 0 48 30", "aria-hidden": "true" }, makeSvg("path", { d: CROWN })),
    playerAvatar(state.table?.seats[winner], winner, state.names[winner]),
  ];
  return make(
    "div",
    { class: "winner felt" },
    ...(face || []),
    make("h2", { id: "ending-title", tabindex: -1 }, gameTitle(state, game)),
    make("p", { class: "arithmetic" }, reason),
  );
}

/**
 * What there is to say about a game that is over.
 * @param {TableState} state @param {GameOver} game @param {boolean} isNew
 */
export function gameParts(state, game, isNew) {
  const best = decisivePlacement(state);
  return [
    standings(state, state.now?.scores ?? [], { winner: game.winner, isNew }),
    matchLine(state),
    adaptiveNote(state, game),
    best && momentView(state, best),
    skillView(state, game),
    togetherLine(state),
    gameLinks(state),
  ];
}

/** The placement that scored most, with the table around it. @param {TableState} state @param {Placed} best */
function momentView(state, best) {
  const { events } = state.game;
  const until = events.slice(0, events.indexOf(best) + 1);
  const { placed } = applyEvents(newGameState(state.names.length, state.edition), until);
  const step = until.filter(isStep).length;
  const address = `${replayAddress(state.table?.code ?? "", state.gameNumber)}#move=${step}`;
  return make(
    "section",
    { class: "moment felt" },
    pictureAround(placed),
    make(
      "p",
      { class: "highlight" },
      asSentence(highlightText(state)),
      " ",
      make("a", { href: address }, t("Watch it")),
    ),
  );
}

/** The part of the table around the hexagon that was closed, or around the last tile. @param {Placed[]} placed */
function pictureAround(placed) {
  const picture = boardPicture(placed);
  const last = placed.at(-1);
  if (!picture || !last?.cell) return null;
  const [hub] = closedHexagons(last, new Set(placed.map(({ cell }) => cell ?? "")));
  const [x, y] = hub ? spot(hub) : centre(parseCell(last.cell));
  picture.setAttribute("viewBox", `${x - MOMENT / 2} ${y - MOMENT / 2} ${MOMENT} ${MOMENT}`);
  return picture;
}

/** "Games won: Ana 2 – Bo 1", from the second game on. @param {TableState} state */
function matchLine(state) {
  if (!state.past.length) return null;
  const wins = matchScore(state).map((count, seat) => `${state.names[seat]} ${count}`);
  return make("p", { class: "match" }, t("Games won: {score}", { score: wins.join(" – ") }));
}

/** Who won how often since these people first played together, if not at this table. @param {TableState} state */
function togetherLine({ table, past, gameNumber }) {
  const people = table?.seats.filter((seat) => seat.person).map((seat) => seat.name) ?? [];
  const games = people.length > 1 ? gamesOfGroup(people) : [];
  const isSaved = games.some(({ code, game }) => code === table?.code && game === gameNumber);
  if (!isSaved || games.length <= past.length + 1) return null;
  return make("p", { class: "together" }, [winsText(games), bestText(games)].filter(Boolean).map(asSentence).join(" "));
}

/** @param {TableState} state */
function gameLinks(state) {
  const code = state.table?.code ?? "";
  const copy = async () => (await import("./share.js")).copyGameLink(state);
  const next = nextBot(state);
  const tryNext = async () => next && (await import("./next_bot.js")).playNextBot(state, next);
  return make(
    "div",
    { class: "links" },
    next && makeButton({ id: "try-next", class: "button", click: tryNext }, t("Try {name} next", { name: next.name })),
    make("a", { class: "button", href: reviewAddress(code, state.gameNumber) }, icon("bulb"), t("Review")),
    make("a", { class: "button", href: replayAddress(code, state.gameNumber) }, icon("play"), t("Replay")),
    makeButton({ id: "copy-link", class: "button", click: copy }, icon("link"), t("Copy the link")),
  );
}

/** How an adaptive bot will play next time. @param {TableState} state @param {GameOver} game */
function adaptiveNote({ table, names }, { winner }) {
  const bot = table?.seats.find(({ level }) => isAdaptive(level));
  if (!table || !bot || winner === null || table.you.length !== 1) return null;
  const name = names[bot.seat];
  const text = table.you.includes(winner)
    ? t("{name} adapts to you and plays a little stronger next time.", { name })
    : t("{name} adapts to you and plays a little gentler next time.", { name });
  return make("p", { class: "faint" }, text);
}

/** The bot of the next level, if the player has just beaten a single bot in this browser. @param {TableState} state */
function nextBot({ table, now }) {
  const { levels = "", bots } = byId("main").dataset;
  const isAgainstOne = table?.seats.length === 2 && table.you.length === 1;
  if (!bots || !isAgainstOne || now?.over?.game?.winner !== table.you[0]) return null;
  const ladder = levels.split(" ");
  const beaten = ladder.indexOf(table.seats.find((seat) => seat.kind === "bot")?.level ?? "");
  const level = beaten < 0 ? undefined : ladder[beaten + 1];
  return level ? { level, name: JSON.parse(bots)[level][0] } : null;
}

/** @param {TableState} state @param {Table} table @param {Handlers} handlers */
export function gameButtons(state, table, handlers) {
  const share = async () => (await import("./share.js")).shareResult(state);
  return [
    ...nextGame(state, table, handlers),
    makeButton(
      { id: "share-picture", class: "button", title: t("Share a picture"), click: share },
      icon("share"),
      t("Share"),
    ),
  ];
}

/**
 * What the player can do about another game.
 * @param {TableState} state @param {Table} table @param {Handlers} handlers
 */
function nextGame(state, table, { onRematch, onNextGame }) {
  if (hasNextGame(state)) {
    return [
      make("span", { class: "asked" }, t("The next game has begun.")),
      makeButton({ id: "go-on", class: "primary large", click: onNextGame }, t("Go to it")),
    ];
  }
  if (isWatching(state) && !table.hosting) return [];
  const agreed = table.agreement?.subject === "rematch" ? table.agreement.seats : [];
  const seats = mySeats(state);
  const isAgreed = seats.length > 0 && seats.every((seat) => agreed.includes(seat));
  const waiting = table.seats.filter((seat) => seat.person && seat.here && !agreed.includes(seat.seat));
  if (isAgreed && waiting.length) return waitingButtons(table, waiting, onRematch);
  const others = formatList(agreed.filter((seat) => !seats.includes(seat)).map((seat) => state.names[seat]));
  const label = others ? t("Play again") : t("Rematch");
  return [
    others && make("span", { class: "asked" }, t("{names} would like a rematch.", { names: others })),
    makeButton({ id: "rematch", class: "primary large", click: () => onRematch({}) }, icon("again"), label),
    others && makeButton({ id: "decline", class: "button", click: () => onRematch({ agree: false }) }, t("Not now")),
  ];
}

/** @param {Table} table @param {Table["seats"]} waiting @param {Handlers["onRematch"]} onRematch */
function waitingButtons(table, waiting, onRematch) {
  const names = formatList(waiting.map((seat) => seat.name));
  const start = () => onRematch({ wait: false });
  return [
    make("span", { class: "asked" }, t("Asked for a rematch: {names}", { names })),
    table.hosting && makeButton({ id: "start-now", class: "primary large", click: start }, t("Start without waiting")),
    makeButton({ id: "withdraw", class: "button", click: () => onRematch({ agree: false }) }, t("Withdraw")),
  ];
}
