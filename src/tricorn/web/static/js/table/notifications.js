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

/** @param {Page} page */
export function bindNotifications({ code, key, offersPush }) {
  let isPushOn = settings().push;

  /** Tell the server of a changed setting, or of a new game. */
  const updatePush = async () => {
    isPushOn = settings().push;
    const seatKey = key();
    if (offersPush() && seatKey) (await import("./push.js")).updatePush(code, seatKey);
  };

  const showPushSetting = async () => {
    if (!offersPush()) return;
    const { supportsPush, serverKey } = await import("./push.js");
    byId("push-setting").hidden = !supportsPush() || !(await serverKey());
  };

  document.addEventListener("settings", () => settings().push !== isPushOn && updatePush());
  byId("open-menu").addEventListener("click", async () => {
    (await import("./attention.js")).bindAttention();
    showPushSetting();
  });
  return { updatePush };
}
