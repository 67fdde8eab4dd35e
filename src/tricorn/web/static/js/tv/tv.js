/** The television of a table or a score sheet. It has no key, so it gets what everybody may see, and sends nothing. */

import { newSheet, receiveSheet } from "../score/state.js";
import { pageAddress } from "../shared/addresses.js";
import { byId } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { LiveSocket } from "../shared/socket.js";
import { keepAwake } from "../shared/wake_lock.js";
import { newTableState, receiveHeader, receiveLines, receiveNow, receiveTable } from "../table/state.js";
import { UpdateQueue } from "../table/update_queue.js";
import { sheetScene } from "./sheet_scene.js";
import { tableScene } from "./table_scene.js";
import { Television } from "./view.js";

/** @import { Lines } from "../shared/protocol.js" */
/** @import { Connection, ServerMessage } from "../shared/socket.js" */
/** @import { Update } from "../table/update_queue.js" */

const { code = "", edition, sheet: isSheet } = byId("main").dataset;
const television = new Television();
const table = newTableState();
const sheet = newSheet();
const queue = new UpdateQueue(
  applyUpdate,
  () => false,
  () => false,
);

/** @param {ServerMessage} message */
function receive(message) {
  if (isSheet !== undefined) {
    if (!receiveSheet(sheet, message) || !sheet.sheet) return;
    if (sheet.sheet.next) location.replace(pageAddress(`score/${sheet.sheet.next}/tv`));
    else if (sheet.now) television.show(sheetScene(sheet, sheet.sheet, sheet.now));
  } else if (message.type === "table" || message.type === "header") queue.push(message);
  else if (message.type === "lines") queue.pushLines(/** @type {Lines} */ (message));
  else if (message.type === "reaction") television.react(message, table.names[message.seat]);
}

/** @param {Update} update */
function applyUpdate(update) {
  if (update.type === "table" && update.edition !== edition) location.reload(); // the host has changed the rules
  if (update.type === "table") receiveTable(table, update);
  else if (update.type === "header") receiveHeader(table, update);
  else if (update.type === "line") receiveLines(table, update.n, [update.events]);
  else if (update.type === "replace") receiveLines(table, update.first, update.lines);
  else receiveNow(table, update.now);
  if (table.table && (table.now || !table.table.started)) television.show(tableScene(table, table.table));
}

/** @param {Connection} connection @param {string} reason */
function showConnection(connection, reason) {
  const banner = byId("offline");
  if (connection !== "connecting") banner.hidden = connection === "open";
  banner.textContent = reason || t("The connection is lost. Trying again…");
}

/** Show the QR code and the code during a game too, or the game again. */
function toggleInvitation() {
  document.body.classList.toggle("inviting");
}

addEventListener("keydown", ({ key }) => key === "Enter" && toggleInvitation());
addEventListener("click", toggleInvitation);
keepAwake(true);
new LiveSocket(code, null, { onMessage: receive, onConnection: showConnection });
