/** Opens record files, which the server checks, and saves records as files. */

import { hasServer } from "./addresses.js";
import { ApiError, call, isUnreachable } from "./api.js";
import { make } from "./dom.js";
import { t } from "./i18n.js";
import { MAX_CHECKED_BYTES, MAX_RECORD_BYTES } from "./protocol.js";
import { toast } from "./ui.js";

/**
 * Read a record and have the server, if there is one, check it; throws an `ApiError` if it is invalid.
 * @param {File} file
 */
export async function readRecordFile(file) {
  const limit = hasServer && navigator.onLine ? MAX_CHECKED_BYTES : MAX_RECORD_BYTES;
  if (file.size > limit)
    throw new ApiError(
      t("The file is too large: a record can have at most {size} MiB here.", { size: limit / 2 ** 20 }),
      413,
    );
  const text = await file.text();
  try {
    await call("POST", "/api/records", { body: text });
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    if (!text.startsWith("tricorn 1")) throw new ApiError(t("This is not a record of a game."), 0);
    toast(t("The record is shown as it is: without a server it cannot be checked."));
  }
  return text;
}

/** Save a record as a file. @param {string} text @param {string | null} code  of the table or sheet */
export function saveRecord(text, code) {
  saveText(text, code ? `tricorn-${code}.tri` : "tricorn.tri", "text/plain");
}

/** Save a text as a file. @param {string} text @param {string} name @param {string} type */
export function saveText(text, name, type) {
  saveBlob(new Blob([text], { type }), name);
}

/** @param {Blob} blob @param {string} name  of the file */
export function saveBlob(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
