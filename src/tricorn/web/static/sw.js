/**
 * The service worker. It caches the static files of one version and the offline page. It never caches a page, a table
 * or an API response; the page of a score sheet adds itself to the cache, so that it works without a network.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const VERSION = new URL(worker.location.href).searchParams.get("v") ?? "0";
const SHELL = `shell-${VERSION}`;
const OFFLINE = "/offline";

worker.addEventListener("install", (event) => event.waitUntil(cacheOfflinePage().then(() => worker.skipWaiting())));

worker.addEventListener("activate", (event) => {
  const old = caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== worker.location.origin) return;
  if (address.pathname.startsWith(`/static/${VERSION}/`)) event.respondWith(kept(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => away(request)));
});

// A notification says that it is the reader's turn at a table: show that page.
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const code = event.notification.tag.split(" ")[1];
  const pages = worker.clients.matchAll({ type: "window" });
  event.waitUntil(pages.then((all) => all.find((page) => page.url.includes(`/t/${code}`))?.focus()));
});

/** Cache the offline page and the files that it links to. */
async function cacheOfflinePage() {
  const page = await fetch(OFFLINE);
  if (!page.ok) throw new Error(`${OFFLINE}: ${page.status}`);
  const cache = await caches.open(SHELL);
  const files = (await page.clone().text()).match(/\/static\/[^"]+/g) ?? [];
  await Promise.all([cache.put(OFFLINE, page), cache.addAll(new Set(files))]);
}

/** A file of this version never changes, so a cached copy is always good. @param {Request} request */
async function kept(request) {
  const cache = await caches.open(SHELL);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) cache.put(request, answer.clone());
  return answer;
}

/** @param {Request} request */
async function away(request) {
  return (
    (await caches.match(request, { ignoreSearch: true, ignoreVary: true })) ??
    (await caches.match(OFFLINE)) ??
    Response.error()
  );
}
