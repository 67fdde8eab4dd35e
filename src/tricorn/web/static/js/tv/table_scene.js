/** A table as a television shows it, from the state that the messages of its socket make. */

import { looseTile } from "../board/tile.js";
import { botFace } from "../shared/bots.js";
import { make } from "../shared/dom.js";
import { formatList, t, tn } from "../shared/i18n.js";
import { lotText, roundText } from "../shared/sentences.js";
import { initial } from "../shared/ui.js";
import { arithmetic, gameTitle, highlightText, roundTitle } from "../table/result_words.js";
import { lastTurn, playerName, sentencePlayers } from "../table/state.js";
import { plainWords } from "./scene.js";
import { turnWords } from "./words.js";

/** @import { Over, RoundOver, Seat, Table } from "../shared/protocol.js" */
/** @import { ReceivedNow, TableState } from "../table/state.js" */
/** @import { Ending, Player, Scene } from "./scene.js" */

const WIDEST_TILE = 5; // percent of the screen's width
const HAND_WIDTH = 42;
const HANDS_HEIGHT = 15;
const MAX_AWAITED = 2; // players named while the next round waits for them

/** @param {TableState} state @param {Table} table @returns {Scene} */
export function tableScene(state, table) {
  const { game, now } = state;
  const ending = now && endingOf(state, table, now);
  const turn = ending ? null : (now?.turn ?? null);
  return {
    isWaiting: !table.started,
    players: table.seats.map((seat) => player(state, seat, turn)),
    free: table.started ? 0 : table.players[1] - table.seats.length,
    round: game.rounds.length ? roundText(game.rounds.length, game.roundLimit) : "",
    target: game.roundLimit === null ? (state.rules?.target ?? null) : null,
    placed: game.placed,
    instead: null,
    last: lastWords(state),
    next: turn === null ? "" : t("{name} to play", { name: playerName(state, turn) }),
    clock: turn === null || !now ? null : clockOf(state, now),
    ending,
  };
}

/** @param {TableState} state @param {Seat} seat @param {number | null} turn @returns {Player} */
function player(state, { seat, kind, level, here }, turn) {
  const { game } = state;
  const name = playerName(state, seat);
  const last = lastTurn(state);
  return {
    seat,
    name,
    face: () => (kind === "bot" ? botFace(level, name) : initial(name)),
    score: game.scores[seat] ?? 0,
    gain: last?.seat === seat ? last.points : 0,
    held: game.hands[seat]?.length ?? null,
    isOnTurn: seat === turn,
    isAway: kind === "human" && !here,
  };
}

/** @param {TableState} state @returns {Scene["last"]} */
function lastWords(state) {
  const players = sentencePlayers(state);
  const turn = lastTurn(state);
  if (turn) return { seat: turn.seat, words: turnWords(turn, players) };
  const starter = state.game.rounds.at(-1)?.starter ?? null;
  return { seat: starter, words: plainWords(starter === null ? t("The tiles are dealt.") : lotText(starter, players)) };
}

/** @param {TableState} state @param {ReceivedNow} now @returns {Scene["clock"]} */
function clockOf({ rules }, { received, deadline }) {
  return deadline === null ? null : { end: received + deadline * 1000, total: rules?.clock ?? deadline };
}

/** @param {TableState} state @param {Table} table @param {ReceivedNow} now @returns {Ending | null} */
function endingOf(state, table, now) {
  if (!now.over || !(now.over.game || state.game.rounds.at(-1)?.ending)) return null; // the next round has begun
  const key = `${now.game}/${now.round}/${now.over.game ? "game" : "round"}`;
  const { game } = now.over;
  return { key, ...(game ? gameEnding(state, table, game) : roundEnding(state, table, now, now.over)) };
}

/**
 * @param {TableState} state @param {Table} table @param {NonNullable<Over["game"]>} over
 * @returns {Omit<Ending, "key">}
 */
function gameEnding(state, table, over) {
  const details = [over.reason, highlightText(state)].filter(Boolean).map((text) => make("p", {}, text));
  const { agreement } = table; // on another game, once somebody has asked for it
  const asked = agreement
    ? table.seats.filter(({ person, here, seat }) => person && here && !agreement.seats.includes(seat))
    : [];
  return { winner: over.winner, title: gameTitle(state, over), details: [...details, awaited(asked)], isGame: true };
}

/** @param {TableState} state @param {Table} table @param {ReceivedNow} now @param {Over} over */
function roundEnding(state, table, now, { round }) {
  if (!round) return { winner: null, title: "", details: [], isGame: false };
  const details = [
    make("p", {}, arithmetic(round, state.names)),
    shownHands(round, state.names),
    awaited(table.seats.filter((seat) => seat.kind === "human" && !seat.ready)),
  ];
  return { winner: round.winner, title: roundTitle(state, now.round, round), details, isGame: false };
}

/** For whom the next round or game waits. @param {Seat[]} seats */
function awaited(seats) {
  if (!seats.length) return null;
  const names = formatList(seats.map(({ name }) => name));
  const text =
    seats.length > MAX_AWAITED
      ? tn("Waiting for {n} player", "Waiting for {n} players", seats.length)
      : t("Waiting for {names}", { names });
  return make("p", { class: "awaited" }, text);
}

/** The hands that are left, which everybody may see now. @param {RoundOver} round @param {string[]} names */
function shownHands({ left, sums }, names) {
  const longest = Math.max(1, ...Object.values(left).map((tiles) => tiles.length));
  const rows = Object.entries(left).map(([seat, tiles]) =>
    make(
      "li",
      { "aria-label": `${names[Number(seat)]}: ${tiles.join(", ")}` },
      make("span", { class: `avatar seat-${seat}`, "aria-hidden": "true" }, initial(names[Number(seat)])),
      ...tiles.map((tile) => make("span", { class: "mini" }, looseTile(tile))),
      make("b", {}, String(sums[seat])),
    ),
  );
  const hands = make("ol", { class: "hands" }, ...rows);
  const width = Math.min(WIDEST_TILE, HAND_WIDTH / longest, HANDS_HEIGHT / rows.length);
  hands.style.setProperty("--mini", width.toFixed(2));
  return hands;
}
