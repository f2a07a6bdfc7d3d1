import { AdapterError } from "#core/adapter-error.ts";
import { type JobWorker, worker } from "#core/server/job.ts";
import { type OperationKind, operationKinds } from "#modules/publishing/rules/operations.ts";

import { findDelivery } from "../deliveries/queries.ts";
import type { PublishingDependencies } from "../dependencies.ts";
import { withAccess } from "../destinations/access.ts";
import { findPause } from "../destinations/pauses.ts";
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
import { nextDue } from "./queries.ts";
import { postponeUntil, record, resetFailures } from "./record.ts";
import { createUploadStates, type UploadStates } from "./upload/states.ts";
import { upload } from "./upload/upload.ts";

const works: Record<OperationKind, OperationWork> = {
  upload,
  thumbnail,
  publish,
  processing,
  confirm,
  caption,
  playlist,
  details,
  discard,
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
      const longUpload = { dependencies, deliveryId, kinds: ["upload"] } as const;
      // Its own job has ended if it became due while the lock was taken.
      if (await hasDue(longUpload)) await enqueueUpload(longUpload);
    }),
  ];
}

async function enqueueUpload({ dependencies, deliveryId }: Due): Promise<void> {
  await dependencies.run(null, async (ctx) => {
    const delivery = await findDelivery(ctx.tx, deliveryId);
    if (delivery) await enqueueOperation(ctx, delivery, { kind: "upload" });
  });
}

/** The operations of these kinds that are due at a delivery. */
interface Due {
  dependencies: PublishingDependencies;
  deliveryId: string;
  kinds: readonly OperationKind[];
}

interface Run extends Due {
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
  while (await hasDue(run)) {
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
      row: due.row,
      delivery: due.delivery,
      now: due.now,
      dependencies,
      uploads,
      ended,
      stop: AbortSignal.any([stop, ended.signal]),
      call: (purpose, call) => withAccess(dependencies, due.delivery.destinationId, purpose, call),
      progressed: () => resetFailures(dependencies, due),
    };
    const outcome = await attempt(operation);
    // The queue passes the job to another worker, which continues from the rows.
    stop.throwIfAborted();
    if (!ended.signal.aborted) await record(operation, works[due.row.kind], outcome);
  }
}

async function hasDue({ dependencies, deliveryId, kinds }: Due): Promise<boolean> {
  const next = await dependencies.read(null, (ctx) => nextDue(ctx.tx, { deliveryId, kinds }, ctx.now));
  return next !== null;
}

async function readDue({ dependencies, deliveryId, kinds }: Due) {
  return dependencies.read(null, async (ctx) => {
    const row = await nextDue(ctx.tx, { deliveryId, kinds }, ctx.now);
    const delivery = row && (await findDelivery(ctx.tx, deliveryId));
    if (!delivery) return null;
    return { row, delivery, pause: await findPause(ctx.tx, delivery.destinationId, ctx.now), now: ctx.now };
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
