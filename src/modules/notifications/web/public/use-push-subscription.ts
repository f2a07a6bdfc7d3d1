import { useEffect } from "react";

import { pushPermission } from "#core/web/secure-context.ts";
import { useUser } from "#modules/sign-in/web/public/session.tsx";

/** Remembers for this tab that the browser is subscribed, by user. */
const storageKey = "push-subscribed";

/** Subscribes a browser that has the permission again after a login, since a subscription ends with its session. */
export function usePushSubscription(): void {
  const userId = useUser()?.id;
  useEffect(() => {
    if (userId === undefined || pushPermission() !== "granted") return;
    if (sessionStorage.getItem(storageKey) === String(userId)) return;
    const subscribe = async () => {
      const { subscribeToPush } = await import("../push/push.ts");
      await subscribeToPush();
      sessionStorage.setItem(storageKey, String(userId));
    };
    // Without a push service, notifications still arrive in the app and by email.
    subscribe().catch(() => undefined);
  }, [userId]);
}
