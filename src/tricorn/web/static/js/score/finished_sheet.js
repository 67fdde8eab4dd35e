/** Adds a finished game at a real table to the games of its people. */

import { addSharedGame } from "../sharing/evenings.js";

/** @param {string} code @param {import("./state.js").ShownSheet} view */
export function saveFinishedSheet(code, { sheet, lines, now }) {
  const names = sheet?.names ?? [];
  if (!now?.over) return;
  const placed = lines.filter((line) => line.what === "place" && line.counted);
  const best = placed.reduce((one, other) => (other.points > one.points ? other : one), placed[0]);
  addSharedGame({
    code,
    game: 1,
    at: Date.now(),
    names,
    winner: names[now.over.winner] ?? "",
    best: best && { name: names[best.seat ?? 0], tile: best.tile ?? "", points: best.points, bonus: best.bonus },
  });
}
