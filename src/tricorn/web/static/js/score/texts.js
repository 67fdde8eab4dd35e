/** The lines of a score sheet in words. */

import { bonusLabel } from "../shared/bonus_labels.js";
import { formatPoints, t, tn } from "../shared/i18n.js";
import { roundEndText } from "../shared/sentences.js";

/** @import { Scoring } from "../shared/notation.js" */
/** @import { RoundEnd, Sheet, SheetLine, SheetNow } from "../shared/protocol.js" */
/** @import { Line } from "./state.js" */
/** @typedef {Pick<SheetLine, "what" | "seat" | "tile" | "bonus" | "shows" | "sum">} LineContent */

/** Whether a line is a play, which scores. @param {Pick<SheetLine, "what">} line */
export function isPlay({ what }) {
  return what === "place" || what === "draw" || what === "pass" || what === "points";
}

/** What a line says, without its player. @param {LineContent} line @param {Scoring} scoring */
export function lineText(line, scoring) {
  switch (line.what) {
    case "place":
      return placementText(line);
    case "draw":
      return line.tile ? t("draws {tile}", { tile: line.tile }) : t("draws a tile");
    case "pass":
      return t("passes");
    case "left":
      return scoring === "tiles" ? tilesLeftText(line) : t("{sum} left in hand", { sum: line.sum ?? 0 });
    case "out":
      return t("is out");
    case "points":
      return t("whole round");
    default:
      return t("The round is blocked");
  }
}

/** A hand of which the tiles count, entered as tiles or as their number. @param {LineContent} line */
function tilesLeftText({ tile, sum = 0 }) {
  const n = tile ? tile.split(" ").length : sum;
  return tn("{n} tile left in hand", "{n} tiles left in hand", n);
}

/** @param {LineContent} line */
function placementText({ tile, bonus, shows }) {
  const isSum = tile?.startsWith("="); // only the sum of the tile was entered
  const parts = [isSum ? t("sum {sum}", { sum: tile?.slice(1) ?? "" }) : tile];
  if (bonus) parts.push(bonusLabel(bonus));
  if (shows) parts.push(t("shows {tile}", { tile: shows }));
  return parts.join(", ");
}

/** A line with its player. @param {LineContent} line @param {Sheet} sheet */
export function namedLineText(line, { names, rules }) {
  const text = lineText(line, rules.scoring);
  return line.seat === null ? text : `${names[line.seat]}: ${text}`;
}

/** How a round ended. @param {RoundEnd} end @param {string[]} names */
export function endText({ what, seat, points }, names) {
  if (what === "points") return t("The round is counted.");
  return roundEndText(what, seat, points, { name: (player) => names[player], isYou: () => false });
}

/** Why the rules refuse a line. @param {Pick<SheetLine, "reason" | "overruled">} line */
export function reasonText({ reason, overruled }) {
  const intro = overruled ? t("It counts anyway:") : t("Not possible:");
  return `${intro} ${reason}`;
}

/** A line for screen readers. @param {Line} line @param {Sheet} sheet */
export function spokenLine(line, sheet) {
  const points = isPlay(line) ? `, ${formatPoints(line.points)}` : "";
  const parts = [`${namedLineText(line, sheet)}${points}.`];
  if (line.reason) parts.push(reasonText(line));
  if (line.end) parts.push(endText(line.end, sheet.names));
  return parts.join(" ");
}

/**
 * For screen readers, how the lines have changed: those that were added, or changed, or removed or undone.
 * @param {Line[]} before @param {Line[]} lines @param {Sheet} sheet
 */
export function changeTexts(before, lines, sheet) {
  const length = Math.max(before.length, lines.length);
  const first = Array.from({ length }).findIndex((_, index) => before[index]?.entry !== lines[index]?.entry);
  if (first < 0) return [];
  const more = lines.length - before.length;
  const spoken = (/** @type {Line} */ line) => spokenLine(line, sheet);
  if (more > 0) return lines.slice(first, first + more).map(spoken);
  if (more < 0) return [t("Removed:"), ...before.slice(first, first - more).map(spoken)];
  return [t("Changed:"), spoken(lines[first])];
}

/**
 * The prompt for the next entry.
 * @param {string} what @param {SheetNow} now @param {Sheet} sheet @param {number | null} seat
 */
export function promptText(what, now, { names, rules }, seat) {
  switch (what) {
    case "over":
      return t("{name} wins the game.", { name: names[now.over?.winner ?? 0] });
    case "left":
      return t("The round is over. What is left in the hands?");
    case "points":
      return t("Points of each player in this round?");
    case "start":
      if (seat !== null) return t("{name} starts. With which tile?", { name: names[seat] });
      return rules.start === "choice"
        ? t("Who starts, by lot and with any tile? Tap the name.")
        : t("Who starts? Tap the name.");
    default:
      return seat === null ? "" : names[seat];
  }
}

/**
 * What is being corrected: the line and its old value.
 * @param {"replace" | "insert"} how @param {Line} line @param {Sheet} sheet
 */
export function correctionText(how, line, sheet) {
  const { number, points } = line;
  const old = `${namedLineText(line, sheet)}${isPlay(line) ? ` (${formatPoints(points)})` : ""}`;
  return how === "replace"
    ? t("Line {number} says “{old}”. What is right?", { number, old })
    : t("What comes before line {number}, “{old}”?", { number, old });
}
