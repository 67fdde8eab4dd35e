/** The game to continue, and "Your games": other running ones, first those with the user's turn, and finished ones. */

import { hasServer } from "../shared/addresses.js";
import { call, errorText } from "../shared/api.js";
import { askToConfirm } from "../shared/ask.js";
import { byId, icon, make, makeButton, refill } from "../shared/dom.js";
import { formatScore, t } from "../shared/i18n.js";
import {
  deleteFinished,
  finishedGames,
  forgetGame,
  myGames,
  pastResults,
  replayAddress,
  reviewAddress,
  saveGame,
  tableAddress,
} from "../shared/my_games.js";
import { gameLink, helpTexts, toast } from "../shared/ui.js";
import { gameToContinue, showContinue } from "./continue_card.js";

/** @import { MyGame, Result } from "../shared/my_games.js" */
/** @import { Mine as ServerTable, TableMade, TableView } from "../shared/protocol.js" */
/** @import { EditionName } from "./open_tables.js" */

const MAX_SHOWN = 12;

/** @param {EditionName} editionName @param {number} [max] */
export function showMyGames(editionName, max = MAX_SHOWN) {
  const games = myGames().filter((game) => !game.missing);
  const first = gameToContinue(games);
  const running = games.filter((game) => game.phase !== "over" && game !== first);
  const refresh = () => showMyGames(editionName, max);
  showFirst(first, editionName, refresh);
  const items = [
    ...running.filter((game) => game.turn).map((game) => runningItem(game, editionName, refresh)),
    ...running.filter((game) => !game.turn).map((game) => runningItem(game, editionName, refresh)),
    ...games.flatMap((game) => finishedGames(game).map((result) => finishedItem(game, result, editionName, refresh))),
  ];
  const all = makeButton({ class: "text", click: () => showMyGames(editionName, Infinity) }, t("Show all"));
  byId("mine").hidden = !items.length;
  refill(byId("my-games"), ...items.slice(0, max), items.length > max && make("li", { class: "all" }, all));
}

/** @param {MyGame | undefined} game @param {EditionName} editionName @param {() => void} refresh */
function showFirst(game, editionName, refresh) {
  if (!game) return showContinue(undefined, "", []);
  const details = [...matchText(game), editionName(game.edition), ...(game.local ? [] : [game.code])].join(" · ");
  showContinue(game, title(game, game.scores), [details], removeButton(game, refresh));
}

/** @param {MyGame} game @param {EditionName} editionName @param {() => void} refresh */
function runningItem(game, editionName, refresh) {
  const { scores, phase, edition, turn } = game;
  const details = [
    turn
      ? make("b", { class: "your-turn" }, t("Your turn"))
      : phase === "waiting"
        ? t("waiting for players")
        : t("running"),
    ...matchText(game),
    editionName(edition),
    storagePlace(game),
  ];
  return make("li", {}, gameLink(tableAddress(game), title(game, scores), details), removeButton(game, refresh));
}

/** Gives up the seat in a running game. @param {MyGame} game @param {() => void} refresh */
function removeButton(game, refresh) {
  return deleteButton(async () => {
    if (!(await askToConfirm(t("Delete this game?"), t("You give up your seat at the table."), t("Delete")))) return;
    await giveUpSeats(game);
    forgetGame(game.code);
    refresh();
  });
}

/** @param {MyGame} game @param {Result} result @param {EditionName} editionName @param {() => void} refresh */
function finishedItem(game, result, editionName, refresh) {
  const { code, edition, local } = game;
  const replay = replayAddress(code, result.game);
  const isLatest = game.phase === "over" && result.game === (game.game ?? 1);
  const remove = () => {
    deleteFinished(code, result.game);
    refresh();
  };
  return make(
    "li",
    {},
    gameLink(isLatest ? tableAddress(game) : replay, title(game, result.scores), [
      resultText(game.names, result),
      ...helpTexts(result.hints, result.takenBack),
      editionName(edition),
      storagePlace(game),
    ]),
    deleteButton(remove),
    make(
      "div",
      { class: "afterwards" },
      make("a", { class: "button small", href: replay }, t("Replay")),
      make("a", { class: "button small", href: reviewAddress(code, result.game) }, t("Review")),
      local && hasServer && isLatest && keepButton(game, refresh),
    ),
  );
}

/** Where a game is stored: on this device, or at a server under a code. @param {MyGame} game */
const storagePlace = ({ code, local }) => (local ? t("only on this device") : code);

/** "Ana 402, Bo 380". @param {MyGame} game @param {number[]} scores */
function title({ code, names }, scores) {
  const results = scores.length ? names.map((name, seat) => `${name} ${formatScore(scores[seat] ?? 0)}`) : names;
  return results.filter(Boolean).join(", ") || code;
}

/** Who won, and why if another score is higher. @param {string[]} names @param {Result} result */
function resultText(names, { winner, scores, reason }) {
  if (winner === undefined) return t("finished");
  if (winner === null) return t("ended without a winner");
  const won = t("{name} won", { name: names[winner] ?? "" });
  return reason && scores[winner] < Math.max(...scores) ? `${won}: ${reason}` : won;
}

/** The games that each player has won so far. @param {MyGame} game */
function matchText({ names, past = [] }) {
  const wins = names.map((name, seat) => `${name} ${past.filter((result) => result.winner === seat).length}`);
  return past.length ? [t("Games won: {score}", { score: wins.join(" – ") })] : [];
}

/** @param {() => void} click */
function deleteButton(click) {
  return makeButton(
    { class: "quiet small delete", "aria-label": t("Delete"), title: t("Delete"), click },
    icon("close"),
  );
}

/**
 * Sends a game that was played in this browser to the server, which checks it.
 * @param {MyGame} game @param {() => void} refresh
 */
function keepButton(game, refresh) {
  const send = async () => {
    try {
      const { savedTable } = await import("../local/saved.js");
      const record = savedTable(game.code)?.records.at(-1);
      if (!record) return;
      /** @type {TableMade} */
      const { code, key } = await call("POST", "/api/games", { body: record });
      const result = game.result && { ...game.result, game: 1 };
      saveGame({ ...game, code, key, result, game: 1, past: [], local: false });
      forgetGame(game.code);
      refresh();
    } catch (error) {
      toast(errorText(error));
    }
  };
  return makeButton({ class: "button small keep", click: send }, t("Save on the server"));
}

/** Give up the seats; in a game a bot takes them. @param {MyGame} game */
async function giveUpSeats({ code, key, local }) {
  if (local) return;
  try {
    /** @type {TableView} */
    const { table } = await call("GET", `/api/tables/${code}`, { key });
    for (const seat of table.you.toReversed()) {
      const path = `/api/tables/${code}/seats/${seat}`;
      if (table.started) await call("POST", path, { key, body: { kind: "bot" } });
      else await call("DELETE", path, { key });
    }
  } catch {
    // The game is deleted here in any case.
  }
}

/**
 * Fetch the phase of the games from the server; games that it does not list are hidden.
 * @param {EditionName} editionName
 */
export async function refreshMyGames(editionName) {
  const games = myGames().filter((game) => !game.local);
  if (!games.length) return;
  try {
    const keys = games.map((game) => game.key).filter(Boolean);
    /** @type {ServerTable[]} */
    const tables = await call("POST", "/api/mine", { body: { keys } });
    const byCode = new Map(tables.map((table) => [table.code, table]));
    for (const game of [...games].reverse()) update(game, byCode.get(game.code));
    showMyGames(editionName);
  } catch {
    // Without the server the stored phases are shown.
  }
}

/** @param {MyGame} game @param {ServerTable | undefined} table */
function update(game, table) {
  const { code, phase, at } = game;
  if (!table) return saveGame({ code, at, missing: true });
  if (table.phase === phase && table.turn === Boolean(game.turn) && !game.missing) return;
  const isNext = phase === "over" && table.phase !== "over"; // a rematch has begun
  const next = { past: pastResults(game, [], Infinity), result: undefined, scores: [] };
  saveGame({ code, at, missing: false, phase: table.phase, turn: table.turn, ...(isNext ? next : {}) });
}
