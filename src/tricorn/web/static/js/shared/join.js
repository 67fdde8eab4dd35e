/** Opens a table or a score sheet by a code or link that the user types or pastes. */

import { pageAddress } from "./addresses.js";
import { ApiError, call, errorText } from "./api.js";

/** The code in a text that is a code or a link. @param {string} text */
function parseCode(text) {
  const link = /\/(?:t|score)\/(\w+)/.exec(text);
  return (link?.[1] ?? text.replace(/[^\p{L}\p{N}]/gu, "")).toUpperCase() || "?";
}

/** The address of the table or score sheet with this code. @param {string} code */
export async function findPage(code) {
  const encoded = encodeURIComponent(code);
  try {
    await call("GET", `/api/tables/${encoded}`);
    return pageAddress(`t/${encoded}`);
  } catch (error) {
    if (error instanceof ApiError && error.code === "is-sheet") return pageAddress(`score/${encoded}`);
    throw error;
  }
}

/** @param {HTMLFormElement} form @param {HTMLElement} errorElement  shows the message if there is no such code */
export async function openByCode(form, errorElement) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("code"));
  try {
    location.assign(await findPage(parseCode(field.value)));
  } catch (error) {
    errorElement.textContent = errorText(error);
    field.setAttribute("aria-invalid", "true");
    field.focus();
    errorElement.scrollIntoView({ block: "center" }); // it may be below the fold, or behind a keyboard
  }
}
