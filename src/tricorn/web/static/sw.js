// @ts-check
/// <reference lib="webworker" />
/**
 * The service worker: it keeps the shell (style sheets, scripts, icons, a page that says the server is away) so that
 * the app starts fast and fails politely. By itself it never keeps a page, a table or an answer of the API; the page of a
 * score sheet puts itself here, so that it can be written on without a network.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const VERSION = new URL(worker.location.href).searchParams.get("v") ?? "0";
const SHELL = `shell-${VERSION}`;
const AWAY = ["/offline", ...["css/base.css", "js/theme.js", "js/chrome.js", "js/dom.js", "js/memory.js", "icons/icon.svg"].map((name) => `/static/${VERSION}/${name}`)];

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(AWAY)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== worker.location.origin) return;
  if (address.pathname.startsWith(`/static/${VERSION}/`)) event.respondWith(kept(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => away(request)));
});

/** A file of this version never changes: the copy is as good as the original. @param {Request} request */
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
  return (await caches.match(request, { ignoreSearch: true, ignoreVary: true })) ?? (await caches.match("/offline")) ?? Response.error();
}
