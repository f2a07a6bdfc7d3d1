import { AdapterError } from "#core/adapter-error.ts";
import { type JobWorker, worker } from "#core/server/job.ts";
import { type OperationKind, operationKinds } from "#modules/publishing/rules/operations.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { nextDue } from "../operation-queries.ts";
import { pauseOf } from "../pauses.ts";
import { findDelivery } from "../queries.ts";
import { enqueueOperation, runOperations, runUpload, shortKinds } from "./jobs.ts";
import { caption } from "./kinds/caption.ts";
import { confirm } from "./kinds/confirm.ts";
import { details } from "./kinds/details.ts";
import { discard } from "./kinds/discard.ts";
import { playlist } from "./kinds/playlist.ts";
import { processing } from "./kinds/processing.ts";
import { publish } from "./kinds/publish.ts";
import { thumbnail } from "./kinds/thumbnail.ts";
import type { Operation, OperationWork, Outcome } from "./operation.ts";
import { postponeUntil, record, resetFailures } from "./record.ts";
import { createUploadStates, type UploadStates } from "./upload/states.ts";
import { upload } from "./upload/upload.ts";

const works: Record<OperationKind, OperationWork> = {
  ...{ upload, thumbnail, publish, processing, confirm, caption, playlist, details, discard },
};

/** The workers that run operations, each in its own slots. */
export function operationWorkers(dependencies: PublishingDependencies): JobWorker[] {
  const uploads = createUploadStates();
  return [
    worker(runUpload, ({ deliveryId }, signal) =>
      operate({ dependencies, deliveryId, kinds: operationKinds, uploads, signal }),
    ),
    worker(runOperations, async ({ deliveryId }, signal) => {
      await operate({ dependencies, deliveryId, kinds: shortKinds, uploads, signal });
      await enqueueUpload(dependencies, deliveryId);
    }),
  ];
}

/** Enqueues an upload that became due while the lock was taken: its own job has ended. */
async function enqueueUpload({ run }: PublishingDependencies, deliveryId: string): Promise<void> {
  await run(null, async (ctx) => {
    const due = await nextDue(ctx.tx, { deliveryId, kinds: ["upload"] }, ctx.now);
    const delivery = due && (await findDelivery(ctx.tx, deliveryId));
    if (delivery) await enqueueOperation(ctx, delivery, due);
  });
}

export interface Run {
  dependencies: PublishingDependencies;
  deliveryId: string;
  kinds: readonly OperationKind[];
  uploads: UploadStates;
  signal: AbortSignal;
}

/** The name of the lock of the worker that runs the operations of a delivery. */
export function operationsLock(deliveryId: string): string {
  return `publishing.operations:${deliveryId}`;
}

/**
 * Runs the due operations of a delivery, one after the other, until none is due. A stop or kill at any point loses nothing.
 * Throws the signal's reason when stopped.
 */
export async function operate(run: Run): Promise<void> {
  const { dependencies, deliveryId, signal } = run;
  while (await readDue(run)) {
    const lock = await dependencies.lock(operationsLock(deliveryId));
    // Who has it looks again once it is released.
    if (!lock) return;
    try {
      await runDue(run, AbortSignal.any([signal, lock.lost]));
    } finally {
      await lock.release();
    }
  }
}

async function runDue(run: Run, stop: AbortSignal): Promise<void> {
  for (;;) {
    stop.throwIfAborted();
    const due = await readDue(run);
    if (!due) return;
    const { dependencies, uploads } = run;
    if (due.pause) {
      await postponeUntil(dependencies, due.delivery, due.pause);
      continue;
    }
    const ended = new AbortController();
    const operation: Operation = {
      ...{ row: due.row, delivery: due.delivery, now: due.now, dependencies, uploads, ended },
      stop: AbortSignal.any([stop, ended.signal]),
      progressed: () => resetFailures(dependencies, due),
    };
    const outcome = await attempt(operation);
    // The queue passes the job to another worker, which continues from the rows.
    stop.throwIfAborted();
    if (!ended.signal.aborted) await record(operation, works[due.row.kind], outcome);
  }
}

async function readDue({ dependencies, deliveryId, kinds }: Run) {
  return dependencies.read(null, async (ctx) => {
    const row = await nextDue(ctx.tx, { deliveryId, kinds }, ctx.now);
    const delivery = row && (await findDelivery(ctx.tx, deliveryId));
    if (!delivery) return null;
    return { row, delivery, pause: await pauseOf(ctx.tx, delivery.destinationId, ctx.now), now: ctx.now };
  });
}

async function attempt(operation: Operation): Promise<Outcome> {
  const { row, stop, dependencies } = operation;
  try {
    return await works[row.kind].run(operation);
  } catch (error) {
    if (error instanceof AdapterError) return { kind: "failed", error };
    if (!stop.aborted) dependencies.log.warn({ err: error, operation: row }, "An operation has failed");
    return { kind: "failed", error: unexpected(error) };
  }
}

/** A bug or an unavailable database. It is retried, and finally marked as failed so that the task is not stuck. */
function unexpected(cause: unknown): AdapterError {
  return new AdapterError({ kind: "retry", code: "unexpected", message: "Unexpected error", cause });
}
