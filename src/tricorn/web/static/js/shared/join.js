/** Opens a table or a score sheet by its code or by a link, as somebody typed or pasted it. */

import { ApiError, call, errorText } from "./api.js";

/** The code in what somebody typed or pasted. @param {string} text */
function codeIn(text) {
  const link = /\/(?:t|score)\/(\w+)/.exec(text);
  return (link?.[1] ?? text.replace(/[^\p{L}\p{N}]/gu, "")).toUpperCase() || "?";
}

/** The page of the table or score sheet with this code. @param {string} code */
async function addressOf(code) {
  const encoded = encodeURIComponent(code);
  try {
    await call("GET", `/api/tables/${encoded}`);
    return `/t/${encoded}`;
  } catch (error) {
    if (error instanceof ApiError && error.code === "is-sheet") return `/score/${encoded}`;
    throw error;
  }
}

/** @param {HTMLFormElement} form @param {HTMLElement} errorPlace  shows the message if there is no such code */
export async function openByCode(form, errorPlace) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("code"));
  try {
    location.assign(await addressOf(codeIn(field.value)));
  } catch (error) {
    errorPlace.textContent = errorText(error);
    field.setAttribute("aria-invalid", "true");
    field.focus();
  }
}
