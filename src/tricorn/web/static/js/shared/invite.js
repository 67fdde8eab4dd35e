/** The link to a table or a score sheet: shown, copied, shared, and as a QR code, at the address the host chooses. */

import { byId } from "./dom.js";
import { t } from "./i18n.js";

/** Bring the invitation of the page to life (templates/invite.html). */
export function setUpInvitation() {
  const invitation = /** @type {HTMLElement} */ (document.querySelector(".invite"));
  const { path = "", links = "" } = invitation.dataset;
  const reachable = links ? links.split(" ") : [`${location.origin}${path}`];
  const link = /** @type {HTMLInputElement} */ (byId("link"));
  link.value = reachable[0];
  document.getElementById("address")?.addEventListener("change", (event) => {
    const chosen = Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value);
    link.value = reachable[chosen];
    const picture = /** @type {HTMLImageElement} */ (invitation.querySelector(".qr"));
    picture.src = `${path}/qr.svg?at=${chosen}`;
  });
  byId("copy").addEventListener("click", () => copy(link));
  const share = byId("share");
  share.hidden = !navigator.share;
  share.addEventListener("click", () => navigator.share({ title: "Tricorn", url: link.value }).catch(() => undefined));
}

/** @param {HTMLInputElement} link */
async function copy(link) {
  try {
    await navigator.clipboard.writeText(link.value);
  } catch {
    link.select(); // without the permission, the reader's own copy key does it
    document.execCommand("copy");
  }
  byId("copy").querySelector("span").textContent = t("Copied");
}
