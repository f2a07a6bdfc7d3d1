import type { Context } from "#core/server/context.ts";
import { clearAttempts } from "#core/server/rate-limit/queries.ts";
import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import { after } from "#core/time.ts";
import { mergedPushLimit } from "#modules/notifications/rules/limits.ts";

import { mergePush, sendPush } from "../job-definitions.ts";
import { listSubscriptions } from "./queries.ts";

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
  const wait = await countAttempts(ctx, [{ key: keyOf(personId), limit: mergedPushLimit }]);
  if (wait !== null) return;
  await ctx.enqueue(mergePush, { personId }, { at: after(ctx.now, mergedPushLimit.window) });
}

/**
 * Sends the message that `enqueueMergedPush` has announced. It ends the window first, which waits for transactions that
 * rely on this message: their notifications are in it, and later ones enqueue the next.
 */
export async function sendMergedPush(ctx: Context, personId: number): Promise<void> {
  await clearAttempts(ctx.tx, [keyOf(personId)]);
  const browsers = await listSubscriptions(ctx.tx, personId);
  await enqueuePush(ctx, personId, { browsers, notificationId: null });
}

const keyOf = (personId: number) => `merged-push:to:${personId}`;
