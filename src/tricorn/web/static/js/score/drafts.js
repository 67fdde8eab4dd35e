/**
 * Score sheets that exist only in this browser: begun without a connection, until the server can be reached, or in
 * pages without a server (`tricorn site`). A sheet's changes are stored with its queue.
 */

import { hasServer, pageAddress } from "../shared/addresses.js";
import { utcDate } from "../shared/notation.js";
import { readStored, removeStored, writeStored } from "../shared/storage.js";
import { createSheet, forgetSheet, mySheet, saveSheet } from "./my_sheets.js";
import { queueName } from "./queue.js";

/** @typedef {{edition: string, names: string[], date?: string}} Draft */

const PREFIX = "draft-";

/** Whether only this browser has a sheet. @param {string} code */
export const isDraft = (code) => code.startsWith(PREFIX);

/** The address of a sheet's page. @param {string} code */
export function sheetAddress(code) {
  return isDraft(code) ? pageAddress("score/draft", `?code=${code}`) : pageAddress(`score/${code}`);
}

/** The code of the draft that this page shows, as its address says. */
export function draftCode() {
  return new URLSearchParams(location.search).get("code") ?? "";
}

/** Whether the page of a draft can be opened. */
export function canBeginDraft() {
  return !hasServer || Boolean(navigator.serviceWorker?.controller);
}

/** Begin a sheet in this browser and open it; returns whether it could be stored. @param {Draft} draft */
export function beginDraft(draft) {
  const code = `${PREFIX}${Date.now().toString(36)}`;
  if (!writeStored(code, { ...draft, date: utcDate(new Date()) })) return false;
  saveSheet({ code, edition: draft.edition, names: draft.names });
  location.assign(sheetAddress(code));
  return true;
}

/** A draft as it was stored; null if there is none. @param {string} code @returns {Draft | null} */
export function savedDraft(code) {
  const draft = readStored(code, /** @type {Draft | null} */ (null));
  const isWhole = typeof draft?.edition === "string" && Array.isArray(draft.names);
  return isDraft(code) && isWhole ? draft : null;
}

/**
 * A draft as a server would describe it, before its rules are loaded.
 * @param {string} code @param {Draft} draft @returns {import("../shared/protocol.js").Sheet}
 */
export function draftSheet(code, { edition, names }) {
  const start = /** @type {const} */ ("triple");
  const scoring = /** @type {const} */ ("numbers");
  const figures = { target: 0, rounds: null, bonus_points: {}, draw_penalty: 0 };
  const rules = { ...figures, start, scoring, show_triple: false };
  return {
    type: "sheet",
    code,
    edition,
    names,
    rules,
    writing: true,
    made: true,
    offered: false,
    following: 0,
    next: null,
  };
}

/**
 * Create the sheet on the server and open it there, with the unsent changes; if they cannot be stored for it, the draft
 * stays as it is.
 * @param {string} code @param {() => import("./queue.js").QueuedChange[]} unsent
 */
export async function publishDraft(code, unsent) {
  const draft = savedDraft(code);
  if (!draft) return;
  const { edition, names } = draft;
  const newCode = await createSheet({ edition, names });
  const isStored = mySheet(newCode)?.key && writeStored(queueName(newCode), unsent());
  if (!isStored) return forgetSheet(newCode);
  forgetSheet(code);
  removeStored(code);
  removeStored(queueName(code));
  location.replace(sheetAddress(newCode));
}
