/** The lists of the home page: the games of this browser, and the tables that anybody may join. */

import { call } from "../shared/api.js";
import { byId, make, refill } from "../shared/dom.js";
import { figure, t, tn } from "../shared/i18n.js";
import { forgetGame, myGames, saveGame } from "../shared/my_games.js";

/** @typedef {import("../shared/my_games.js").MyGame} MyGame */
/** @typedef {(editionLine: string) => string} EditionName */
/** @typedef {{code: string, edition: string, open: number, started: boolean, names: string[]}} OpenTable */

const MOST_SHOWN = 12;
/** The states of a table as this browser names them. @type {Record<string, MyGame["state"]>} */
const STATES = { waiting: "lobby", playing: "running", over: "over" };

/** @param {string} code @param {string} title @param {string[]} details */
function tableLink(code, title, details) {
  return make(
    "a",
    { class: "game", href: `/t/${code}` },
    make("span", { class: "name" }, title || code),
    make("span", { class: "faint" }, [...details, code].join(" · ")),
  );
}

/** @param {EditionName} editionName */
export async function refreshOpenTables(editionName) {
  if (document.hidden) return;
  try {
    /** @type {OpenTable[]} */
    const tables = await call("GET", "/api/tables");
    byId("listed").hidden = !tables.length;
    refill(byId("listed-tables"), ...tables.map((table) => openTableItem(table, editionName)));
  } catch {
    // The page works without the list.
  }
}

/** @param {OpenTable} table @param {EditionName} editionName */
function openTableItem({ code, names, started, open, edition }, editionName) {
  const seats = started ? t("running, you can watch") : tn("{n} free seat", "{n} free seats", open);
  return make("li", {}, tableLink(code, names.join(", "), [seats, editionName(edition)]));
}

/** Show the games of this browser, those that are not over first. @param {EditionName} editionName */
export function showMyGames(editionName) {
  const games = myGames();
  const sorted = [...games.filter((game) => game.state !== "over"), ...games.filter((game) => game.state === "over")];
  byId("mine").hidden = !games.length;
  refill(byId("my-games"), ...sorted.slice(0, MOST_SHOWN).map((game) => myGameItem(game, editionName)));
}

/** @param {MyGame} game @param {EditionName} editionName */
function myGameItem({ code, names, scores, state, edition }, editionName) {
  const stateText = { lobby: t("waiting for players"), running: t("running"), over: t("finished") }[state];
  const players = scores.length
    ? names.map((name, seat) => `${name} ${figure(scores[seat] ?? 0)}`)
    : names.filter(Boolean);
  const replay = make("a", { class: "button small", href: `/t/${code}/replay` }, t("Replay"));
  const link = tableLink(code, players.join(", "), [stateText, editionName(edition)]);
  return make("li", {}, link, state === "over" && replay);
}

/**
 * Ask the server for the state of these games; those that it no longer has are forgotten.
 * @param {EditionName} editionName
 */
export async function refreshMyGames(editionName) {
  const games = myGames();
  if (!games.length) return;
  try {
    const keys = games.map((game) => game.key).filter(Boolean);
    /** @type {{code: string, state: string}[]} */
    const tables = await call("POST", "/api/mine", { body: { keys } });
    const states = new Map(tables.map((table) => [table.code, STATES[table.state]]));
    for (const { code, state } of games) {
      if (!states.has(code)) forgetGame(code);
      else if (states.get(code) && states.get(code) !== state) saveGame({ code, state: states.get(code) });
    }
    showMyGames(editionName);
  } catch {
    // Without the server the stored states are shown.
  }
}
