import type { BaseLogger } from "pino";

import type { Push } from "#adapters/push/push.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { Read, ReadContext, Run } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import { type JobWorker, worker } from "#core/server/job.ts";
import { mergedPushPayload, pushPayload } from "#modules/notifications/rules/push.ts";

import { mergePush, sendPush } from "../job-definitions.ts";
import { findSettings } from "../settings-queries.ts";
import { countAllUnread } from "../unread.ts";
import { sendMergedPush } from "./enqueue.ts";
import { deleteSubscription, findSubscription, findUnread } from "./queries.ts";
import { readKeys, vapidKeys } from "./subscriptions.ts";

export interface PushWorkerDependencies {
  run: Run;
  read: Read;
  push: Push;
  log: Pick<BaseLogger, "warn">;
}

/** Sends the merged push messages of users. */
export function mergedPushWorker({ run }: Pick<PushWorkerDependencies, "run">): JobWorker {
  return worker(mergePush, ({ personId }) => run(null, (ctx) => sendMergedPush(ctx, personId)));
}

/** Sends one message to one browser, and deletes the subscription if the push service says that it has ended. */
export function pushWorker({ run, read, push, log }: PushWorkerDependencies): JobWorker {
  return worker(sendPush, async (ids, signal) => {
    const { notificationId, subscriptionId } = ids;
    const pending = await read(null, (ctx) => pendingPush(ctx, ids));
    if (!pending) return;
    const keys = pending.known ?? (await run(null, (ctx) => vapidKeys(ctx, push)));
    const payload = JSON.stringify(pending.payload);
    const topic = notificationId === null ? "notifications" : `notification-${notificationId}`;
    try {
      await push.send({ subscription: pending.subscription, keys, payload, topic, signal });
    } catch (error) {
      if (!(error instanceof AdapterError) || error.kind !== "permanent") throw error;
      if (error.code === "push_subscription_gone")
        await run(null, ({ tx }) => deleteSubscription(tx, subscriptionId));
      else log.warn({ err: error, notificationId }, "A push service rejected a notification.");
    }
  });
}

/** A message with what is unread now; null once nothing is, its kind is off or the subscription has ended. */
async function pendingPush(
  ctx: ReadContext,
  { notificationId, subscriptionId }: { notificationId: number | null; subscriptionId: number },
) {
  const { tx } = ctx;
  const subscription = await findSubscription(tx, subscriptionId);
  if (!subscription) return null;
  const { personId, keys } = subscription;
  const settings = await findSettings(tx, personId);
  const wanted = { personId, id: notificationId, kindsOff: settings.pushOff };
  const notification = settings.push ? await findUnread(tx, wanted) : null;
  if (!notification) return null;
  const [{ notifications: count, messages }, known] = await together([
    countAllUnread(ctx, personId),
    readKeys(ctx),
  ]);
  const unread = count + messages;
  const payload =
    notificationId === null
      ? mergedPushPayload(notification, { count, unread })
      : pushPayload(notification, unread);
  return { subscription: keys, payload, known };
}
