import { call } from "#core/web/client.ts";
import {
  missingReason,
  pushPermission,
  requestPushPermission,
  serviceWorkers,
} from "#core/web/secure-context.ts";
import { notificationSettingsEndpoints } from "#modules/notifications/contract/settings.ts";

/** Asks for permission; call it in a click, otherwise browsers refuse. Subscribes this browser if it is granted. */
export async function allowPush(): Promise<NotificationPermission | null> {
  await requestPushPermission();
  if (pushPermission() === "granted") await subscribeToPush();
  return pushPermission();
}

/** Subscribes this browser for the current session. Repeating it changes nothing. */
export async function subscribeToPush(): Promise<void> {
  const fallback = "Push notifications could not be switched on. Try again.";
  const { publicKey } = (await call(notificationSettingsEndpoints.pushKey, {}, { fallback })).data;
  const workers = serviceWorkers();
  if (!workers) throw new Error(missingReason("push notifications"));
  const registration = await workers.register("/service-worker.js");
  await workers.ready;
  const subscription = await subscriptionWith(registration.pushManager, publicKey);
  const { endpoint, keys = {} } = subscription.toJSON();
  const body = { endpoint: endpoint ?? "", p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" };
  await call(notificationSettingsEndpoints.subscribePush, { body }, { fallback });
}

/** The browser's subscription; a new one if the server has new keys. */
async function subscriptionWith(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    const old = await manager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return manager.subscribe(options);
  }
}
