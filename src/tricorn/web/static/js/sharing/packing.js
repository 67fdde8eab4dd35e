/** Texts packed for links: deflated, and written with the characters of base64url. */

/** A text that was not packed here, was cut off, or is too long. */
export class Damaged extends Error {}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream */
function through(bytes, stream) {
  return new Blob([bytes]).stream().pipeThrough(stream);
}

/** @param {Uint8Array} bytes */
export function toBase64Url(bytes) {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export function fromBase64Url(text) {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  } catch {
    throw new Damaged();
  }
}

/** @param {string} text @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function deflate(text) {
  const stream = through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The text that was deflated. Throws `Damaged` if it is not whole, or longer than `most` bytes: it is not trusted, and
 * a few bytes can inflate to a thousand times as many.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {number} most
 */
export async function inflate(bytes, most) {
  const reader = through(bytes, new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [text, size] = ["", 0];
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > most) throw new Damaged();
      text += decoder.decode(part.value, { stream: true });
    }
    return text + decoder.decode();
  } catch {
    reader.cancel().catch(() => undefined);
    throw new Damaged();
  }
}
