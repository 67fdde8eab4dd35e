/** The server's HTTP side, as docs/protocol.md describes it. */

import { lang, t } from "./i18n.js";

/** What the server, or the way to it, said against a call; `message` is for the reader. */
export class Refusal extends Error {
  /** @param {string} message @param {number} status @param {any} answer */
  constructor(message, status, answer) {
    super(message);
    this.status = status;
    this.answer = answer;
  }
}

/** What to tell the reader of something that failed. @param {unknown} error */
export function wordsOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @param {string} path @param {RequestInit} request */
async function fetched(path, request) {
  try {
    return await fetch(path, request);
  } catch {
    throw new Refusal(t("The server cannot be reached. Are you connected?"), 0, null);
  }
}

/**
 * @param {string} method @param {string} path
 * @param {{key?: string | null, body?: unknown}} [options]  a body that is a string is sent as it is
 * @returns {Promise<any>}
 */
export async function call(method, path, { key, body } = {}) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": lang };
  if (key) headers.Authorization = `Bearer ${key}`;
  if (body !== undefined)
    headers["Content-Type"] = typeof body === "string" ? "text/plain; charset=utf-8" : "application/json";
  const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetched(path, { method, headers, body: text, cache: "no-store" });
  const isJson = response.headers.get("content-type")?.includes("json");
  const answer = isJson ? await response.json() : await response.text();
  if (response.ok) return answer;
  const message =
    (isJson && answer.error) || t("The server answered with an error ({status}).", { status: response.status });
  throw new Refusal(message, response.status, answer);
}

/** @typedef {{kind: "human" | "bot" | "open", name?: string, level?: string}} SeatWish */

/**
 * @param {{edition: string, seats: SeatWish[], listed?: boolean, pass_and_play?: boolean, start?: boolean}} wish
 * @returns {Promise<{code: string, seat: number, key: string, commit: string}>}
 */
export function openTable(wish) {
  return call("POST", "/api/tables", { body: wish });
}
