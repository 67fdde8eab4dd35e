/** The menu of every page with its settings, the link that skips the bar, and the service worker. */

import { pageAddress, rootAddress } from "./addresses.js";
import { byId, find, findAll } from "./dom.js";
import { changeSettings, settings } from "./settings.js";
import { makeClosable } from "./ui.js";

/** @import { Settings } from "./settings.js" */

/** Show a setting in its control, and store what the user changes. @param {HTMLElement} control */
function bindSetting(control) {
  const name = /** @type {keyof Settings} */ (control.dataset.setting);
  if (control instanceof HTMLInputElement) {
    const isRadio = control.type === "radio";
    const show = () => (control.checked = isRadio ? settings()[name] === control.value : Boolean(settings()[name]));
    show();
    document.addEventListener("settings", show);
    control.addEventListener("change", () => changeSettings({ [name]: isRadio ? control.value : control.checked }));
  } else if (control instanceof HTMLSelectElement) {
    control.value = String(settings()[name]);
    control.addEventListener("change", () => changeSettings({ [name]: control.value }));
  }
}

/** @param {HTMLSelectElement} select */
function bindLanguage(select) {
  select.addEventListener("change", () => {
    const { address } = select.selectedOptions[0].dataset;
    if (address !== undefined) return location.assign(address + location.pathname.split("/").at(-1) + location.hash);
    const secure = location.protocol === "https:" ? "; secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on pages without encryption
    document.cookie = `lang=${select.value}; path=${rootAddress()}; max-age=31536000; samesite=lax${secure}`;
    location.reload();
  });
}

/** The sound switch in the bar. @param {HTMLElement} button */
function bindSound(button) {
  const show = () => button.setAttribute("aria-pressed", String(settings().sound));
  show();
  document.addEventListener("settings", show);
  button.addEventListener("click", () => changeSettings({ sound: !settings().sound }));
}

/** Skip to the content without changing the hash, where pages keep their state. @param {HTMLElement} link */
function bindSkip(link) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    byId("main").focus();
  });
}

const menu = byId("menu", HTMLDialogElement);
makeClosable(menu);
for (const control of findAll(menu, "[data-setting]")) bindSetting(control);
bindLanguage(byId("language", HTMLSelectElement));
bindSound(byId("sound"));
bindSkip(find(document, ".skip"));
byId("insecure").hidden = isSecureContext;
// Only browsers on iPhones and iPads know this property: whether the page was opened from the home screen.
const { standalone } = /** @type {{standalone?: boolean}} */ (navigator);
for (const note of findAll(document, ".on-iphone")) note.hidden = standalone !== false;
byId("open-menu").addEventListener("click", () => menu.showModal());

const { version } = document.documentElement.dataset;
if ("serviceWorker" in navigator && version) {
  const offline = new URL(pageAddress("offline"), location.href).pathname;
  navigator.serviceWorker.register(rootAddress(`sw.js?v=${version}&offline=${offline}`)).catch(() => undefined);
}
