/** The page that moves what this browser has stored to another device: by a QR code, or by a file. */

import { Core } from "../core/module.js";
import { errorText } from "../shared/api.js";
import { byId, make, refill } from "../shared/dom.js";
import { t, tn } from "../shared/i18n.js";
import { saveText } from "../shared/record_files.js";
import { Damaged } from "../sharing/packing.js";
import { combine, deviceData, NotDeviceData, readDeviceData } from "./device_data.js";
import { discard, isTransferKey, receive, send } from "./transfer.js";

const { score = "", link = "" } = byId("main").dataset;

/** @param {string} text */
function say(text) {
  byId("said").textContent = text;
}

/** @param {unknown} error */
function problemText(error) {
  if (error instanceof NotDeviceData) return t("This file does not hold games of Tricorn, or it is damaged.");
  if (error instanceof Damaged) return t("What arrived is damaged. Show a new QR code on the other device.");
  return errorText(error);
}

/** Check what another device gave away, and combine it with what is here. @param {string} text */
async function take(text) {
  const added = combine(readDeviceData(text, await Core.fetch(score)));
  if (!added) throw new Error(t("This browser's storage is full or blocked, so nothing was changed."));
  const { games, results, puzzles } = added;
  return [
    t("Done. New on this device:"),
    [
      tn("{n} game", "{n} games", games),
      tn("{n} result", "{n} results", results),
      tn("{n} puzzle", "{n} puzzles", puzzles),
    ].join(", "),
  ].join(" ");
}

async function showQr() {
  say(t("Preparing the QR code…"));
  try {
    const key = await send(JSON.stringify(deviceData()));
    const address = `${link || location.href.split("#")[0]}#${key}`;
    const { qrPicture } = await import("./qr.js");
    const picture = qrPicture(address, t("QR code of the link for the other device"));
    refill(byId("qr"), picture, make("p", { class: "link" }, address));
    byId("qr").hidden = false;
    say(t("Scan it with the camera of the other device. It works once, within ten minutes."));
  } catch (error) {
    say(problemText(error));
  }
}

/** @param {File | undefined} file */
async function loadFile(file) {
  if (!file) return;
  say(t("Checking the file…"));
  try {
    say(await take(await file.text()));
  } catch (error) {
    say(problemText(error));
  }
}

/** @param {string} key */
async function takeOver(key) {
  byId("take-over", HTMLButtonElement).disabled = true;
  say(t("Fetching the games…"));
  try {
    say(await take(await receive(key)));
    await discard(key);
    history.replaceState(null, "", location.pathname);
    byId("arriving").hidden = true;
  } catch (error) {
    say(problemText(error));
    byId("take-over", HTMLButtonElement).disabled = false;
  }
}

/** Whether the address has the key of a transfer; it may be opened in a page that is open already. */
function showArriving() {
  byId("arriving").hidden = !isTransferKey(location.hash);
}

document.getElementById("show-qr")?.addEventListener("click", showQr);
byId("save-file").addEventListener("click", () => {
  saveText(JSON.stringify(deviceData()), "tricorn-device.json", "application/json");
});
const field = byId("load-file", HTMLInputElement);
field.addEventListener("change", async () => {
  await loadFile(field.files?.[0]);
  field.value = ""; // the same file can be chosen again
});
byId("take-over").addEventListener("click", () => takeOver(location.hash.slice(1)));
addEventListener("hashchange", showArriving);
showArriving();
