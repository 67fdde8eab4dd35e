/** Notifications by web push: the player switches them on, and the server gets a subscription for each table. */

import { ApiError, call, TOO_MANY_REQUESTS } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { changeSettings, settings } from "../shared/settings.js";
import { toast } from "../shared/ui.js";

/** Whether this browser can be notified while the page is closed; it takes an encrypted page, or localhost. */
export const supportsPush = () => isSecureContext && "serviceWorker" in navigator && "PushManager" in window;

/** The key of the server; null if it sends no notifications. @returns {Promise<string | null>} */
export async function serverKey() {
  /** @type {import("../shared/protocol.js").PushKey | null} */
  const response = await call("GET", "/api/push").catch(() => null);
  return response?.key ?? null;
}

/** Subscribe this browser with the server's key; a subscription with another key is replaced. @param {string} key */
async function subscribe(key) {
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

/** Whether it is useless to try again. @param {ApiError} error */
function isRefusal({ status }) {
  return status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS;
}

/**
 * Have the server notify this browser of turns at a table, or not, as the player has set it.
 * @param {string} code @param {string} key  of the seat
 */
export async function updatePush(code, key) {
  const path = `/api/tables/${code}/push`;
  if (!settings().push) return call("DELETE", path, { key }).catch(() => undefined);
  try {
    const publicKey = await serverKey();
    if (!publicKey) return;
    const { endpoint, keys } = (await subscribe(publicKey)).toJSON();
    await call("POST", path, { key, body: { endpoint, keys } });
  } catch (error) {
    const isApiError = error instanceof ApiError;
    toast(isApiError ? error.message : t("The browser does not allow notifications from this page."));
    if (!isApiError || isRefusal(error)) changeSettings({ push: false });
  }
}
