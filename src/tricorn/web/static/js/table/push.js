/** Notifications by web push: the reader switches them on, and the server gets the address for each slow game. */

import { ApiError, call } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { changeSettings, settings } from "../shared/settings.js";
import { toast } from "../shared/ui.js";

const TOO_MANY = 429; // requests, for now

/** Whether this browser can be notified while the page is closed; only encrypted pages and this computer's own can. */
export const canBeNotified = () => isSecureContext && "serviceWorker" in navigator && "PushManager" in window;

/** The key of the server; null if it notifies nobody. @returns {Promise<string | null>} */
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

/** Whether trying again is of no use. @param {ApiError} error */
function isRefusal({ status }) {
  return status >= 400 && status < 500 && status !== TOO_MANY;
}

/**
 * Have the server notify this browser of turns at a table, or not, as the reader has set it.
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
    const isOfServer = error instanceof ApiError;
    toast(isOfServer ? error.message : t("The browser does not allow notifications from this page."));
    if (!isOfServer || isRefusal(error)) changeSettings({ push: false });
  }
}
