/** The link to a game that only this browser has: with its record, or stored on the server if the player agrees. */

import { hasServer, pageAddress } from "../shared/addresses.js";
import { call, errorText } from "../shared/api.js";
import { askToConfirm } from "../shared/ask.js";
import { t } from "../shared/i18n.js";
import { toast } from "../shared/ui.js";
import { packRecord, recordAddress, writeHash } from "./record_link.js";

/** @import { TableMade } from "../shared/protocol.js" */

/**
 * A link to a step of a replay; null if there is none, and the user knows why.
 * @param {{text: string, step: number, isReview?: boolean}} move  `text` is the game's record
 */
export async function linkToMove({ text, step, isReview = false }) {
  const packed = await packRecord(text);
  if (packed) return recordAddress(packed, step, isReview);
  const tooLong = t("This game is too long for a link.");
  if (!hasServer) {
    toast(t("This game is too long for a link. Save its record and send the file."));
    return null;
  }
  const question = t("It can be stored on the server instead: then everybody who has the link can see the game.");
  return (await askToConfirm(tooLong, question, t("Store and link"))) ? storedAddress(text, step) : null;
}

/** Store a finished game on the server; the address of its replay. @param {string} text @param {number} step */
async function storedAddress(text, step) {
  try {
    /** @type {TableMade} */
    const { code } = await call("POST", "/api/games", { body: text });
    return new URL(pageAddress(`t/${code}/replay`, writeHash(step, null)), location.href).href;
  } catch (error) {
    toast(errorText(error));
    return null;
  }
}
