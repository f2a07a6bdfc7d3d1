declare const self: ServiceWorkerGlobalScope;

/** The global scope of the service worker. */
export const scope = self;
