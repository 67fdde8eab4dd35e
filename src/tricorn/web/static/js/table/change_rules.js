/** The form in which the host changes the rules of an open table. */

import { SetupForm } from "../setup/form.js";
import { fetchPart } from "../shared/dom.js";
import { editionLine, findEdition, splitLine } from "../shared/editions.js";

/** @import { Table, TableRules } from "../shared/protocol.js" */

/** @type {SetupForm | null} */
let form = null;

/**
 * @param {Table} table @param {(rules: TableRules) => Promise<string | null>} send  returns an error message, or null
 * @returns {Promise<boolean>} whether the form could be loaded
 */
export async function changeRules(table, send) {
  form ??= await loadForm(send);
  const { edition, listed, on_resign: onResign, hints, take_back: takeBack } = table;
  form?.open("friends", { seats: [], ...splitLine(edition), listed, onResign, hints, takeBack });
  return form !== null;
}

/** @param {(rules: TableRules) => Promise<string | null>} send */
async function loadForm(send) {
  const part = await fetchPart("form").catch(() => null);
  if (!part) return null;
  const loaded = new SetupForm(part, { levels: [], level: "", edition: "" }, async (_mode, setup) => {
    const edition = editionLine(findEdition(loaded.editions, setup.edition), setup.rules);
    const { listed, onResign, hints, takeBack } = setup;
    const error = await send({ edition, listed, on_resign: onResign, hints, take_back: takeBack });
    if (!error) loaded.dialog.close();
    return error;
  });
  return loaded;
}
