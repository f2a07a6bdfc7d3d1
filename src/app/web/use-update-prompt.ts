import { useEffect } from "react";
import { toast } from "sonner";

import { registerServiceWorker } from "./register-service-worker.ts";

/** Registers the service worker for signed-in users and offers to reload when a new version is ready. */
export function useUpdatePrompt(signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn || !import.meta.env.PROD) return undefined;
    return registerServiceWorker((apply) => {
      toast("A new version of Reelay is ready", {
        id: "update",
        description: "Reload the page to use it.",
        duration: Infinity,
        action: { label: "Reload", onClick: apply },
      });
    });
  }, [signedIn]);
}
