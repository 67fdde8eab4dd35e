/** The lines of a score sheet in words. */

import { sumOf, tileNamed } from "../board/tile.js";
import { bonusLabel, bonusOf } from "../shared/bonus.js";
import { signed, t } from "../shared/i18n.js";
import { SEATS } from "../shared/record.js";

/** @typedef {import("../shared/protocol.js").RoundEnd} End */
/** @typedef {import("../shared/protocol.js").SheetLine} Line */
/** @typedef {import("../shared/protocol.js").Sheet} About */
/** @typedef {import("../shared/protocol.js").PlacedTile} Lying */
/** @typedef {import("../shared/protocol.js").SheetNow} Now */
/** @typedef {Pick<Line, "what" | "seat" | "tile" | "bonus" | "shows" | "sum">} Told */

/** @typedef {{sheet: About | null, lines: Line[], now: Now | null}} View */

/** A tile that is only known by its sum has no numbers. @param {string} tile */
export function tileWord(tile) {
  return tile.startsWith("=") ? t("sum {sum}", { sum: tile.slice(1) }) : tile;
}

/** What an entry tells that has no line yet, as far as words need it. @param {string} entry @returns {Told} */
export function toldBy(entry) {
  const [first, second = "", ...rest] = entry.split(" ");
  const seat = (/** @type {string} */ letter) =>
    letter.length === 1 && SEATS.includes(letter) ? SEATS.indexOf(letter) : null;
  if (first === "left")
    return {
      what: "left",
      seat: seat(second),
      tile: null,
      bonus: null,
      sum: rest.reduce((sum, tile) => sum + sumOf(tile), 0),
    };
  if (first === "out" || first === "blocked") return { what: first, seat: seat(second), tile: null, bonus: null };
  if (second === "draw" || second === "pass") return { what: second, seat: seat(first), tile: null, bonus: null };
  const [, digits] = second.split(/[v^]/);
  return {
    what: "place",
    seat: seat(first),
    tile: digits ? tileNamed([...digits]) : second,
    bonus: rest.map(bonusOf).find(Boolean) ?? null,
    shows: rest[0] === "shows" ? rest[1] : null,
  };
}

/** What a line tells, without its player. @param {Told} line */
export function lineWords(line) {
  switch (line.what) {
    case "place":
      return [
        tileWord(line.tile ?? ""),
        line.bonus && bonusLabel(line.bonus),
        line.shows && t("shows {tile}", { tile: line.shows }),
      ]
        .filter(Boolean)
        .join(", ");
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

/** How a round ended. @param {End} end @param {string[]} names */
export function endWords(end, names) {
  if (end.seat === null) return t("The round is blocked and nobody wins it.");
  const values = { name: names[end.seat], points: signed(end.points) };
  return end.what === "out"
    ? t("{name} goes out: {points}.", values)
    : t("The round is blocked. {name} wins it: {points}.", values);
}

/** A line for somebody who listens. @param {Line} line @param {string[]} names */
export function spoken(line, names) {
  const who = line.seat === null ? "" : `${names[line.seat]}: `;
  const points = ["place", "draw", "pass"].includes(line.what) ? `, ${signed(line.points)}` : "";
  return [
    `${who}${lineWords(line)}${points}.`,
    line.reason && !line.overruled ? line.reason : "",
    line.end ? endWords(line.end, names) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * What is waited for.
 * @param {string} what
 * @param {Now} now
 * @param {string[]} names
 * @param {number | null} seat  who is next
 */
export function askedWords(what, now, names, seat) {
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

/** The scores after each line, for the chart. @param {Line[]} lines @param {number} players */
export function scoreSteps(lines, players) {
  return [
    { scores: Array(players).fill(0), round: 1 },
    ...lines.filter((line) => line.scores.length).map((line) => ({ scores: line.scores, round: line.round })),
  ];
}

/** Take in a frame that tells of the sheet; whether it was one. @param {View} view @param {any} frame */
export function takeIn(view, frame) {
  if (frame.type === "sheet") view.sheet = frame;
  else if (frame.type === "lines") {
    view.lines = [...view.lines.slice(0, frame.first - 1), ...frame.lines];
    view.now = frame.now;
  } else return false;
  return true;
}

/** The tiles that lie, as the board wants them. @param {Lying[]} placed */
export function onBoard(placed) {
  return /** @type {import("../shared/record.js").Placed[]} */ (
    placed.map((each) => ({ kind: "place", seat: 0, points: 0, shows: null, timeout: false, ...each }))
  );
}
