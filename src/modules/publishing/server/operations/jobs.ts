import { z } from "zod";

import type { Context, ReadContext } from "#core/server/context.ts";
import { defineJob, type EnqueueOptions } from "#core/server/job.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";
import { type OperationKind, operationKinds } from "#modules/publishing/rules/operations.ts";

import type { DeliveryRow } from "../deliveries/queries.ts";
import { decryptSettings } from "../destinations/platforms.ts";
import { type DestinationRow, findDestination } from "../destinations/queries.ts";

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
  await ctx.enqueue(job, { deliveryId: delivery.id }, { ...(await uploadShare(ctx, delivery)), at });
}

/** The creator and the host whose share of the workers a job of a delivery uses. */
async function uploadShare(
  ctx: Pick<ReadContext, "tx" | "keyring">,
  { personId, destinationId }: Pick<DeliveryRow, "personId" | "destinationId">,
): Promise<Pick<EnqueueOptions, "userId" | "host">> {
  const destination = destinationId ? await findDestination(ctx.tx, destinationId) : null;
  return { userId: personId, host: destination ? destinationHost(ctx, destination) : undefined };
}

const settingsWithHost = z.object({ origin: z.url() });

/** Without readable settings, the job fails before it calls a host. */
function destinationHost({ keyring }: Pick<ReadContext, "keyring">, row: DestinationRow): string | undefined {
  const { host } = descriptors[row.kind];
  if (host !== null) return host;
  if (row.encryptedSettings === null) return undefined;
  try {
    const settings: unknown = JSON.parse(decryptSettings(keyring, row.encryptedSettings));
    return new URL(settingsWithHost.parse(settings).origin).host;
  } catch {
    return undefined;
  }
}
