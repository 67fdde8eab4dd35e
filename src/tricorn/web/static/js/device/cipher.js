/**
 * Encryption with a key that is used once, with SHA-256 alone: browsers offer their own ciphers only on encrypted
 * pages, not in a home network without HTTPS. The text is combined with a stream of hashes of a counter, and
 * authenticated with HMAC-SHA-256; each use has a subkey of its own.
 */

import { sha256Bytes } from "../deals/sha256.js";
import { Damaged } from "../sharing/packing.js";

const BLOCK = 64; // bytes of a block of SHA-256
const TAG = 32; // bytes that authenticate

/** @param {Uint8Array[]} parts */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** HMAC-SHA-256. @param {Uint8Array} key  at most a block @param {Uint8Array} data */
export function hmac(key, data) {
  const padded = joined(key, new Uint8Array(BLOCK - key.length));
  const inner = sha256Bytes(
    joined(
      padded.map((byte) => byte ^ 0x36),
      data,
    ),
  );
  return sha256Bytes(
    joined(
      padded.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

/** @param {Uint8Array} key @param {"id" | "stream" | "tag"} use */
export function subkey(key, use) {
  return hmac(key, new TextEncoder().encode(use));
}

/** @param {Uint8Array} key @param {Uint8Array} data */
function combine(key, data) {
  const stream = subkey(key, "stream");
  const combined = data.slice();
  const counter = new DataView(new ArrayBuffer(4));
  for (let at = 0; at < data.length; at += TAG) {
    counter.setUint32(0, at / TAG);
    const hash = sha256Bytes(joined(stream, new Uint8Array(counter.buffer)));
    for (let i = 0; i < TAG && at + i < data.length; i++) combined[at + i] ^= hash[i];
  }
  return combined;
}

/** @param {Uint8Array} key @param {Uint8Array} data */
export function encrypt(key, data) {
  const hidden = combine(key, data);
  return joined(hidden, hmac(subkey(key, "tag"), hidden));
}

/** Throws `Damaged` if anything was changed. @param {Uint8Array} key @param {Uint8Array} data */
export function decrypt(key, data) {
  const hidden = data.slice(0, -TAG);
  const tag = hmac(subkey(key, "tag"), hidden);
  if (data.length < TAG || tag.join() !== data.slice(-TAG).join()) throw new Damaged();
  return combine(key, hidden);
}
