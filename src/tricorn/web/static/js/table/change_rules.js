/** The form in which the host changes the rules of an open table; it is that of the home page. */

import { SetupForm } from "../setup/form.js";
import { pageAddress } from "../shared/addresses.js";
import { find } from "../shared/dom.js";
import { editionLine, findEdition, splitLine } from "../shared/editions.js";
import { makeClosable } from "../shared/ui.js";

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
  const response = await fetch(pageAddress("")).catch(() => null);
  if (!response?.ok) return null;
  const home = new DOMParser().parseFromString(await response.text(), "text/html");
  const dialog = document.adoptNode(find(home, "#setup", HTMLDialogElement));
  const editions = JSON.parse(find(home, "#editions").textContent ?? "");
  const presets = JSON.parse(find(home, "#presets").textContent ?? "");
  document.body.append(dialog);
  makeClosable(dialog);
  return new SetupForm(dialog, editions, presets, { levels: [], level: "", edition: "" }, async (_mode, setup) => {
    const edition = editionLine(findEdition(editions, setup.edition), setup.rules);
    const { listed, onResign, hints, takeBack } = setup;
    const error = await send({ edition, listed, on_resign: onResign, hints, take_back: takeBack });
    if (!error) dialog.close();
    return error;
  });
}
