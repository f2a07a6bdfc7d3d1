import type { BaseLogger } from "pino";

import type { Push } from "#adapters/push/push.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { Read, Run } from "#core/server/context.ts";
import { type JobWorker, worker } from "#core/server/job.ts";
import { countUnreadMessages } from "#modules/messages/server/actions.ts";
import { maxUnread } from "#modules/notifications/contract.ts";
import { sendsPush } from "#modules/notifications/rules/kinds.ts";
import { pushPayload } from "#modules/notifications/rules/push.ts";

import { sendPush } from "../job-definitions.ts";
import { countUnread } from "../queries.ts";
import { findSettings } from "../settings-queries.ts";
import { deleteSubscription, findPendingPush } from "./queries.ts";
import { readKeys, vapidKeys } from "./subscriptions.ts";

export interface PushWorkerDependencies {
  run: Run;
  read: Read;
  push: Push;
  log: Pick<BaseLogger, "warn">;
}

/** Sends one notification to one browser, and deletes the subscription if the push service says that it has ended. */
export function pushWorker({ run, read, push, log }: PushWorkerDependencies): JobWorker {
  return worker(sendPush, async ({ notificationId, subscriptionId }, signal) => {
    const pending = await read(null, async (ctx) => {
      const { tx } = ctx;
      const found = await findPendingPush(tx, { notificationId, subscriptionId });
      if (
        !found ||
        !sendsPush(await findSettings(tx, found.notification.personId), found.notification.kind)
      ) {
        return null;
      }
      const { personId } = found.notification;
      const unread =
        (await countUnread(tx, personId, maxUnread)) + (await countUnreadMessages(ctx, personId));
      return { ...found, unread, known: await readKeys(ctx) };
    });
    if (!pending) return;
    const { notification, subscription, unread, known } = pending;
    const keys = known ?? (await run(null, (ctx) => vapidKeys(ctx, push)));
    const payload = JSON.stringify(pushPayload(notification, unread));
    try {
      await push.send({ subscription, keys, payload, topic: `notification-${notificationId}`, signal });
    } catch (error) {
      if (!(error instanceof AdapterError) || error.kind !== "permanent") throw error;
      if (error.code === "push_subscription_gone")
        await run(null, ({ tx }) => deleteSubscription(tx, subscriptionId));
      else log.warn({ err: error, notificationId }, "A push service rejected a notification.");
    }
  });
}
