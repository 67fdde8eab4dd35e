/** Opening a table or a score sheet by its code, or by a link that was pasted. */

import { call, Refusal, wordsOf } from "./api.js";

/** The code in what somebody typed or pasted. @param {string} text */
function codeIn(text) {
  const link = /\/(?:t|score)\/(\w+)/.exec(text);
  return (link?.[1] ?? text.replace(/[^\p{L}\p{N}]/gu, "")).toUpperCase() || "?";
}

/** Where a code leads: to a table, or to a score sheet. @param {string} code */
async function addressOf(code) {
  const written = encodeURIComponent(code);
  try {
    await call("GET", `/api/tables/${written}`);
    return `/t/${written}`;
  } catch (error) {
    if (error instanceof Refusal && error.answer?.code === "is-sheet") return `/score/${written}`;
    throw error;
  }
}

/**
 * Let a form open what is in its field.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} wrong  where to say that it is no code
 */
export function joinable(form, wrong) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("code"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      location.assign(await addressOf(codeIn(field.value)));
    } catch (error) {
      wrong.textContent = wordsOf(error);
      field.setAttribute("aria-invalid", "true");
      field.focus();
    }
  });
}
