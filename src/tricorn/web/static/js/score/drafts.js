/** Score sheets that were begun without a connection. They are stored in this browser until the server has them. */

import { call } from "../shared/api.js";
import { readStored, writeStored } from "../shared/storage.js";
import { forgetSheet, saveSheet } from "./my_sheets.js";
import { queueName } from "./queue.js";
import { ALL_TILES } from "./tiles.js";

/** @typedef {import("../shared/protocol.js").SheetRules} SheetRules */
/** @typedef {{edition: string, names: string[], rules: SheetRules}} Draft */

const PREFIX = "draft-";

/** The address of a sheet's page. @param {string} code */
export function sheetAddress(code) {
  return code.startsWith(PREFIX) ? `/score/draft?code=${code}` : `/score/${code}`;
}

/** The code of the draft that this page shows, as its address says. */
export function draftCode() {
  return new URLSearchParams(location.search).get("code") ?? "";
}

/** Whether a page can be opened without a connection. */
export function canBegin() {
  return Boolean(navigator.serviceWorker?.controller);
}

/** Begin a sheet without a connection, and open it. @param {Draft} draft */
export function begin(draft) {
  const code = `${PREFIX}${Date.now().toString(36)}`;
  writeStored(code, draft);
  saveSheet({ code, edition: draft.edition, names: draft.names });
  location.assign(sheetAddress(code));
}

/**
 * A draft as the server would send an empty sheet.
 * @param {string} code
 * @returns {import("./state.js").SheetView | null}
 */
export function draftView(code) {
  const draft = readStored(code, /** @type {Draft | null} */ (null));
  if (!draft) return null;
  const { edition, names, rules } = draft;
  const seats = names.map((_, seat) => seat);
  return {
    sheet: { type: "sheet", code, edition, names, rules, writing: true, made: true, offered: false, following: 0 },
    lines: [],
    now: {
      n: 0,
      round: 0,
      asked: { what: "start", seats },
      scores: names.map(() => 0),
      located: true,
      pass_cost: rules.pass_costs[0],
      unseen: ALL_TILES,
      placed: [],
      held: [],
      undo: false,
      redo: false,
      added: 0,
      problems: 0,
      over: null,
    },
  };
}

/** Make the sheet on the server, hand it the changes that wait, and open it there. @param {string} code */
export async function publish(code) {
  const draft = readStored(code, /** @type {Draft | null} */ (null));
  if (!draft) return;
  const { edition, names } = draft;
  const made = await call("POST", "/api/sheets", { body: { edition, names } });
  saveSheet({ code: made.code, key: made.key, edition, names });
  writeStored(queueName(made.code), readStored(queueName(code), []));
  forgetSheet(code);
  writeStored(code, null);
  location.replace(sheetAddress(made.code));
}
