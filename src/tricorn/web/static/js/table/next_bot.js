/** After a win against a single bot: the bot of the next level, and a game against it. Nothing changes by itself. */

import { openLikewise } from "../local/opening.js";
import { storedSetup, storeSetup } from "../setup/stored.js";
import { problemText } from "../shared/opening_problem.js";
import { toast } from "../shared/ui.js";

/** @import { TableState } from "./state.js" */
/** @typedef {{level: string, name: string}} NextBot */

/**
 * Play the same rules against another bot, and remember it for "Play now".
 * @param {TableState} state @param {NextBot} bot
 */
export function playNextBot({ table, names }, bot) {
  if (!table) return;
  const [seat] = table.you;
  const { edition, hints } = table;
  const setup = storedSetup("now", { levels: [], level: bot.level, edition });
  storeSetup("now", { ...setup, seats: [{ kind: "human" }, { kind: "bot", level: bot.level }] });
  const problem = openLikewise({ edition, hints }, [
    { kind: "human", name: names[seat] },
    { kind: "bot", ...bot },
  ]);
  if (problem) toast(problemText(problem));
  else location.reload(); // this is the same page with another table
}
