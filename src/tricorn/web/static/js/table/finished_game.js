/** Adds a finished game to this device's statistics, and to the games of its people. */

import { ADAPTIVE, noteAdaptation } from "../shared/adaptive.js";
import { HEXAGONS } from "../shared/bonus.js";
import { headStart } from "../shared/editions.js";
import { bestPlacement } from "../shared/game_state.js";
import { addStatistics } from "../shared/my_statistics.js";
import { addSharedGame } from "../sharing/evenings.js";
import { mySeats } from "./state.js";

/** @param {import("./state.js").TableState} state */
export function saveFinishedGame(state) {
  const { table, now, game, gameNumber } = state;
  const seats = mySeats(state);
  if (!table || !now?.over?.game || seats.length !== 1) return; // of several people on one device none is the owner
  const [seat] = seats;
  if (table.seats[seat].kind !== "human") return; // a bot has finished it
  if (table.taken_back) return; // its result says little
  const others = table.seats.filter((other) => other.seat !== seat);
  const placed = game.events.filter((event) => event.kind === "place").filter((event) => event.seat === seat);
  const best = bestPlacement(placed);
  const levels = new Set(others.flatMap((other) => (other.level && !other.person ? [other.level.split(":")[0]] : [])));
  const won = now.over.game.winner === seat;
  const isNew = addStatistics({
    code: table.code,
    game: gameNumber,
    at: Date.now(),
    edition: table.edition,
    players: table.seats.length,
    levels: [...levels],
    people: others.some((other) => other.person),
    won,
    points: now.scores[seat] - headStart(table.edition, table.seats.length)[seat],
    rounds: now.round,
    bridges: placed.filter((event) => event.bonus === "bridge").length,
    hexagons: placed.reduce((sum, { bonus }) => sum + (bonus ? HEXAGONS[bonus] : 0), 0),
    best: best && { tile: best.tile, points: best.points, bonus: best.bonus },
  });
  if (isNew && levels.has(ADAPTIVE) && now.over.game.winner !== null) noteAdaptation(won);
}

/** @param {import("./state.js").TableState} state */
export function saveSharedGame(state) {
  const { table, now, game, gameNumber, names } = state;
  const winner = now?.over?.game?.winner ?? null;
  if (!table || winner === null || !mySeats(state).length) return;
  const best = bestPlacement(game.events);
  addSharedGame({
    code: table.code,
    game: gameNumber,
    at: Date.now(),
    names: table.seats.filter((seat) => seat.person).map((seat) => seat.name),
    winner: names[winner],
    best: best && { name: names[best.seat], tile: best.tile, points: best.points, bonus: best.bonus },
  });
}
