import { serviceWorkers } from "#core/web/secure-context.ts";

/** Milliseconds. */
const updateInterval = 60 * 60 * 1000;

/**
 * Registers the service worker and calls `onUpdate` when a new version has been installed and waits; its argument
 * activates the version and reloads the page. Looks for a new version every hour and when the page becomes visible.
 * Returns a function that ends this.
 */
export function registerServiceWorker(onUpdate: (apply: () => void) => void): () => void {
  const workers = serviceWorkers();
  if (!workers) return () => undefined;
  const ended = new AbortController();
  workers
    .register("/service-worker.js")
    .then((registration) => watch(registration, onUpdate, ended.signal))
    // Blocked by the browser's settings or offline: the app works without it.
    .catch(() => undefined);
  return () => ended.abort();
}

function watch(
  registration: ServiceWorkerRegistration,
  onUpdate: (apply: () => void) => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  const offer = () => {
    const { waiting } = registration;
    if (waiting && serviceWorkers()?.controller) onUpdate(() => applyUpdate(waiting));
  };
  const look = () => {
    if (document.visibilityState === "visible") registration.update().catch(() => undefined);
  };
  offer();
  registration.addEventListener(
    "updatefound",
    () => registration.installing?.addEventListener("statechange", offer, { signal }),
    { signal },
  );
  document.addEventListener("visibilitychange", look, { signal });
  const timer = setInterval(look, updateInterval);
  signal.addEventListener("abort", () => clearInterval(timer));
}

function applyUpdate(waiting: ServiceWorker): void {
  serviceWorkers()?.addEventListener("controllerchange", () => window.location.reload(), {
    once: true,
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only messages to windows have one.
  waiting.postMessage("apply-update");
}
