/** A score sheet as a television shows it. */

import { roundsTable } from "../score/rounds.js";
import { goal, nextSeat, placedTiles } from "../score/state.js";
import { endText, isPlay, namedLineText } from "../score/texts.js";
import { make } from "../shared/dom.js";
import { formatPoints, t } from "../shared/i18n.js";
import { roundText } from "../shared/sentences.js";
import { initial } from "../shared/ui.js";
import { plainWords } from "./scene.js";
import { placementWords } from "./words.js";

/** @import { Sheet, SheetNow } from "../shared/protocol.js" */
/** @import { Line, ShownSheet } from "../score/state.js" */
/** @import { Ending, Scene } from "./scene.js" */
/** @import { Words } from "./words.js" */

/** @param {ShownSheet} view @param {Sheet} sheet @param {SheetNow} now @returns {Scene} */
export function sheetScene(view, sheet, now) {
  const { lines } = view;
  const { names, rules } = sheet;
  const last = lines.at(-1) ?? null;
  const ending = endingOf(view, sheet, now);
  const placed = placedTiles(now.placed);
  const top = placed.at(-1);
  if (top && last?.tile === top.tile) top.points = last.points;
  const turn = ending ? null : nextSeat(view);
  return {
    isWaiting: lines.length === 0,
    players: names.map((name, seat) => ({
      seat,
      name,
      face: () => initial(name),
      score: now.scores[seat] ?? 0,
      gain: last?.seat === seat && isPlay(last) ? last.points : 0,
      held: null,
      isOnTurn: seat === turn,
      isAway: false,
    })),
    free: 0,
    round: now.round ? roundText(now.round, rules.rounds) : "",
    target: goal(rules),
    placed,
    instead: placed.length ? null : pointsByRound(lines, names),
    last: { seat: last?.seat ?? null, words: last ? lineWords(last, sheet) : plainWords("") },
    next: turn === null ? "" : t("{name} to play", { name: names[turn] }),
    clock: null,
    ending,
  };
}

/** @param {Line} line @param {Sheet} sheet @returns {Words} */
function lineWords(line, sheet) {
  const { what, seat, tile, points, bonus } = line;
  const isTile = what === "place" && tile !== null && !tile.startsWith("="); // not only its sum
  if (isTile && seat !== null) return placementWords(sheet.names[seat], { tile, points, bonus }, sheet.rules.scoring);
  return { before: namedLineText(line, sheet), points: isPlay(line) && points ? formatPoints(points) : "", after: "" };
}

/** The points of each round; the names in full are next to it. @param {Line[]} lines @param {string[]} names */
function pointsByRound(lines, names) {
  const heads = names.map((name, seat) =>
    make("span", { class: `avatar seat-${seat}` }, initial(name), make("span", { class: "visually-hidden" }, name)),
  );
  return roundsTable(lines, names, heads);
}

/**
 * The end of the game, or of a round until the next one begins.
 * @param {ShownSheet} view @param {Sheet} sheet @param {SheetNow} now @returns {Ending | null}
 */
function endingOf({ lines }, { names }, { over, round }) {
  const end = lines.at(-1)?.end;
  if (!over && !end) return null;
  return {
    key: over ? "game" : `${round}`,
    winner: over ? over.winner : (end?.seat ?? null),
    title: over ? t("{name} wins the game", { name: names[over.winner] }) : end ? endText(end, names) : "",
    details: [over && make("p", {}, over.reason), pointsByRound(lines, names)],
    isGame: over !== null,
  };
}
