import { z } from "zod";

import type { Context, ReadContext } from "#core/server/context.ts";
import { defineJob } from "#core/server/job.ts";
import { type OperationKind, operationKinds } from "#modules/publishing/rules/operations.ts";

import type { DeliveryRow } from "../queries.ts";
import { shareOf } from "./share.ts";

const ofDelivery = z.object({ deliveryId: z.uuid() });

// Failures of a platform are stored in the operation with the time of its next attempt. The jobs' own retries are for an
// unavailable database, over half an hour.
const attempts = { retries: 10, retryDelaySeconds: 2 };

/** Runs all due operations of a delivery. Concurrent runs are harmless. */
export const runUpload = defineJob({
  job: "publishing.upload",
  data: ofDelivery,
  ...attempts,
  // The largest video on a slow connection.
  expireSeconds: 23 * 60 * 60,
  concurrency: 12,
  limits: { perUser: 4, perHost: 8, perUserAndHost: 2 },
});

/** Runs the due operations of a delivery except its upload, which don't wait behind the uploads of others. */
export const runOperations = defineJob({
  job: "publishing.operate",
  data: ofDelivery,
  ...attempts,
  expireSeconds: 15 * 60,
  concurrency: 8,
  limits: { perUser: 4, perHost: 6, perUserAndHost: 2 },
});

/** Kinds of operations that don't need the slots of uploads. */
export const shortKinds = operationKinds.filter((kind) => kind !== "upload");

/** Enqueues the job that runs operations of a kind, at `at` or now. */
export async function enqueueOperation(
  ctx: Pick<Context, "enqueue"> & Pick<ReadContext, "tx" | "keyring">,
  delivery: Pick<DeliveryRow, "id" | "personId" | "destinationId">,
  { kind, at }: { kind: OperationKind; at?: Date },
): Promise<void> {
  const job = kind === "upload" ? runUpload : runOperations;
  await ctx.enqueue(job, { deliveryId: delivery.id }, { ...(await shareOf(ctx, delivery)), at });
}
