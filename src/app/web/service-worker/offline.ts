import { scope } from "./scope.ts";

/** The offline page and the files it loads, as paths. The build inserts the list. */
declare const OFFLINE_FILES: readonly string[];
/** Differs between builds of different sources. The build inserts it. */
declare const APP_VERSION: string;

const offlinePage = "/offline.html";
const cachePrefix = "offline-";
const cacheName = cachePrefix + APP_VERSION;
/** Downloads are navigations too, but must fail rather than show a page. */
const withoutPage = /^\/(?:api|media)\//;

/** Stores the offline page and shows it when a page can't be loaded. Everything else is always requested. */
export function serveOfflinePage(): void {
  scope.addEventListener("install", (event) => event.waitUntil(storeFiles()));
  scope.addEventListener("activate", (event) => event.waitUntil(activate()));
  scope.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== scope.location.origin) return;
    if (request.mode === "navigate") {
      if (!withoutPage.test(pathname)) event.respondWith(orStored(loadPage(event), offlinePage));
    } else if (OFFLINE_FILES.includes(pathname)) {
      event.respondWith(orStored(fetch(request), pathname));
    }
  });
}

async function storeFiles(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(OFFLINE_FILES);
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  // Lets the browser request a page while the service worker starts.
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

async function loadPage(event: FetchEvent): Promise<Response> {
  const preloaded: unknown = await event.preloadResponse;
  return preloaded instanceof Response ? preloaded : fetch(event.request);
}

async function orStored(response: Promise<Response>, path: string): Promise<Response> {
  return response.catch(async (error: unknown) => {
    const stored = await caches.match(path, { cacheName });
    if (stored) return stored;
    throw error;
  });
}
