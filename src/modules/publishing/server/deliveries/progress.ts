import type { ReadContext } from "#core/server/context.ts";
import { after, second } from "#core/time.ts";
import type {
  DeliveryProgress,
  Progress,
  PublishingStatus,
  RetryState,
} from "#modules/publishing/contract/deliveries.ts";
import { publishingError } from "#modules/publishing/contract/publishing.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";
import { stepKinds } from "#modules/publishing/rules/operations.ts";
import { currentProblem } from "#modules/publishing/rules/problem-codes.ts";
import { describeFailure, interruptionMessage } from "#modules/publishing/rules/problems.ts";
import { overdueAfter, percentSent, stageOfStep, stallSeconds } from "#modules/publishing/rules/progress.ts";
import { isCancellable } from "#modules/publishing/rules/recovery-actions.ts";
import { stepPolicy } from "#modules/publishing/rules/retry-policy.ts";
import { publishingStatus } from "#modules/publishing/rules/status.ts";
import { approvedVersion } from "#modules/review/server/public/review.ts";
import { taskFor } from "#modules/tasks/server/public/tasks.ts";

import { platformName, type PlatformAccess } from "../destinations/platforms.ts";
import { type DestinationRow, destinationsOfDeliveries, isConnected } from "../destinations/queries.ts";
import { isWaiting, type OperationRow, listOperations } from "../operations/queries.ts";
import { deliveriesOfTask, type DeliveryRow } from "./queries.ts";

export type Platform = PlatformAccess & { sandbox: boolean };

/** The progress of a task's deliveries. 404 `not_started` if the approved version has none. */
export async function readProgress(ctx: ReadContext, taskId: number, platform: Platform): Promise<Progress> {
  const { title, abilities } = await taskFor(ctx, taskId, "publish");
  const version = await approvedVersion(ctx, taskId);
  const all = await deliveriesOfTask(ctx.tx, taskId);
  const rows = all.filter(
    (row) => version === null || row.step === "done" || row.videoId === version.videoId,
  );
  const deliveries = await presentDeliveries(ctx, rows, platform);
  const [leading] = deliveries;
  if (!leading) throw publishingError("not_started");
  const sandbox = platform.sandbox && rows.some(({ kind }) => descriptors[kind].sandboxed);
  return { task: { id: taskId, title }, abilities, deliveries, leadingId: leading.deliveryId, sandbox };
}

/** The publishing status of the actor's task. */
export async function readStatus(ctx: ReadContext, taskId: number): Promise<PublishingStatus> {
  const { stage } = await taskFor(ctx, taskId, "view");
  const version = await approvedVersion(ctx, taskId);
  const [leading] = await deliveriesOfTask(ctx.tx, taskId);
  return publishingStatus(stage, leading ?? null, version?.videoId ?? null);
}

/** The progress of deliveries, in their order. */
export async function presentDeliveries(
  { tx, now }: ReadContext,
  rows: readonly DeliveryRow[],
  platforms: PlatformAccess,
): Promise<DeliveryProgress[]> {
  const connected = await destinationsOfDeliveries(tx, rows);
  const operations = await listOperations(
    tx,
    rows.map(({ id }) => id),
    stepKinds,
  );
  return rows.map((row) => {
    const channel = connected.get(row.destinationId) ?? null;
    const operation = operations.find(({ deliveryId, kind }) => deliveryId === row.id && kind === row.step);
    const platform = platformName(platforms, row, channel);
    return presentDelivery(row, { operation: operation ?? null, channel, platform, now });
  });
}

interface Presented {
  /** The operation of the current step. */
  operation: OperationRow | null;
  channel: DestinationRow | null;
  platform: string;
  now: Date;
}

function presentDelivery(
  row: DeliveryRow,
  { operation, channel, platform, now }: Presented,
): DeliveryProgress {
  const stage = stageOfStep[row.step];
  const { problemCode } = row;
  return {
    ...listInterruptions(row, { operation, platform, now }),
    ...deliveryProblem(row, platform, channel),
    deliveryId: row.id,
    kind: row.kind,
    stage: problemCode === null ? stage : "ERROR",
    failedStage: problemCode === null ? null : stage,
    percent: row.step === "upload" ? percentSent(row.sentBytes, row.bytes) : 100,
    sentBytes: row.sentBytes,
    confirmedBytes: row.confirmedBytes,
    totalBytes: row.bytes,
    thumbnailSent: row.thumbnailFileId !== null && !row.skipThumbnail,
    videoId: row.platformVideoId,
    watchUrl: row.watchUrl,
    channel: channel && presentChannel(channel),
    visibility: row.visibility,
    publishAt: row.publicAt === null ? (row.publishAt?.toISOString() ?? null) : null,
    overdue: isOverdue(row, now),
    shownVisibility: row.shownVisibility,
    cancellable: isCancellable(row),
  };
}

/** A scheduled video should be public by the second time that the platform is asked. */
function isOverdue({ step, publishAt, publicAt }: DeliveryRow, now: Date): boolean {
  return step === "done" && publishAt !== null && publicAt === null && after(publishAt, overdueAfter) <= now;
}

type Interruptions = Pick<DeliveryProgress, "stalledSeconds" | "retry" | "processing">;

/** The reason why a running delivery waits. */
function listInterruptions(
  row: DeliveryRow,
  { operation, platform, now }: Pick<Presented, "operation" | "platform" | "now">,
): Interruptions {
  if (row.problemCode !== null || row.step === "done") {
    return { stalledSeconds: null, retry: null, processing: null };
  }
  return {
    stalledSeconds: operation && isWaiting(operation, now) ? null : stalledSeconds(row, now),
    retry: operation && operationRetry(operation, platform, now),
    processing: row.step === "processing" ? processingState(row) : null,
  };
}

type Problem = Pick<DeliveryProgress, "headline" | "problem" | "cancelled" | "recoveryActions" | "feedback">;

/** The problem of a delivery that has ended without a publication. */
function deliveryProblem(
  { problemCode, step }: DeliveryRow,
  platform: string,
  channel: DestinationRow | null,
): Problem {
  if (problemCode === null) {
    return { headline: null, problem: null, cancelled: false, recoveryActions: [], feedback: "" };
  }
  return describeFailure(currentProblem(problemCode, isConnected(channel)), step, platform);
}

export function presentChannel(row: Pick<DestinationRow, "accountId" | "title" | "pictureUrl">) {
  return { id: row.accountId, title: row.title, pictureUrl: row.pictureUrl };
}

function stalledSeconds({ step, sentAt, sentBytes, bytes }: DeliveryRow, now: Date): number | null {
  if (step !== "upload" || sentAt === null || sentBytes === bytes) return null;
  const seconds = Math.floor((now.getTime() - sentAt.getTime()) / second);
  return seconds >= stallSeconds ? seconds : null;
}

function operationRetry(operation: OperationRow, platform: string, now: Date): RetryState | null {
  const { attempt, problemCode, nextAttemptAt } = operation;
  if (problemCode === null) return null;
  const wait = isWaiting(operation, now) && nextAttemptAt ? nextAttemptAt.getTime() - now.getTime() : null;
  return {
    reason: interruptionMessage(problemCode, platform),
    attempt: attempt + 1,
    attempts: stepPolicy.attempts,
    inSeconds: wait && Math.ceil(wait / second),
  };
}

function processingState({ processedPercent, processingSince, startedAt }: DeliveryRow) {
  return { percent: processedPercent, since: (processingSince ?? startedAt).toISOString() };
}
