import { toast } from "sonner";

import { registerServiceWorker } from "./register-service-worker.ts";

/** Registers the service worker and shows a toast when a new version is ready. Returns a function that ends this. */
export function offerUpdates(): () => void {
  return registerServiceWorker((apply) => {
    toast("A new version of Reelay is ready", {
      id: "update",
      description: "Reload the page to use it.",
      duration: Infinity,
      action: { label: "Reload", onClick: apply },
    });
  });
}
