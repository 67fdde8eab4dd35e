/** The link to a table or a score sheet: to read, copy and share, and as a QR code, at the address the host chooses. */

import { copyText } from "./clipboard.js";
import { byId, find } from "./dom.js";
import { t } from "./i18n.js";

/** Bind the buttons of the invitation (templates/invite.html). */
export function setUpInvitation() {
  const invitation = find(document, ".invite");
  const { path = "", links = "" } = invitation.dataset;
  const reachable = links ? links.split(" ") : [`${location.origin}${path}`];
  const link = byId("link", HTMLInputElement);
  link.value = reachable[0];
  document.getElementById("address")?.addEventListener("change", (event) => {
    const index = Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value);
    link.value = reachable[index];
    find(invitation, ".qr", HTMLImageElement).src = `${path}/qr.svg?at=${index}`;
  });
  byId("copy").addEventListener("click", () => copy(link));
  const share = byId("share");
  share.hidden = !navigator.share;
  share.addEventListener("click", () => navigator.share({ title: "Tricorn", url: link.value }).catch(() => undefined));
}

/** @param {HTMLInputElement} link */
async function copy(link) {
  if (await copyText(link.value)) find(byId("copy"), "span").textContent = t("Copied");
  else {
    link.hidden = false; // for the user to copy it
    link.select();
  }
}
