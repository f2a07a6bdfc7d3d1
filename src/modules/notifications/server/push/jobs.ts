import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";
import type { Context, ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { clearAttempts } from "#core/server/rate-limit/queries.ts";
import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import { after } from "#core/time.ts";
import { presentKind } from "#modules/notifications/rules/kinds/index.ts";
import { mergedPushLimit } from "#modules/notifications/rules/limits.ts";
import { mergedPushPayload, pushPayload } from "#modules/notifications/rules/push.ts";

import type { NotificationsDependencies } from "../dependencies.ts";
import { findReader } from "../inbox/reader.ts";
import { countAllUnread } from "../inbox/unread.ts";
import { retryPolicy } from "../limits/retry-policy.ts";
import { findSettings } from "../settings/queries.ts";
import { deleteSubscription, findSubscription, findUnread, listSubscriptions } from "./queries.ts";
import { readKeys, vapidKeys } from "./subscriptions.ts";

const pushIds = z.object({ notificationId: z.number().nullable(), subscriptionId: z.number() });
type PushIds = z.infer<typeof pushIds>;

/** Sends a notification, or a message about all unread ones, to one browser, whose push service may not answer. */
const sendPush = defineJob({
  ...retryPolicy,
  expireSeconds: 15,
  concurrency: 8,
  limits: { perUser: 2, perHost: 6 },
  job: "notifications.push",
  data: pushIds,
});

/** Sends one push message about all unread notifications to the browsers of a user. */
export const mergePush = defineJob({
  ...retryPolicy,
  job: "notifications.merge_push",
  data: z.object({ personId: z.number() }),
});

/** Enqueues a push message to each browser of a user: a notification, or null for one message about all unread ones. */
export async function enqueuePush(
  ctx: Context,
  personId: number,
  message: { browsers: readonly { id: number; endpoint: string }[]; notificationId: number | null },
): Promise<void> {
  const { browsers, notificationId } = message;
  for (const { id, endpoint } of browsers) {
    const ids = { notificationId, subscriptionId: id };
    await ctx.enqueue(sendPush, ids, { userId: personId, host: new URL(endpoint).host });
  }
}

/** Enqueues one push message about all unread notifications, unless one waits already. */
export async function enqueueMergedPush(ctx: Context, personId: number): Promise<void> {
  const wait = await countAttempts(ctx, [{ key: mergedPushKey(personId), limit: mergedPushLimit }]);
  if (wait !== null) return;
  await ctx.enqueue(mergePush, { personId }, { at: after(ctx.now, mergedPushLimit.window) });
}

/**
 * Sends the message that `enqueueMergedPush` has announced. It ends the window first, which waits for transactions that
 * rely on this message: their notifications are in it, and later ones enqueue the next.
 */
async function sendMergedPush(ctx: Context, personId: number): Promise<void> {
  await clearAttempts(ctx.tx, [mergedPushKey(personId)]);
  const browsers = await listSubscriptions(ctx.tx, personId);
  await enqueuePush(ctx, personId, { browsers, notificationId: null });
}

const mergedPushKey = (personId: number) => `merged-push:to:${personId}`;

type Dependencies = Pick<NotificationsDependencies, "run" | "read" | "push" | "log">;

export function pushJobs(dependencies: Dependencies): JobWorker[] {
  const { run } = dependencies;
  return [
    worker(sendPush, (ids, signal) => send(dependencies, ids, signal)),
    worker(mergePush, ({ personId }) => run(null, (ctx) => sendMergedPush(ctx, personId))),
  ];
}

/** Sends one message to one browser, and deletes the subscription if the push service says that it has ended. */
async function send(
  { run, read, push, log }: Dependencies,
  ids: PushIds,
  signal: AbortSignal,
): Promise<void> {
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
}

/** A message with what is unread now; null once nothing is, its kind is off or the subscription has ended. */
async function pendingPush(ctx: ReadContext, { notificationId, subscriptionId }: PushIds) {
  const { tx } = ctx;
  const subscription = await findSubscription(tx, subscriptionId);
  if (!subscription) return null;
  const { personId, keys } = subscription;
  const settings = await findSettings(tx, personId);
  const wanted = { personId, id: notificationId, kindsOff: settings.pushOff };
  const notification = settings.push ? await findUnread(tx, wanted) : null;
  if (!notification) return null;
  const [{ notifications: count, total: unread }, known] = await together([
    countAllUnread(ctx, personId),
    readKeys(ctx),
  ]);
  const reader = await findReader(ctx, personId);
  const content = presentKind(notification, reader);
  const payload =
    notificationId === null
      ? mergedPushPayload(content, { count, unread, role: reader.role })
      : pushPayload({ id: notification.id, ...content }, unread);
  return { subscription: keys, payload, known };
}
