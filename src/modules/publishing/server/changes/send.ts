import { z } from "zod";

import type { VideoState } from "#adapters/video-platform/video-resource.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { Context, ReadContext } from "#core/server/context.ts";
import { defineJob } from "#core/server/job.ts";
import { after } from "#core/time.ts";
import { deliveryChanged } from "#modules/publishing/realtime-messages.ts";
import { videoDeleted, visibilityRefused } from "#modules/publishing/rules/problem-codes.ts";
import { isRetriedChange, problemCodeOf } from "#modules/publishing/rules/problems.ts";
import { backoffSeconds, defaultRetryPolicy } from "#modules/publishing/rules/retry-policy.ts";
import { readTask, type TaskRow } from "#modules/tasks/server/actions.ts";

import { hasRequestedVisibility, shownIn } from "../deliveries/processing.ts";
import { readThumbnailFile, visibilityOf } from "../deliveries/publish.ts";
import { shareOf } from "../deliveries/share.ts";
import type { PublishingDependencies } from "../dependencies.ts";
import { withAccess } from "../destinations/access.ts";
import { changeDelivery, type DeliveryRow, findDelivery } from "../queries.ts";
import { changeChanges, type ChangesRow, findDue, noProblem } from "./queries.ts";

/** Sends the last saved details of a published video to one destination. Repeated runs are harmless. */
export const sendChanges = defineJob({
  job: "publishing.send-changes",
  data: z.object({ deliveryId: z.uuid() }),
  // A failure of the platform enqueues the next attempt; these retries are for an unavailable database and a busy lock.
  retries: 5,
  retryDelaySeconds: 10,
  expireSeconds: 15 * 60,
  concurrency: 4,
  limits: { perUser: 2, perHost: 3 },
});

/** The name of the lock of the worker that sends changes. */
export function changesLock(deliveryId: string): string {
  return `publishing.changes:${deliveryId}`;
}

/** The job's worker. Sends until the last save was sent or its problem is stored. */
export async function workChanges(dependencies: PublishingDependencies, deliveryId: string): Promise<void> {
  const lock = await dependencies.lock(changesLock(deliveryId));
  if (!lock)
    throw new AdapterError({ kind: "retry", code: "unavailable", message: "Another worker is sending." });
  try {
    for (;;) {
      const unsent = await dependencies.read(null, (ctx) => readUnsent(ctx, deliveryId));
      if (!unsent) return;
      const outcome = await send(dependencies, unsent);
      await dependencies.run(null, (ctx) => record(ctx, unsent, outcome, dependencies));
    }
  } finally {
    await lock.release();
  }
}

interface Unsent {
  changes: ChangesRow;
  delivery: DeliveryRow;
  task: TaskRow;
  now: Date;
}

/** The revision is read before the details: those of a save in between are sent once more, not taken for sent. */
async function readUnsent(ctx: ReadContext, deliveryId: string): Promise<Unsent | null> {
  const changes = await findDue(ctx.tx, deliveryId, ctx.now);
  const delivery = changes && (await findDelivery(ctx.tx, deliveryId));
  if (!delivery) return null;
  return { changes, delivery, task: await readTask(ctx, delivery.taskId), now: ctx.now };
}

interface Outcome {
  /** What the platform reports of the video after the change; null if it was not changed. */
  state: VideoState | null;
  /** The thumbnail that the video has. */
  thumbnailFileId: string | null;
  problem: AdapterError | null;
}

async function send(dependencies: PublishingDependencies, unsent: Unsent): Promise<Outcome> {
  const outcome: Outcome = { state: null, thumbnailFileId: unsent.changes.thumbnailFileId, problem: null };
  try {
    outcome.state = await sendDetails(dependencies, unsent);
    await sendThumbnail(dependencies, unsent);
    outcome.thumbnailFileId = unsent.task.thumbnailFileId;
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    outcome.problem = error;
  }
  return outcome;
}

/** Sends texts and visibility, and reads back what the video then has. */
async function sendDetails(
  dependencies: PublishingDependencies,
  { delivery, task: { title, description, tags }, now }: Unsent,
): Promise<VideoState> {
  const videoId = delivery.platformVideoId;
  if (videoId === null) throw deletedVideo();
  // An omitted time would keep the scheduled one.
  const change = { title, description, tags, publishAt: null, ...visibilityOf(delivery, now) };
  try {
    return await withAccess(dependencies, delivery.destinationId, "other", async (access, platform) => {
      await platform.updateVideo(access, videoId, change);
      const state = await platform.video(access, videoId);
      if (state === null) throw deletedVideo();
      return state;
    });
  } catch (error) {
    throw error instanceof AdapterError && error.code === "video_not_found" ? deletedVideo() : error;
  }
}

async function sendThumbnail(
  dependencies: PublishingDependencies,
  { changes, delivery, task: { thumbnailFileId } }: Unsent,
): Promise<void> {
  const videoId = delivery.platformVideoId;
  if (videoId === null || thumbnailFileId === null || thumbnailFileId === changes.thumbnailFileId) return;
  const thumbnail = await readThumbnailFile(dependencies, thumbnailFileId);
  await withAccess(dependencies, delivery.destinationId, "other", (access, platform) =>
    platform.setThumbnail(access, videoId, thumbnail),
  );
}

function deletedVideo(): AdapterError {
  return new AdapterError({ kind: "permanent", code: videoDeleted, message: "The video was deleted." });
}

/** Stores the outcome, and enqueues the next attempt after a temporary failure. */
async function record(
  ctx: Context,
  { changes, delivery }: Unsent,
  { state, thumbnailFileId, problem }: Outcome,
  { retryPolicy = defaultRetryPolicy }: Pick<PublishingDependencies, "retryPolicy">,
): Promise<void> {
  const { deliveryId, revision, attempt } = changes;
  if (state) await changeDelivery(ctx.tx, deliveryId, shownIn(delivery, state, ctx.now));
  await changeChanges(ctx.tx, { deliveryId }, { thumbnailFileId });
  const refused = state !== null && !hasRequestedVisibility(delivery, state);
  const wait = problem && waitAfter(problem, attempt + 1, retryPolicy);
  const retryAt = wait === null ? null : after(ctx.now, wait);
  const result = problem
    ? { attempt: attempt + 1, problemCode: retryAt ? problem.code : problemCodeOf(problem), retryAt }
    : refused
      ? { ...noProblem, problemCode: visibilityRefused }
      : { ...noProblem, sentRevision: revision, sentAt: ctx.now };
  const isLast = await changeChanges(ctx.tx, { deliveryId, revision }, result);
  if (isLast && retryAt) {
    await ctx.enqueue(sendChanges, { deliveryId }, { ...(await shareOf(ctx, delivery)), at: retryAt });
  }
  ctx.notifyClients([delivery.personId], deliveryChanged, { taskId: delivery.taskId, deliveryId });
}

/** Milliseconds until the next attempt; null when the creator has to act. */
function waitAfter(
  problem: AdapterError,
  failures: number,
  policy: typeof defaultRetryPolicy,
): number | null {
  if (!isRetriedChange(problem)) return null;
  const { retryAfterSeconds } = problem;
  const seconds = backoffSeconds({ failures, retryAfterSeconds, random: Math.random() }, policy);
  return seconds === null ? null : seconds * policy.secondInMilliseconds;
}
