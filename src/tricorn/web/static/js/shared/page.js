/** What every page has round its subject: the menu with its settings, the language, the service worker. */

import { byId, make } from "./dom.js";
import { change, settings } from "./storage.js";

/** @typedef {import("./storage.js").Settings} Settings */

/** @param {HTMLDialogElement} menu */
function wireSettings(menu) {
  for (const field of menu.querySelectorAll("[data-setting]")) {
    const control = /** @type {HTMLInputElement} */ (field);
    const name = /** @type {keyof Settings} */ (control.dataset.setting);
    const show = () => {
      const value = settings()[name];
      if (control.type === "checkbox") control.checked = Boolean(value);
      else control.value = String(value);
    };
    show();
    document.addEventListener("settings", show);
    control.addEventListener("change", () =>
      change({ [name]: control.type === "checkbox" ? control.checked : control.value }),
    );
  }
}

/** @param {HTMLSelectElement} select */
function wireLanguage(select) {
  select.addEventListener("change", () => {
    const secure = location.protocol === "https:" ? "; secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on pages without encryption
    document.cookie = `lang=${select.value}; path=/; max-age=31536000; samesite=lax${secure}`;
    location.reload();
  });
}

/** The sound switch in the bar. @param {HTMLButtonElement} button */
function wireSound(button) {
  const show = () => button.setAttribute("aria-pressed", String(settings().sound));
  show();
  document.addEventListener("settings", show);
  button.addEventListener("click", () => change({ sound: !settings().sound }));
}

/** A sentence that cannot wait, shown for some seconds. @param {string} text */
export function toast(text) {
  const note = make("p", {}, text);
  const place = byId("toast");
  place.replaceChildren(note);
  setTimeout(() => note.remove(), 3000 + 60 * text.length);
}

/**
 * Have the links to the rules lead to those of an edition and its house rules.
 * @param {string} edition  as a record spells it
 */
export function leadToRules(edition) {
  const [id, ...rules] = edition.split(" ");
  const address = `/rules/${id}${rules.length ? `?${rules.join("&")}` : ""}`;
  for (const link of document.querySelectorAll("[data-rules-of]")) link.setAttribute("href", address);
}

/** Clicking beside a dialog closes it. @param {HTMLDialogElement} dialog */
export function closable(dialog) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || /** @type {Element} */ (event.target).closest(".close")) dialog.close();
  });
}

const menu = /** @type {HTMLDialogElement} */ (byId("menu"));
closable(menu);
wireSettings(menu);
wireLanguage(byId("language"));
wireSound(byId("sound"));
byId("open-menu").addEventListener("click", () => menu.showModal());

if ("serviceWorker" in navigator && document.documentElement.dataset.version) {
  navigator.serviceWorker.register(`/sw.js?v=${document.documentElement.dataset.version}`).catch(() => undefined);
}
