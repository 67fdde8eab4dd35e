/** The record in a link, checked before it is shown. */

import { Core } from "../core/module.js";
import { checkRecord, WrongLine } from "../core/record_check.js";
import { byId } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { Damaged } from "../sharing/packing.js";
import { unpackRecord } from "../sharing/record_link.js";

/** The record in a link; throws an error with a sentence for the user. @param {string} packed */
export async function linkedRecord(packed) {
  try {
    const text = await unpackRecord(packed);
    checkRecord(await Core.fetch(byId("main").dataset.score ?? ""), text);
    return text;
  } catch (error) {
    throw new Error(problemText(error));
  }
}

/** @param {unknown} error */
function problemText(error) {
  if (error instanceof Damaged)
    return t(
      "This link is damaged or was cut off, so its game cannot be shown. Ask for the whole link, or for the file.",
    );
  if (error instanceof WrongLine)
    return t("The game in this link is not shown: line {line} of its record breaks the rules.", { line: error.line });
  return t(
    "The rules could not be loaded, so the game in this link cannot be checked. Connect and load the page again.",
  );
}
