/** Small parts that several pages use: messages, dialogs, links to the rules. */

import { byId, make } from "./dom.js";

/** Show a message for some seconds. @param {string} text */
export function toast(text) {
  const message = make("p", {}, text);
  byId("toast").replaceChildren(message);
  setTimeout(() => message.remove(), 3000 + 60 * text.length);
}

/** Point the links to the rules to those of an edition and its house rules. @param {string} edition  as in a record */
export function linkToRules(edition) {
  const [id, ...rules] = edition.split(" ");
  const address = `/rules/${id}${rules.length ? `?${rules.join("&")}` : ""}`;
  for (const link of document.querySelectorAll("[data-rules-of]")) link.setAttribute("href", address);
}

/** Close a dialog by a click beside it or on its close button. @param {HTMLDialogElement} dialog */
export function makeClosable(dialog) {
  dialog.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target === dialog || target.closest(".close")) dialog.close();
  });
}
