/**
 * Links to a move of a game that only this browser has: `#move=17&game=…` has its whole record. What follows `#` is
 * never sent to a server.
 */

import { pageAddress } from "../shared/addresses.js";
import { deflate, fromBase64Url, inflate, toBase64Url } from "./packing.js";

const MAX_PACKED = 8_000; // characters; some messengers cut off longer links
const MAX_RECORD = 200_000; // bytes of a record from a link, ten times what a link can usefully hold

/** The step and the packed record after `#`; null stands for what is missing. @param {string} hash */
export function readHash(hash) {
  const values = new URLSearchParams(hash.slice(1));
  const move = values.get("move") ?? "";
  return { step: /^\d{1,5}$/.test(move) ? Number(move) : null, packed: values.get("game") };
}

/** @param {number} step @param {string | null} packed */
export function writeHash(step, packed) {
  return `#move=${step}${packed ? `&game=${packed}` : ""}`;
}

/** The lines of a record that a replay needs: without comments. @param {string} text */
function essential(text) {
  return text
    .split(/\r?\n/)
    .filter((line) => line && !line.startsWith("#"))
    .join("\n");
}

/** A record as a part of a link; null if it would be too long. @param {string} text */
export async function packRecord(text) {
  const packed = toBase64Url(await deflate(essential(text)));
  return packed.length > MAX_PACKED ? null : packed;
}

/** The record in a link; throws `Damaged`. It is not checked yet. @param {string} packed */
export async function unpackRecord(packed) {
  return `${await inflate(fromBase64Url(packed.slice(0, MAX_PACKED)), MAX_RECORD)}\n`;
}

/**
 * The address of a replay at a step, with the record in it.
 * @param {string} packed @param {number} step @param {boolean} [isReview]
 */
export function recordAddress(packed, step, isReview = false) {
  const page = pageAddress("replay", `${isReview ? "?review=1" : ""}${writeHash(step, packed)}`);
  return new URL(page, location.href).href;
}
