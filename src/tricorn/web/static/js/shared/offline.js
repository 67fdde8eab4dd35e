/** The page that is shown without a connection: it loads the wanted page as soon as the server answers. */

import { pageAddress } from "./addresses.js";

const RETRY_MS = 1500;
const ANSWER_MS = 4000;

async function tryAgain() {
  try {
    await fetch(location.href, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) });
    location.reload();
  } catch {
    setTimeout(tryAgain, RETRY_MS);
  }
}

const isWanted = location.pathname === new URL(pageAddress("offline"), location.href).pathname;
if (!isWanted) tryAgain();
