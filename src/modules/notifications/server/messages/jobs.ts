import { z } from "zod";

import type { Context } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { after } from "#core/time.ts";
import { lockUnseen } from "#modules/messages/server/public/unseen.ts";
import { excerpt } from "#modules/notifications/rules/kinds/kind.ts";
import { maxQuotedMessages, unseenFor, unseenForAgain } from "#modules/notifications/rules/messages.ts";
import { personCards } from "#modules/people/server/public/people.ts";

import type { NotificationsDependencies } from "../dependencies.ts";
import { deleteUnread } from "../inbox/queries.ts";
import { retryPolicy } from "../limits/retry-policy.ts";
import { notify, updateNotification } from "../public/notifications.ts";
import { addUnseenSender, hasUnread, takeUnseenSender } from "./queries.ts";

const betweenUsers = z.object({ personId: z.number(), senderId: z.number() });
type Between = z.infer<typeof betweenUsers>;

/** Notifies a user of the messages of another user that they have not seen. */
export const notifyOfMessages = defineJob({
  ...retryPolicy,
  job: "notifications.messages",
  data: betweenUsers,
});

/** Sends the notifications of messages that were not seen. */
export function messageJobs({ run }: Pick<NotificationsDependencies, "run">): JobWorker[] {
  return [worker(notifyOfMessages, (between) => run(null, (ctx) => notifyOfUnseen(ctx, between)))];
}

/** Enqueues the job that notifies the recipient of a message unless they see it before. */
export async function scheduleUnseenNotification(
  ctx: Context,
  { conversationId, ...between }: Between & { conversationId: number },
): Promise<void> {
  if (!(await addUnseenSender(ctx.tx, between))) return;
  const isRepeated = await hasUnread(ctx.tx, { conversationId, personId: between.personId });
  await ctx.enqueue(notifyOfMessages, between, {
    at: after(ctx.now, isRepeated ? unseenForAgain : unseenFor),
  });
}

/** Notifies a user of all messages of a sender that they have not seen, in one notification. */
async function notifyOfUnseen(ctx: Context, between: Between): Promise<void> {
  const unseen = await readUnseen(ctx, between);
  // Another run of the job has notified the user.
  if (!(await takeUnseenSender(ctx.tx, between)) || !unseen) return;
  await notify(ctx, { ...between, ...unseen, kind: "message" });
}

/** Corrects the unread notification about a conversation after a message was edited or deleted. False without one. */
export async function reviseNotification(
  ctx: Context,
  { conversationId, ...between }: Between & { conversationId: number },
): Promise<boolean> {
  const about = { conversationId, personId: between.personId };
  if (!(await hasUnread(ctx.tx, about))) return false;
  const unseen = await readUnseen(ctx, between);
  if (unseen) await updateNotification(ctx, { ...about, kind: "message", data: unseen.data });
  else await deleteUnread(ctx.tx, { ...about, kind: "message", kept: 0 });
  return true;
}

async function readUnseen(ctx: Context, { personId, senderId }: Between) {
  const unseen = await lockUnseen(ctx, { personId, senderId, quoted: maxQuotedMessages });
  if (!unseen) return null;
  const sender = (await personCards(ctx, [senderId])).get(senderId);
  if (!sender) return null;
  const { conversationId, isRequest, count, first } = unseen;
  const quoted = isRequest ? [] : first.map(({ text, images }) => ({ text: excerpt(text), images }));
  const data = { otherId: senderId, name: sender.name, isRequest, count, quoted };
  return { conversationId, data };
}
