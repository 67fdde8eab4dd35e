/**
 * The service worker: what is needed without a network. It caches the static files of one version, and the pages that
 * the offline page names. It never caches a table of the server or an API response; the page of a score sheet adds
 * itself to the cache.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const parameters = new URL(worker.location.href).searchParams;
const VERSION = parameters.get("v") ?? "0";
const OFFLINE = parameters.get("offline") ?? "";
const ROOT = new URL("./", worker.location.href).pathname;
const CACHES = `tricorn ${ROOT} `; // other pages of this host may have their own
const SHELL = CACHES + VERSION;

worker.addEventListener("install", (event) => event.waitUntil(cacheShell().then(() => worker.skipWaiting())));

worker.addEventListener("activate", (event) => {
  const old = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name.startsWith(CACHES) && name !== SHELL).map((name) => caches.delete(name))),
    );
  event.waitUntil(old.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== worker.location.origin) return;
  if (address.pathname.includes(`/static/${VERSION}/`)) event.respondWith(cachedFile(request));
  else if (request.mode === "navigate") event.respondWith(freshPage(request));
});

// The server notifies the player that it is their turn at a table; the message has nothing about the game.
worker.addEventListener("push", (event) => {
  const { code, title, body } = event.data?.json() ?? {};
  if (!/^[A-Z]+$/.test(code)) return;
  const details = { body: String(body), tag: `tricorn ${code}`, data: `${ROOT}t/${code}` };
  event.waitUntil(worker.registration.showNotification(String(title), details));
});

// Show the page of the table that a notification is for.
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showPage(new URL(event.notification.data, worker.location.origin)));
});

/** Bring the page of a table to the front, or open it. @param {URL} address */
async function showPage(address) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => tableAt(new URL(page.url)) === tableAt(address));
  return open ? open.focus() : worker.clients.openWindow(address.href);
}

/** What identifies a table in an address: its path and, for a local table, the code after `#`. @param {URL} address */
function tableAt({ pathname, hash }) {
  return pathname.startsWith(`${ROOT}t/`) ? pathname : pathname + hash;
}

/** Cache the pages that work without a network, and their files. */
async function cacheShell() {
  const cache = await caches.open(SHELL);
  const offline = await cachePage(cache, OFFLINE);
  const pages = /data-pages="([^"]*)"/.exec(offline.text)?.[1].split(" ") ?? [];
  const cached = [offline];
  for (const address of new Set(pages.map((page) => new URL(page, offline.url).href))) {
    cached.push(await cachePage(cache, address));
  }
  await cache.addAll(new Set(cached.flatMap(staticFiles)));
}

/** @param {Cache} cache @param {string} address */
async function cachePage(cache, address) {
  const response = await fetch(address, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  await cache.put(address, response.clone());
  return { url: response.url, text: await response.text() };
}

/** The static files that a page names. @param {{url: string, text: string}} page */
function staticFiles({ url, text }) {
  const names = text.match(/[^"\s]*\/static\/[^"\s]+/g) ?? [];
  return names.map((name) => new URL(name, url).href);
}

/** A file of this version never changes, so a cached copy is always valid. @param {Request} request */
async function cachedFile(request) {
  const cache = await caches.open(SHELL);
  const cached = await cache.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) cache.put(request, response.clone());
  return response;
}

/** The page from the network; without a network, the cached one. @param {Request} request */
async function freshPage(request) {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(SHELL);
    const cached = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
    return cached ?? (await cache.match(OFFLINE, { ignoreVary: true })) ?? Response.error();
  }
}
