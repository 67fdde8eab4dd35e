/** The end of a game in the panel: who won and why, the best placement, and what comes next. */

import { isAdaptive } from "../shared/adaptive.js";
import { byId, icon, make, makeButton } from "../shared/dom.js";
import { bestPlacement } from "../shared/game_state.js";
import { asSentence, formatList, formatScore, t } from "../shared/i18n.js";
import { replayAddress, reviewAddress } from "../shared/my_games.js";
import { pointsReason } from "../shared/sentences.js";
import { bestText, gamesOfGroup, winsText } from "../sharing/evenings.js";
import { standings } from "./standings.js";
import { hasNextGame, isMyOnlySeat, isWatching, matchScore, mySeats } from "./state.js";

/** @import { GameOver, Table } from "../shared/protocol.js" */
/** @import { ReceivedNow, TableState } from "./state.js" */

/**
 * @typedef {object} Handlers
 * @property {(answer: {agree?: boolean, wait?: boolean}) => void} onRematch
 * @property {() => void} onNextGame  which has begun already
 * @property {() => void} onDownload
 */

/** @param {TableState} state @param {ReceivedNow} now @param {GameOver} game */
export function gameResult(state, now, game) {
  const highlight = highlightText(state);
  return [
    make("h2", { id: "ending-title", tabindex: -1 }, gameTitle(state, game)),
    make("p", { class: "arithmetic" }, game.reason),
    standings(state, now.scores, game),
    matchLine(state),
    adaptiveNote(state, game),
    highlight && make("p", { class: "highlight" }, highlight),
    togetherLine(state),
    shareButtons(state),
  ];
}

/** @param {TableState} state @param {GameOver} game */
export function gameTitle(state, { winner }) {
  if (winner === null) return t("The game has ended without a winner");
  return isMyOnlySeat(state, winner)
    ? t("You win the game!")
    : t("{name} wins the game", { name: state.names[winner] });
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
function shareButtons(state) {
  const share = async () => (await import("./share.js")).shareResult(state);
  const copy = async () => (await import("./share.js")).copyGameLink(state);
  return make(
    "div",
    { class: "links" },
    makeButton({ id: "share-picture", class: "button small", click: share }, icon("share"), t("Share a picture")),
    makeButton({ id: "copy-link", class: "button small", click: copy }, icon("link"), t("Copy the link")),
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

/** The placement that scored most, or "". @param {TableState} state */
export function highlightText({ game, names }) {
  const best = bestPlacement(game.events);
  if (!best) return "";
  const values = { name: names[best.seat], tile: best.tile, points: formatScore(best.points) };
  const reason = pointsReason(best.tile, best.points, best.bonus, game.scoring);
  return reason
    ? t("Best placement: {name} with {tile}, {reason} = {points}", { ...values, reason })
    : t("Best placement: {name} with {tile}, {points}", values);
}

/** @param {TableState} state @param {Table} table @param {Handlers} handlers */
export function gameButtons(state, table, handlers) {
  const address = replayAddress(table.code, state.gameNumber);
  const next = nextBot(state);
  const tryNext = async () => next && (await import("./next_bot.js")).playNextBot(state, next);
  return [
    ...nextGame(state, table, handlers),
    next && makeButton({ id: "try-next", class: "button", click: tryNext }, t("Try {name} next", { name: next.name })),
    make("a", { class: "button", href: reviewAddress(table.code, state.gameNumber) }, icon("bulb"), t("Review")),
    make("a", { class: "button", href: address }, icon("play"), t("Replay")),
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
      makeButton({ id: "go-on", class: "primary", click: onNextGame }, t("Go to it")),
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
    makeButton({ id: "rematch", class: "primary", click: () => onRematch({}) }, icon("again"), label),
    others && makeButton({ id: "decline", class: "button", click: () => onRematch({ agree: false }) }, t("Not now")),
  ];
}

/** @param {Table} table @param {Table["seats"]} waiting @param {Handlers["onRematch"]} onRematch */
function waitingButtons(table, waiting, onRematch) {
  const names = formatList(waiting.map((seat) => seat.name));
  const start = () => onRematch({ wait: false });
  return [
    make("span", { class: "asked" }, t("Asked for a rematch: {names}", { names })),
    table.hosting && makeButton({ id: "start-now", class: "primary", click: start }, t("Start without waiting")),
    makeButton({ id: "withdraw", class: "button", click: () => onRematch({ agree: false }) }, t("Withdraw")),
  ];
}
