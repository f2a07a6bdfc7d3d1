import { z } from "zod";

import type { Context } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { after, minute } from "#core/time.ts";
import type { commentWritten } from "#modules/feedback/contract/comments.ts";
import { guestLabel } from "#modules/feedback/rules/guests.ts";
import { type WrittenComment, writtenComments } from "#modules/feedback/server/public/feedback.ts";
import { type Rate, timecode } from "#modules/media/rules/frames.ts";
import { maxQuotedComments } from "#modules/notifications/rules/kinds/comments.ts";
import { excerpt } from "#modules/notifications/rules/kinds/kind.ts";
import { blockersBetween } from "#modules/people/server/public/blocks.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import { framesOfVersion } from "#modules/review/server/public/review.ts";
import { audience, lockTask, readTask } from "#modules/tasks/server/public/tasks.ts";

import type { NotificationsDependencies } from "../dependencies.ts";
import { retryPolicy } from "../limits/retry-policy.ts";
import { notify } from "../public/notifications.ts";
import { gatherComment, takeGathered } from "./queries.ts";

/** Comments on a task are gathered into one notification for this long after the first. */
const gatherFor = 5 * minute;

/** Notifies a user of the comments on a task that were gathered for them. */
const notifyOfComments = defineJob({
  ...retryPolicy,
  job: "notifications.comments",
  data: z.object({ personId: z.number(), taskId: z.number() }),
});

/** Sends the notifications of gathered comments. */
export function commentJobs({ run }: Pick<NotificationsDependencies, "run">): JobWorker[] {
  return [worker(notifyOfComments, (gathered) => run(null, (ctx) => notifyOfGathered(ctx, gathered)))];
}

/**
 * Notifies mentioned users of a new comment at once, unless one of them and the author has blocked the other. Gathers it
 * for the other members of the task.
 */
export async function notifyOfComment(
  ctx: Context,
  { taskId, commentId, authorId, memberIds, mentions }: z.output<typeof commentWritten.payload>,
): Promise<void> {
  for (const personId of memberIds) {
    if (personId === authorId) continue;
    if (mentions.includes(personId) && !(await isBlocked(ctx, personId, authorId))) {
      const [comment] = await writtenComments(ctx, taskId, [commentId]);
      if (!comment) continue;
      const [placed] = await withTimecodes(ctx, taskId, [comment]);
      if (!placed) continue;
      const task = await readTask(ctx, taskId);
      const author = await writerName(ctx, comment);
      // The title names the author.
      const data = { title: task.taskTitle, commentId, author, comment: { ...placed, author: null } };
      const about = { taskId, version: comment.version };
      await notify(ctx, { personId, senderId: authorId, ...about, kind: "mention", data });
    } else if (await gatherComment(ctx.tx, { personId, taskId }, commentId)) {
      await ctx.enqueue(notifyOfComments, { personId, taskId }, { at: after(ctx.now, gatherFor) });
    }
  }
}

/** Notifies a user of the comments gathered for them, without those deleted since, if they are still a member. */
async function notifyOfGathered(
  ctx: Context,
  { personId, taskId }: { personId: number; taskId: number },
): Promise<void> {
  const task = await lockTask(ctx, taskId);
  const comments = await writtenComments(ctx, taskId, await takeGathered(ctx.tx, { personId, taskId }));
  const [first] = comments;
  if (!first || !(await audience(ctx, task)).includes(personId)) return;
  const oneAuthor = comments.every(
    ({ authorId, guestId }) => authorId === first.authorId && guestId === first.guestId,
  );
  const guest = oneAuthor && first.guestName !== null ? guestLabel(first.guestName) : null;
  const placed = await withTimecodes(ctx, taskId, comments.slice(0, maxQuotedComments));
  const quoted: ((typeof placed)[number] & { author: string | null })[] = [];
  for (const comment of placed)
    quoted.push({ ...comment, author: oneAuthor ? null : await writerName(ctx, comment) });
  const data = {
    title: task.taskTitle,
    commentId: first.id,
    count: comments.length,
    replies: comments.filter(({ parentId }) => parentId !== null).length,
    guest,
    quoted,
  };
  const senderId = oneAuthor ? first.authorId : null;
  await notify(ctx, { personId, senderId, taskId, version: first.version, kind: "comments", data });
}

/** Comments with the timecodes of their frames; null where the frame rate is unknown, and for replies. */
async function withTimecodes(ctx: Context, taskId: number, comments: readonly WrittenComment[]) {
  const rates = new Map<number, Rate | null>();
  for (const { version: number } of comments) {
    if (rates.has(number)) continue;
    const version = await framesOfVersion(ctx, { taskId, number });
    rates.set(number, version?.frames?.rate ?? null);
  }
  return comments.map((comment) => {
    const rate = rates.get(comment.version);
    return {
      ...comment,
      text: excerpt(comment.text),
      timecode: rate && comment.inFrame !== null ? timecode(comment.inFrame, rate) : null,
    };
  });
}

async function isBlocked(ctx: Context, personId: number, authorId: number | null): Promise<boolean> {
  return authorId !== null && (await blockersBetween(ctx, personId, authorId)).length > 0;
}

async function writerName(ctx: Context, { authorId, guestName }: WrittenComment): Promise<string> {
  const card = authorId === null ? undefined : (await personCards(ctx, [authorId])).get(authorId);
  return card?.name ?? (guestName === null ? "" : guestLabel(guestName));
}
