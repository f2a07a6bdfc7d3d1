import type { AdapterError } from "#core/adapter-error.ts";
import type { Context } from "#core/server/context.ts";
import { after } from "#core/time.ts";
import { backoff, stepPolicy } from "#modules/publishing/rules/retry-policy.ts";
import { lockTask } from "#modules/tasks/server/public/tasks.ts";

import { notifyOfDelivery } from "../deliveries/notify-publishers.ts";
import type { DeliveryRow } from "../deliveries/queries.ts";
import type { PublishingDependencies } from "../dependencies.ts";
import { type Pause, pauseDestination } from "../destinations/pauses.ts";
import { enqueueOperation } from "./jobs.ts";
import type { Operation, OperationWork, Outcome } from "./operation.ts";
import { changeOperation, noFailure, type OperationChange, type OperationRow, postpone } from "./queries.ts";

/** Stores the outcome of an attempt, when the next one begins, and what both mean for the delivery. */
export async function record(operation: Operation, work: OperationWork, outcome: Outcome): Promise<void> {
  const { dependencies, row, delivery } = operation;
  const { kind } = row;
  const { id, taskId } = delivery;
  if (outcome.kind === "failed") {
    const { code, message } = outcome.error;
    dependencies.log.info({ deliveryId: id, kind, code, attempt: row.attempt + 1 }, message);
  }
  await dependencies.run(null, async (ctx) => {
    // First, as every change of the creator does.
    await lockTask(ctx, taskId);
    await outcome.record?.(ctx);
    const change = changeAfter(operation, work, outcome, ctx.now);
    const isLast = await changeOperation(ctx.tx, row, change);
    const { nextAttemptAt, problemCode } = change;
    if (outcome.kind === "failed" && isLast && nextAttemptAt === null) {
      await work.fail?.(ctx, delivery, problemCode ?? "", dependencies);
    }
    if (nextAttemptAt && nextAttemptAt > ctx.now) {
      await pause(ctx, operation, outcome);
      await enqueueOperation(ctx, delivery, { kind, at: nextAttemptAt });
    }
    await notifyOfDelivery(ctx, delivery);
  });
}

/** Errors after which a platform wants no other request either. A used-up quota is that of some calls only. */
const pausing = new Set(["rate_limited", "unavailable"]);

/** Milliseconds for which the platform wants no further requests; 0 if it has not said so. */
function pauseAfter(
  { code, retryAfterSeconds = 0 }: AdapterError,
  { dependencies: { retryPolicy = stepPolicy } }: Operation,
): number {
  return pausing.has(code) ? retryAfterSeconds * retryPolicy.secondInMilliseconds : 0;
}

async function pause({ tx, now }: Context, operation: Operation, outcome: Outcome): Promise<void> {
  const { destinationId } = operation.delivery;
  if (destinationId === null || outcome.kind === "done" || !outcome.error) return;
  const { code: problemCode } = outcome.error;
  const wait = pauseAfter(outcome.error, operation);
  if (wait > 0) await pauseDestination(tx, destinationId, { until: after(now, wait), problemCode });
}

/** Delays what is due at a paused destination, without an attempt. */
export async function postponeUntil(
  { run }: Pick<PublishingDependencies, "run">,
  delivery: DeliveryRow,
  paused: Pause,
): Promise<void> {
  await run(null, async (ctx) => {
    const kinds = await postpone(ctx.tx, delivery.id, paused);
    for (const kind of new Set(kinds)) await enqueueOperation(ctx, delivery, { kind, at: paused.until });
    await notifyOfDelivery(ctx, delivery);
  });
}

type Change = OperationChange & Pick<OperationRow, "nextAttemptAt" | "problemCode">;

function changeAfter(operation: Operation, work: OperationWork, outcome: Outcome, now: Date): Change {
  const { revision, attempt } = operation.row;
  if (outcome.kind === "done") {
    return { ...noFailure, doneRevision: revision, doneAt: now, nextAttemptAt: null };
  }
  if (outcome.kind === "later") {
    const { attempt: counted = 0, problemCode = null, error: refusal } = outcome;
    const wait = Math.max(outcome.wait, refusal ? pauseAfter(refusal, operation) : 0);
    return { attempt: counted, problemCode, nextAttemptAt: after(now, wait) };
  }
  const { error } = outcome;
  const failures = attempt + 1;
  const policy = work.retry(error, { ...stepPolicy, ...operation.dependencies.retryPolicy });
  const wait = policy && backoff(error, { failures, random: Math.random() }, policy);
  return wait === null
    ? { attempt: failures, problemCode: work.toProblemCode?.(error) ?? error.code, nextAttemptAt: null }
    : { attempt: failures, problemCode: error.code, nextAttemptAt: after(now, wait) };
}

/** Stores that an attempt makes progress: the failures before it no longer count. */
export async function resetFailures(
  { run }: Pick<PublishingDependencies, "run">,
  { row, delivery }: { row: OperationRow; delivery: DeliveryRow },
): Promise<void> {
  if (row.attempt === 0) return;
  // The outcome of this attempt counts from here.
  row.attempt = 0;
  await run(null, async (ctx: Context) => {
    if (await changeOperation(ctx.tx, row, noFailure)) await notifyOfDelivery(ctx, delivery);
  });
}
