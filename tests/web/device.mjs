// Moving to another device in Node, for test_device.py: `node device.mjs SCRIPTS MODULE` reads what is stored, what
// arrives and what to encrypt as JSON from standard input.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { setUp, stored } from "./fake_browser.mjs";

const { own = {}, arriving = [], secret = null, unstorable = "" } = JSON.parse(readFileSync(0, "utf8"));
setUp({ stored: own, unstorable });
const [scripts, module] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${scripts}/${name}`).href);
const { Core } = await load("core/module.js");
const { combine, deviceData, readDeviceData } = await load("device/device_data.js");
const { decrypt, encrypt, subkey } = await load("device/cipher.js");
const core = await Core.load(readFileSync(module));

const answers = arriving.map((given) => {
  try {
    return combine(readDeviceData(typeof given === "string" ? given : JSON.stringify(given), core));
  } catch (error) {
    return error.constructor.name;
  }
});
const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const hex = (data) => Buffer.from(data).toString("hex");
const isRefused = (key, data) => {
  try {
    decrypt(key, data);
    return false;
  } catch {
    return true;
  }
};
const crypted = secret && {
  id: hex(subkey(bytes(secret.key), "id")),
  data: hex(encrypt(bytes(secret.key), bytes(secret.data))),
  again: hex(decrypt(bytes(secret.key), encrypt(bytes(secret.key), bytes(secret.data)))),
  refused: secret.damaged.map((data) => isRefused(bytes(secret.key), bytes(data))),
};
process.stdout.write(JSON.stringify({ answers, stored: stored(), data: deviceData(), crypted }));
