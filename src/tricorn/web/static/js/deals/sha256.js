/**
 * SHA-256 of bytes, or of an ASCII text as hexadecimal digits. Browsers have their own, but not on unencrypted pages,
 * such as those in a home network.
 */

/** @type {number[]} */
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);

/** The first 32 bits of a root's fraction. @param {number} root */
const fraction = (root) => ((root % 1) * 2 ** 32) | 0;
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const STEPS = primes.map((prime) => fraction(Math.cbrt(prime)));

/** @param {number} word @param {number} by */
const rotateRight = (word, by) => (word >>> by) | (word << (32 - by));

/** The bytes with their padding, in words of 32 bits. @param {Uint8Array} bytes */
function pad(bytes) {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 4, bytes.length * 8);
  return Array.from({ length: whole.length / 4 }, (_, i) => view.getInt32(i * 4));
}

/** @param {number[]} state @param {number[]} words  a block of 16 */
function mix(state, words) {
  const w = [...words];
  for (let i = 16; i < 64; i++) {
    const [early, late] = [w[i - 15], w[i - 2]];
    const one = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3);
    const two = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10);
    w[i] = (w[i - 16] + one + w[i - 7] + two) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one =
      (h + (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + ((e & f) ^ (~e & g)) + STEPS[i] + w[i]) | 0;
    const two = (rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) | 0);
}

/** The hash as eight words of 32 bits. @param {Uint8Array} bytes */
function hashWords(bytes) {
  const words = pad(bytes);
  let state = START;
  for (let start = 0; start < words.length; start += 16) state = mix(state, words.slice(start, start + 16));
  return state;
}

/** @param {Uint8Array} bytes */
export function sha256Bytes(bytes) {
  const hash = new DataView(new ArrayBuffer(32));
  hashWords(bytes).forEach((word, i) => {
    hash.setInt32(4 * i, word);
  });
  return new Uint8Array(hash.buffer);
}

/** @param {string} text */
export function sha256(text) {
  const words = hashWords(new TextEncoder().encode(text));
  return words.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
