/** Shares a game that is over: the link to its replay. */

import { savedTable } from "../local/saved.js";
import { copyText } from "../shared/clipboard.js";
import { t } from "../shared/i18n.js";
import { myGame, replayAddress } from "../shared/my_games.js";
import { toast } from "../shared/ui.js";
import { linkToMove } from "../sharing/link.js";

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
