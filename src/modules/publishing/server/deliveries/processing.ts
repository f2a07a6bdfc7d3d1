import { z } from "zod";

import type { VideoState } from "#adapters/video-platform/video-resource.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { Context } from "#core/server/context.ts";
import { defineJob } from "#core/server/job.ts";
import { after } from "#core/time.ts";
import { deliveryChanged, publishVideo } from "#modules/publishing/realtime-messages.ts";
import { visibilityRefused } from "#modules/publishing/rules/problem-codes.ts";
import { problemCodeOf } from "#modules/publishing/rules/problems.ts";
import { unlistedAfter, untilNextCheck } from "#modules/publishing/rules/processing.ts";
import { lockTask } from "#modules/tasks/server/actions.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { withAccess } from "../destinations/access.ts";
import { changeInProgress, type DeliveryRow, findInProgress } from "../queries.ts";
import { confirmPublic } from "./confirm-public.ts";
import { markFailed } from "./mark-failed.ts";
import { settleTask } from "./settle.ts";
import { shareOf } from "./share.ts";

/** Asks the platform whether it has processed the video. Enqueued again until it has. */
export const checkProcessing = defineJob({
  job: "publishing.check-processing",
  data: z.object({ deliveryId: z.uuid() }),
  // A check that was lost is enqueued again by `publishing.resume`.
  retries: 2,
  retryDelaySeconds: 10,
  expireSeconds: 120,
  concurrency: 4,
  limits: { perUser: 2, perHost: 3 },
});

/** Follows the processing if a check is due: another one may have been made since the job was enqueued. */
export async function checkIfDue(dependencies: PublishingDependencies, id: string): Promise<void> {
  const due = await dependencies.read(null, async (ctx) => {
    const checkAt = (await findInProgress(ctx.tx, id))?.checkAt;
    return checkAt !== null && checkAt !== undefined && checkAt <= ctx.now;
  });
  if (due) await followProcessing(dependencies, id);
}

/**
 * Asks the platform about the video that it processes. Marks the delivery published once the video is processed and has
 * the requested visibility, failed if the platform will not show it, else enqueues the next check.
 */
export async function followProcessing(dependencies: PublishingDependencies, id: string): Promise<void> {
  const { read, run } = dependencies;
  const row = await read(null, (ctx) => findInProgress(ctx.tx, id));
  if (row?.step !== "processing" || row.platformVideoId === null) return;
  const answer = await ask(dependencies, row, row.platformVideoId);
  await run(null, async (ctx) => {
    const outcome = outcomeOf(row, answer, ctx.now);
    if (outcome.kind === "failed") {
      const { code, shownVisibility = null } = outcome;
      await changeInProgress(ctx.tx, row, { shownVisibility });
      await markFailed(ctx, row, code, dependencies);
    }
    if (outcome.kind === "published") await markPublished(ctx, row, outcome.state);
    if (outcome.kind === "pending") await checkAgain(ctx, row, outcome.percent);
  });
}

/** The state of the video, null if the platform does not list it; or the error of the question. */
async function ask(
  dependencies: PublishingDependencies,
  { destinationId }: DeliveryRow,
  videoId: string,
): Promise<VideoState | null | AdapterError> {
  try {
    return await withAccess(dependencies, destinationId, "publishing", (access, platform) =>
      platform.video(access, videoId),
    );
  } catch (error) {
    if (error instanceof AdapterError) return error;
    throw error;
  }
}

type Outcome =
  | { kind: "pending"; percent: number | null }
  | { kind: "failed"; code: string; shownVisibility?: VideoState["privacy"] }
  | { kind: "published"; state: VideoState };

function outcomeOf(row: DeliveryRow, answer: VideoState | null | AdapterError, now: Date): Outcome {
  if (answer instanceof AdapterError) {
    return answer.kind === "retry"
      ? { kind: "pending", percent: null }
      : { kind: "failed", code: problemCodeOf(answer) };
  }
  if (answer === null) {
    const unlisted = now.getTime() - (row.processingSince ?? now).getTime() >= unlistedAfter;
    return unlisted ? { kind: "failed", code: "platform_deleted" } : { kind: "pending", percent: null };
  }
  if (answer.problem) return { kind: "failed", code: `platform_${answer.problem.code}` };
  if (answer.uploadStatus !== "processed") return { kind: "pending", percent: percentOf(answer) };
  if (!hasRequestedVisibility(row, answer)) {
    return { kind: "failed", code: visibilityRefused, shownVisibility: answer.privacy };
  }
  return { kind: "published", state: answer };
}

function percentOf({ processing }: VideoState): number | null {
  const { partsProcessed, partsTotal } = processing ?? {};
  if (!partsTotal || partsProcessed === null || partsProcessed === undefined) return null;
  return Math.min(99, Math.floor((partsProcessed / partsTotal) * 100));
}

/** A scheduled video is private with its time until then, and public afterwards. */
export function hasRequestedVisibility({ visibility, publishAt }: DeliveryRow, state: VideoState): boolean {
  if (state.privacy === visibility) return true;
  return publishAt !== null && state.privacy === "private" && state.publishAt !== null;
}

/** The columns for the visibility that the platform reports of a processed video. */
export function shownIn({ visibility, publicAt }: DeliveryRow, state: VideoState, now: Date) {
  return {
    shownVisibility: state.publishAt ? visibility : state.privacy,
    publicAt: state.privacy === "public" ? (publicAt ?? now) : null,
  };
}

async function markPublished(ctx: Context, row: DeliveryRow, state: VideoState): Promise<void> {
  const { id, taskId, platformVideoId: videoId } = row;
  if (videoId === null) throw new Error("The delivery has no uploaded video.");
  const done = { step: "done", ...shownIn(row, state, ctx.now), finishedAt: ctx.now, checkAt: null } as const;
  await lockTask(ctx, taskId);
  if (!(await changeInProgress(ctx.tx, row, done))) return;
  if (state.publishAt) {
    const later = { userId: row.personId, at: state.publishAt };
    await ctx.enqueue(confirmPublic, { taskId, attempt: 0 }, later);
  }
  await settleTask(ctx, taskId);
  ctx.notifyClients([row.personId], publishVideo, { taskId, deliveryId: id, videoId });
}

async function checkAgain(ctx: Context, row: DeliveryRow, percent: number | null): Promise<void> {
  const { id, taskId } = row;
  const age = ctx.now.getTime() - (row.processingSince ?? ctx.now).getTime();
  const checkAt = after(ctx.now, untilNextCheck(age));
  // The platform's total may grow, and with it the percentage would fall.
  const processedPercent = Math.max(percent ?? 0, row.processedPercent ?? 0) || null;
  if (!(await changeInProgress(ctx.tx, row, { checkAt, processedPercent }))) return;
  await ctx.enqueue(checkProcessing, { deliveryId: id }, { ...(await shareOf(ctx, row)), at: checkAt });
  ctx.notifyClients([row.personId], deliveryChanged, { taskId, deliveryId: id });
}
