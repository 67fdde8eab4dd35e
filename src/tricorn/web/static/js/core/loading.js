/** A WebAssembly module from its address. */

import { Core } from "./module.js";

/** @param {string} address */
export async function loadCore(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return Core.load(await response.arrayBuffer());
}
