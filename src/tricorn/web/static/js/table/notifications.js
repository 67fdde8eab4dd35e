/**
 * The settings for notifications in the menu. The scripts that use the browser's notifications are loaded on demand.
 */

import { byId } from "../shared/dom.js";
import { settings } from "../shared/settings.js";

/**
 * @typedef {object} Page
 * @property {string} code  of the table
 * @property {() => string | null} key  of the player's seat
 * @property {() => boolean} offersPush  whether the server can notify the player of turns at this table
 */

let isPushOn = settings().push;
let isBound = false;

/** Tell the server of a changed setting, or of a new game. @param {Page} page */
export async function updatePush({ code, key, offersPush }) {
  isPushOn = settings().push;
  const seatKey = key();
  if (offersPush() && seatKey) (await import("./push.js")).updatePush(code, seatKey);
}

/** Show in the menu what this browser can do at this table. @param {Page} page */
export async function showNotificationSettings(page) {
  if (!isBound) document.addEventListener("settings", () => settings().push !== isPushOn && updatePush(page));
  isBound = true;
  (await import("./attention.js")).bindAttention();
  if (!page.offersPush()) return;
  const { supportsPush, serverKey } = await import("./push.js");
  byId("push-setting").hidden = !supportsPush() || !(await serverKey());
}
