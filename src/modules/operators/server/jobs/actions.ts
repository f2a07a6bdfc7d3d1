import type { Context, ReadContext } from "#core/server/context.ts";
import { second } from "#core/time.ts";
import { cancelPreparation } from "#modules/media/server/public/cancel-preparation.ts";
import { type Activity, jobError } from "#modules/operators/contract/jobs.ts";
import { isCancellable } from "#modules/publishing/rules/recovery-actions.ts";
import { cancelAnyDelivery } from "#modules/publishing/server/public/cancel-delivery.ts";
import { platformName } from "#modules/publishing/server/public/platform-name.ts";

import type { OperatorsDependencies } from "../dependencies.ts";
import { logAction } from "../log/log.ts";
import { listPreparations, listRunningDeliveries } from "./queries.ts";

const listed = 100;

/** Running preparations and deliveries, with the time left at the mean rate so far. */
export async function listActivities(ctx: ReadContext): Promise<Activity[]> {
  const preparations = await listPreparations(ctx.tx, listed);
  const running = await listRunningDeliveries(ctx.tx, listed);
  return [
    ...preparations.map((video): Activity => {
      const { id, taskId, bytes, account: owner, receivedAt, createdAt, prepared } = video;
      const about = {
        id,
        kind: "preparation",
        taskId,
        owner,
        destination: null,
        bytes,
        cancellable: true,
      } as const;
      return Object.assign(about, activityProgress(ctx, receivedAt ?? createdAt, prepared));
    }),
    ...running.map((delivery): Activity => {
      const { id, taskId, account: owner, bytes, confirmedBytes } = delivery;
      const destination = platformName(delivery.kind);
      const cancellable = isCancellable(delivery);
      const about = { id, kind: "delivery", taskId, owner, destination, bytes, cancellable } as const;
      const done = bytes === 0 ? 0 : confirmedBytes / bytes;
      return Object.assign(
        about,
        activityProgress(ctx, delivery.sessionStartedAt ?? delivery.startedAt, done),
      );
    }),
  ];
}

function activityProgress({ now }: ReadContext, startedAt: Date, done: number) {
  const progress = Math.min(1, Math.max(0, done));
  const seconds = (now.getTime() - startedAt.getTime()) / second;
  const isMeasurable = progress > 0.01 && progress < 1 && seconds > 1;
  const secondsLeft = isMeasurable ? Math.round((seconds * (1 - progress)) / progress) : null;
  return { progress, startedAt: startedAt.toISOString(), secondsLeft };
}

/** Cancels the preparation of a video. Fails with the errors of `cancelPreparation`. */
export async function cancelVideoPreparation(ctx: Context, videoId: string): Promise<void> {
  const { accountId } = await cancelPreparation(ctx, videoId);
  await logAction(ctx, "cancel_preparation", { subjectId: accountId });
}

/** Cancels a delivery as its creator can. Fails with the errors of `cancelAnyDelivery`. */
export async function cancelRunningDelivery(ctx: Context, deliveryId: string): Promise<void> {
  const { personId } = await cancelAnyDelivery(ctx, deliveryId);
  await logAction(ctx, "cancel_delivery", { subjectId: personId });
}

/** Runs a failed job again, or cancels one that waits or has failed; 404 `job_not_found` if there is none. */
export async function changeJob(
  ctx: Context,
  { jobInspection }: Pick<OperatorsDependencies, "jobInspection">,
  { action, queue, jobId }: { action: "retry" | "cancel"; queue: string; jobId: string },
): Promise<void> {
  if (!(await jobInspection[action](ctx.tx, queue, jobId))) throw jobError("job_not_found");
  await logAction(ctx, action === "retry" ? "retry_job" : "cancel_job", { detail: queue });
}
