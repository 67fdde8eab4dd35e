/** The question before something that cannot be undone. */

import { make, makeButton } from "./dom.js";
import { t } from "./i18n.js";

/**
 * Ask before something that cannot be undone; Cancel has the focus.
 * @param {string} title @param {string} text @param {string} action
 */
export function askToConfirm(title, text, action) {
  const dialog = make("dialog", { id: "ask", "aria-labelledby": "ask-title" });
  const close = (/** @type {string} */ answer) => () => dialog.close(answer);
  dialog.append(
    make("h2", { id: "ask-title" }, title),
    make("p", {}, text),
    make(
      "div",
      { class: "buttons" },
      makeButton({ id: "yes", class: "primary", click: close("yes") }, action),
      makeButton({ class: "button", autofocus: true, click: close("") }, t("Cancel")),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
