/** The server's HTTP API, as docs/protocol.md describes it. */

import { hasServer, rootAddress } from "./addresses.js";
import { lang, t } from "./i18n.js";

export const TOO_MANY_REQUESTS = 429; // the status of a refusal that a later attempt may avoid

/** A request that failed or was refused; `message` is for the user. */
export class ApiError extends Error {
  /** @param {string} message @param {number} status  0 without a response @param {string} [code]  of a refusal */
  constructor(message, status, code = "") {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The message of an error, for the user. @param {unknown} error */
export function errorText(error) {
  return error instanceof Error ? error.message : String(error);
}

/** Whether an error means that the server did not answer. @param {unknown} error */
export function isUnreachable(error) {
  return error instanceof ApiError && error.status === 0;
}

/** The error of a request that the server did not answer. */
export function unreachable() {
  return new ApiError(t("The server cannot be reached. Are you connected?"), 0);
}

/** @param {string} path @param {RequestInit} request */
async function send(path, request) {
  if (!hasServer) throw new ApiError(t("This needs a Tricorn server; these pages have none."), 0);
  try {
    return await fetch(rootAddress(path.slice(1)), request);
  } catch {
    throw unreachable();
  }
}

/**
 * Call the API. The caller declares the type of the response, which protocol.js has.
 * @template T
 * @param {string} method @param {string} path
 * @param {{key?: string | null, body?: unknown}} [options]  a body that is a string is sent unchanged
 * @returns {Promise<T>}
 */
export async function call(method, path, { key, body } = {}) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": lang };
  if (key) headers.Authorization = `Bearer ${key}`;
  if (typeof body === "string") headers["Content-Type"] = "text/plain; charset=utf-8";
  else if (body !== undefined) headers["Content-Type"] = "application/json";
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const response = await send(path, { method, headers, body: text, cache: "no-store" });
  const isJson = response.headers.get("content-type")?.includes("json");
  const content = isJson ? await response.json() : await response.text();
  if (response.ok) return content;
  const fallback = t("The server answered with an error ({status}).", { status: response.status });
  throw new ApiError((isJson && content.error) || fallback, response.status, isJson ? content.code : "");
}
