import { notificationsPath } from "#core/paths.ts";
import type { PushPayload } from "#modules/notifications/rules/push.ts";

import type { NotificationsDependencies } from "../dependencies.ts";
import { findSubscription, listSubscriptions } from "./queries.ts";
import { vapidKeys } from "./subscriptions.ts";

/**
 * Sends a push message to all browsers of a user at once, and returns their number. Rejects with the error of the push
 * service for the first one that it refuses.
 */
export async function sendTestPush(
  { run, push }: Pick<NotificationsDependencies, "run" | "push">,
  personId: number,
): Promise<number> {
  const { keys, subscriptions } = await run(null, async (ctx) => {
    const subscriptions = [];
    for (const { id } of await listSubscriptions(ctx.tx, personId)) {
      const subscription = await findSubscription(ctx.tx, id);
      if (subscription) subscriptions.push(subscription.keys);
    }
    return { keys: await vapidKeys(ctx, push), subscriptions };
  });
  const payload: PushPayload = {
    id: null,
    title: "Push messages work",
    body: "You requested this message on the settings page of the server.",
    path: notificationsPath("YOUTUBER"),
    unread: 0,
  };
  const signal = AbortSignal.timeout(10_000);
  for (const subscription of subscriptions) {
    await push.send({ subscription, keys, payload: JSON.stringify(payload), topic: "test", signal });
  }
  return subscriptions.length;
}
