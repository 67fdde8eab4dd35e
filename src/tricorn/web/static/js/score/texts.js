/** The lines of a score sheet in words. */

import { bonusLabel } from "../shared/bonus.js";
import { formatPoints, t } from "../shared/i18n.js";
import { roundEndText } from "../shared/sentences.js";

/** @typedef {import("../shared/protocol.js").SheetLine} SheetLine */
/** @typedef {import("../shared/protocol.js").SheetNow} SheetNow */
/** @typedef {import("../shared/protocol.js").RoundEnd} RoundEnd */
/** @typedef {import("./state.js").Line} Line */
/** @typedef {Pick<SheetLine, "what" | "seat" | "tile" | "bonus" | "shows" | "sum">} LineContent */

/** Whether a line is a play, which scores. @param {Pick<SheetLine, "what">} line */
export function isPlay({ what }) {
  return what === "place" || what === "draw" || what === "pass";
}

/** What a line says, without its player. @param {LineContent} line */
export function lineText(line) {
  switch (line.what) {
    case "place":
      return placementText(line);
    case "draw":
      return line.tile ? t("draws {tile}", { tile: line.tile }) : t("draws a tile");
    case "pass":
      return t("passes");
    case "left":
      return t("{sum} left in hand", { sum: line.sum ?? 0 });
    case "out":
      return t("is out");
    default:
      return t("The round is blocked");
  }
}

/** @param {LineContent} line */
function placementText({ tile, bonus, shows }) {
  const isSum = tile?.startsWith("="); // only the sum of the tile was entered
  const parts = [isSum ? t("sum {sum}", { sum: tile?.slice(1) ?? "" }) : tile];
  if (bonus) parts.push(bonusLabel(bonus));
  if (shows) parts.push(t("shows {tile}", { tile: shows }));
  return parts.join(", ");
}

/** A line with its player. @param {LineContent} line @param {string[]} names */
export function namedLineText(line, names) {
  return line.seat === null ? lineText(line) : `${names[line.seat]}: ${lineText(line)}`;
}

/** How a round ended. @param {RoundEnd} end @param {string[]} names */
export function endText({ what, seat, points }, names) {
  return roundEndText(what, seat, points, { name: (player) => names[player], isYou: () => false });
}

/** A line for screen readers. @param {Line} line @param {string[]} names */
export function spokenLine(line, names) {
  const points = isPlay(line) ? `, ${formatPoints(line.points)}` : "";
  const parts = [`${namedLineText(line, names)}${points}.`];
  if (line.reason && !line.overruled) parts.push(line.reason);
  if (line.end) parts.push(endText(line.end, names));
  return parts.join(" ");
}

/**
 * The prompt for the next entry.
 * @param {string} what
 * @param {SheetNow} now
 * @param {string[]} names
 * @param {number | null} seat
 */
export function promptText(what, now, names, seat) {
  switch (what) {
    case "over":
      return t("{name} wins the game.", { name: names[now.over?.winner ?? 0] });
    case "left":
      return t("The round is over. What is left in the hands?");
    case "start":
      return seat === null
        ? t("Who starts? Tap the name.")
        : t("{name} starts. With which tile?", { name: names[seat] });
    default:
      return seat === null ? "" : names[seat];
  }
}

/**
 * What is being corrected: the line and its old value.
 * @param {"replace" | "insert"} how @param {Line} line @param {string[]} names
 */
export function correctionText(how, line, names) {
  const { number, points } = line;
  const old = `${namedLineText(line, names)}${isPlay(line) ? ` (${formatPoints(points)})` : ""}`;
  return how === "replace"
    ? t("Line {number} says “{old}”. What is right?", { number, old })
    : t("What comes before line {number}, “{old}”?", { number, old });
}
