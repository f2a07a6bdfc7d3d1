import { setTimeout as sleep } from "node:timers/promises";

import { AdapterError } from "#core/adapter-error.ts";
import { after, second } from "#core/time.ts";
import { deliveryChanged } from "#modules/publishing/realtime-messages.ts";
import { backoffSeconds, defaultRetryPolicy } from "#modules/publishing/rules/retry-policy.ts";

import {
  changeUnfinished,
  type DeliveryChange,
  type DeliveryRow,
  findInProgress,
  noRetry,
} from "../queries.ts";
import type { Delivery } from "./delivery.ts";

/** Resets the count of failed attempts after progress. */
export type Progressed = () => Promise<void>;

/**
 * Repeats `attempt` after temporary failures, with growing delays. Stores what happened and when the next attempt
 * begins, so that the creator sees it and can begin it at once. Throws the last error when no attempts are left.
 */
export async function withRetry<T>(
  delivery: Delivery,
  attempt: (progressed: Progressed) => Promise<T>,
): Promise<T> {
  const { dependencies, stop, id } = delivery;
  const { log, retryPolicy: policy = defaultRetryPolicy } = dependencies;
  let failures = await failuresBefore(delivery);
  for (;;) {
    stop.throwIfAborted();
    try {
      return await attempt(async () => {
        if (failures === 0) return;
        await show(delivery, () => noRetry);
        failures = 0;
      });
    } catch (error) {
      stop.throwIfAborted();
      if (!(error instanceof AdapterError)) log.warn({ err: error, deliveryId: id }, "Delivery step failed");
      const failure = error instanceof AdapterError ? error : unexpected(error);
      if (failure.kind !== "retry") throw failure;
      failures += 1;
      const { code, retryAfterSeconds } = failure;
      const seconds = backoffSeconds({ failures, retryAfterSeconds, random: Math.random() }, policy);
      if (seconds === null) throw failure;
      log.info({ deliveryId: id, code, failures, seconds }, "Delivery step will be retried");
      await waitForAttempt(delivery, { code, failures, milliseconds: seconds * policy.secondInMilliseconds });
    }
  }
}

/** Failed attempts before a restart of the server, after which the next attempt begins at once. */
async function failuresBefore(delivery: Delivery): Promise<number> {
  const row = await ifAvailable(delivery, () => readRow(delivery));
  if (row?.retryAt) await ifAvailable(delivery, () => show(delivery, () => ({ retryAt: null })));
  return row?.attempt ?? 0;
}

interface Pause {
  code: string;
  failures: number;
  milliseconds: number;
}

/** Waits for the time of the next attempt, or until the creator begins it. */
async function waitForAttempt(delivery: Delivery, { code, failures, milliseconds }: Pause): Promise<void> {
  const waiting = (now: Date) => ({
    attempt: failures,
    retryCode: code,
    retryAt: after(now, milliseconds),
  });
  const stored = await ifAvailable(delivery, () => show(delivery, waiting));
  let left = milliseconds;
  while (left > 0) {
    const next = Math.min(left, second);
    await sleep(next, undefined, { signal: delivery.stop });
    left -= next;
    if (!stored) continue;
    const row = await ifAvailable(delivery, () => readRow(delivery));
    if (row?.retryAt === null) return;
  }
  if (stored) await ifAvailable(delivery, () => show(delivery, () => ({ retryAt: null })));
}

async function readRow({ dependencies, id }: Delivery): Promise<DeliveryRow | null> {
  return dependencies.read(null, (ctx) => findInProgress(ctx.tx, id));
}

async function show({ dependencies, id }: Delivery, changeAt: (now: Date) => DeliveryChange): Promise<true> {
  await dependencies.run(null, async (ctx) => {
    const row = await changeUnfinished(ctx.tx, id, changeAt(ctx.now));
    if (row) ctx.notifyClients([row.personId], deliveryChanged, { taskId: row.taskId, deliveryId: id });
  });
  return true;
}

/** Null if the database is unavailable, which may be the failure that is being retried. */
async function ifAvailable<T>({ dependencies, id }: Delivery, call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    dependencies.log.warn({ err: error, deliveryId: id }, "The state of a retry is not available");
    return null;
  }
}

/** A bug or an unavailable database. It is retried, and finally marked as failed so that the task is not stuck. */
function unexpected(cause: unknown): AdapterError {
  return new AdapterError({ kind: "retry", code: "unexpected", message: "Unexpected error", cause });
}
