/** Notifies the player of a turn while another tab is shown: vibration and a system notification, if they want it. */

import { byId, find } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { changeSettings, settings } from "../shared/settings.js";
import { toast } from "../shared/ui.js";

const BUZZ_MS = [120, 80, 120];

/** Whether the browser can show notifications here; most can only on encrypted pages and on localhost. */
const supportsNotifications = () => "Notification" in window && window.isSecureContext;

let isBound = false;

/** Show the setting, and ask for permission when the player switches it on. */
export function bindAttention() {
  if (isBound) return;
  isBound = true;
  byId("notify-setting").hidden = !supportsNotifications() && !("vibrate" in navigator);
  document.addEventListener("settings", async () => {
    if (!settings().notify || !supportsNotifications() || Notification.permission === "granted") return;
    if ((await Notification.requestPermission()) === "granted") return;
    if ("vibrate" in navigator) return;
    toast(t("The browser does not allow notifications from this page."));
    changeSettings({ notify: false });
  });
}

/** Say that it is the player's turn at the table of this page. @param {string} code  of the table */
export function notifyPlayer(code) {
  if (!document.hidden || !settings().notify) return;
  navigator.vibrate?.(BUZZ_MS);
  if (!supportsNotifications() || Notification.permission !== "granted") return;
  const body = find(document, "h1").textContent ?? "";
  const details = { body, tag: `tricorn ${code}`, data: location.href };
  try {
    const notification = new Notification(t("Your turn"), details);
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Chrome on Android has notifications of service workers only.
    navigator.serviceWorker?.ready.then((worker) => worker.showNotification(t("Your turn"), details));
  }
}
