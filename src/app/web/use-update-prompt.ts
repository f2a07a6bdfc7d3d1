import { useEffect } from "react";

/** Registers the service worker for signed-in users and offers to reload when a new version is ready. */
export function useUpdatePrompt(signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn || !import.meta.env.PROD) return undefined;
    const loading = import("./offer-updates.ts").then(({ offerUpdates }) => offerUpdates());
    // Offline or after an update of the server: the next reload registers it.
    loading.catch(() => undefined);
    return () => void loading.then((end) => end()).catch(() => undefined);
  }, [signedIn]);
}
