/** Keeps the screen on, if the browser can. */

/** @type {WakeLockSentinel | null} */
let lock = null;
let isWanted = false;

async function request() {
  if (!isWanted || lock || document.hidden || !("wakeLock" in navigator)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
    if (!isWanted) await lock.release();
  } catch {
    // The battery may be low; the screen then goes off as usual.
  }
}

/** @param {boolean} wanted */
export function keepAwake(wanted) {
  if (wanted === isWanted) return;
  isWanted = wanted;
  if (wanted) request();
  else lock?.release();
}

document.addEventListener("visibilitychange", request); // the browser ends it when the page is hidden
