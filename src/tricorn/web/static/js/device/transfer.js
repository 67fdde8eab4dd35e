/**
 * What one device hands to another through the server: encrypted with a key that is only in the link, after `#`. The
 * server keeps it for ten minutes, or until the other device has it.
 */

import { call } from "../shared/api.js";
import { deflate, fromBase64Url, inflate, toBase64Url } from "../sharing/packing.js";
import { decrypt, encrypt, subkey } from "./cipher.js";

const KEY_BYTES = 16;
const MAX_BYTES = 8_000_000; // inflated

/** The address of what is encrypted with a key; the key does not follow from it. @param {Uint8Array} key */
function transferAddress(key) {
  const id = Array.from(subkey(key, "id").slice(0, KEY_BYTES), (byte) => byte.toString(16).padStart(2, "0"));
  return `/api/transfers?id=${id.join("")}`;
}

/** Whether the part of an address after `#` is a key. @param {string} hash */
export function isTransferKey(hash) {
  return /^#[\w-]{22}$/.test(hash);
}

/** Hand a text over; returns its key for the link. @param {string} text */
export async function send(text) {
  const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const body = toBase64Url(encrypt(key, await deflate(text)));
  await call("POST", transferAddress(key), { body });
  return toBase64Url(key);
}

/** The text that was handed over; throws `Damaged` or an `ApiError`. @param {string} written  the key */
export async function receive(written) {
  const key = fromBase64Url(written);
  /** @type {string} */
  const body = await call("GET", transferAddress(key));
  return inflate(decrypt(key, fromBase64Url(body)), MAX_BYTES);
}

/** Have the server delete it. @param {string} written  the key */
export async function discard(written) {
  await call("DELETE", transferAddress(fromBase64Url(written))).catch(() => undefined); // it expires in any case
}
