/** Shares a game that is over: the link to its replay, and its result as a picture. */

import { savedTable } from "../local/saved.js";
import { copyText } from "../shared/clipboard.js";
import { t } from "../shared/i18n.js";
import { myGame, replayAddress } from "../shared/my_games.js";
import { toast } from "../shared/ui.js";
import { linkToMove } from "../sharing/link.js";
import { sharePicture } from "../sharing/picture.js";

/** @import { TableState } from "./state.js" */

/** Copy the link to the game's last step. @param {TableState} state */
export async function copyGameLink({ table, gameNumber, game }) {
  const code = table?.code ?? "";
  const step = game.steps.length - 1;
  const text = myGame(code)?.local ? savedTable(code)?.records[gameNumber - 1] : undefined;
  const address = text
    ? await linkToMove({ text, step })
    : new URL(`${replayAddress(code, gameNumber)}#move=${step}`, location.href).href;
  if (!address) return;
  toast((await copyText(address)) ? t("The link to this game is copied.") : address);
}

/** @param {TableState} state */
export function shareResult({ names, table, now, game }) {
  const scores = now?.scores ?? game.scores;
  const winner = now?.over?.game?.winner ?? null;
  return sharePicture({ names, edition: table?.edition ?? "", events: game.events, scores, winner });
}
