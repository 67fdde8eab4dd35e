/** Calls by web push to slow games: the reader switches them on, and each game without a clock gets the address. */

import { ApiError, call } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { changeSettings, settings } from "../shared/settings.js";
import { toast } from "../shared/ui.js";

/** Whether this browser can be called while the page is closed; only encrypted pages and this computer's own can. */
export const canBeCalled = () => isSecureContext && "serviceWorker" in navigator && "PushManager" in window;

/** The key of the server; null if it calls nobody. @returns {Promise<string | null>} */
export async function serverKey() {
  const answer = await call("GET", "/api/push").catch(() => null);
  return answer?.key ?? null;
}

/** This browser's subscription with the server's key; an older one with another key is replaced. @param {string} key */
async function subscription(key) {
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const old = await pushManager.getSubscription();
    if (!old || Notification.permission !== "granted") throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/**
 * Have the server call this browser to a table, or not, as the reader has set it.
 * @param {string} code @param {string} key  of the seat
 */
export async function updatePush(code, key) {
  const path = `/api/tables/${code}/push`;
  if (!settings().push) return call("DELETE", path, { key }).catch(() => undefined);
  try {
    const address = await serverKey();
    if (!address) return;
    const { endpoint, keys } = (await subscription(address)).toJSON();
    await call("POST", path, { key, body: { endpoint, keys } });
  } catch (error) {
    const isRefused = error instanceof ApiError;
    toast(isRefused ? error.message : t("The browser does not allow notifications from this page."));
    changeSettings({ push: false });
  }
}
