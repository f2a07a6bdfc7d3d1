import type { VideoState } from "#adapters/video-platform/video.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { Context } from "#core/server/context.ts";
import { publishVideo } from "#modules/publishing/realtime-messages.ts";
import { visibilityRefused } from "#modules/publishing/rules/problem-codes.ts";
import { unlistedAfter, nextCheckDelay } from "#modules/publishing/rules/processing.ts";
import { notifyPublishers } from "#modules/publishing/server/deliveries/notify-publishers.ts";
import {
  changeInProgress,
  type DeliveryRow,
  requirePlatformVideo,
} from "#modules/publishing/server/deliveries/queries.ts";

import type { Operation, OperationWork, Outcome } from "../operation.ts";
import { step } from "../policies.ts";
import { requestFollowers } from "../request.ts";
import { settleTask } from "../settle.ts";
import { hasRequestedVisibility, visibilityColumns } from "../visibility.ts";

/**
 * Asks the platform about the video that it processes, until it is processed and has the requested visibility, or the
 * platform will not show it. A platform that can't be asked is asked again.
 */
export const processing: OperationWork = { ...step, run: followProcessing };

async function followProcessing({ call, delivery, now }: Operation): Promise<Outcome> {
  const videoId = requirePlatformVideo(delivery);
  let state: VideoState | null;
  try {
    state = await call("publishing", (access, platform) => platform.video(access, videoId));
  } catch (error) {
    if (error instanceof AdapterError && error.kind === "retry") {
      return { ...pending(delivery, null, now), error };
    }
    throw error;
  }
  if (state === null) {
    const unlisted = processingAge(delivery, now) >= unlistedAfter;
    return unlisted ? failed("platform_deleted", "The video is not listed.") : pending(delivery, null, now);
  }
  if (state.problem) return failed(`platform_${state.problem}`, "The platform rejected the video.");
  if (!state.processed) return pending(delivery, state.processedPercent, now);
  if (!hasRequestedVisibility(delivery, state)) {
    const { privacy: shownVisibility } = state;
    return {
      ...failed(visibilityRefused, `The video is ${shownVisibility}.`),
      record: async ({ tx }) => void (await changeInProgress(tx, delivery, { shownVisibility })),
    };
  }
  const published = state;
  return { kind: "done", record: (ctx) => markPublished(ctx, delivery, published) };
}

type Later = Extract<Outcome, { kind: "later" }>;

function failed(code: string, message: string): Extract<Outcome, { kind: "failed" }> {
  return { kind: "failed", error: new AdapterError({ kind: "permanent", code, message }) };
}

/** Milliseconds since the platform began to process the video. */
function processingAge({ processingSince }: DeliveryRow, now: Date): number {
  return now.getTime() - (processingSince ?? now).getTime();
}

function pending(delivery: DeliveryRow, percent: number | null, now: Date): Later {
  // The platform's total may grow, and with it the percentage would fall.
  const processedPercent = Math.max(percent ?? 0, delivery.processedPercent ?? 0) || null;
  return {
    kind: "later",
    wait: nextCheckDelay(processingAge(delivery, now)),
    record: async ({ tx }) => void (await changeInProgress(tx, delivery, { processedPercent })),
  };
}

async function markPublished(ctx: Context, delivery: DeliveryRow, state: VideoState): Promise<void> {
  const { id, taskId } = delivery;
  const videoId = requirePlatformVideo(delivery);
  const done = { step: "done", ...visibilityColumns(delivery, state, ctx.now), finishedAt: ctx.now } as const;
  const next = await changeInProgress(ctx.tx, delivery, done);
  if (!next) return;
  await requestFollowers(ctx, next, "processing");
  await settleTask(ctx, taskId);
  await notifyPublishers(ctx, { taskId }, publishVideo, { taskId, deliveryId: id, videoId });
}
