/** What the home page's list of games shows of this table. */

import { myGame, pastResults, saveGame } from "../shared/my_games.js";
import { isMyTurn } from "./state.js";

/**
 * Update the list, unless this device only watches.
 * @param {import("./state.js").TableState} state @param {{code: string, key: string | null, isLocal: boolean}} table
 */
export function saveMyGame(state, { code, key, isLocal }) {
  const { table, now, gameNumber, past } = state;
  if (!table?.you.length || !key || (table.started && !now)) return;
  const hints = table.you.reduce((sum, seat) => sum + table.seats[seat].hints, 0);
  const result = now?.over?.game && {
    game: gameNumber,
    scores: now.scores,
    hints,
    takenBack: table.taken_back,
    ...now.over.game,
  };
  saveGame({
    code,
    key,
    local: isLocal,
    edition: table.edition,
    names: table.seats.map((seat) => seat.name),
    scores: now?.scores ?? [],
    phase: !table.started ? "waiting" : result ? "over" : "playing",
    game: gameNumber,
    turn: isMyTurn(state),
    result,
    past: pastResults(myGame(code), past, gameNumber),
  });
}
