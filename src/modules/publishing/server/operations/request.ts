import type { Context } from "#core/server/context.ts";
import { additionKinds, type OperationKind } from "#modules/publishing/rules/operations.ts";
import { readTask } from "#modules/tasks/server/public/tasks.ts";

import { deliveriesOfTask, type DeliveryRow } from "../deliveries/queries.ts";
import { endPause } from "../destinations/pauses.ts";
import { listCaptions, listPlaylistEntries } from "../details/queries.ts";
import { enqueueOperation } from "./jobs.ts";
import { followers } from "./order.ts";
import { isDone, listOperations, saveRequest } from "./queries.ts";

interface Requested {
  kind: OperationKind;
  key?: string;
  /** The operation runs at this time or later. */
  at?: Date;
}

/** Requests an operation of a delivery, also if it has run or failed before. */
export async function requestOperation(
  ctx: Context,
  delivery: DeliveryRow,
  { kind, key, at }: Requested,
): Promise<void> {
  await saveRequest(ctx.tx, { deliveryId: delivery.id, kind, key }, at ?? ctx.now);
  await enqueueOperation(ctx, delivery, { kind, at });
}

/** Starts or continues a delivery at its step, now. */
export async function continueSteps(ctx: Context, delivery: DeliveryRow): Promise<void> {
  if (delivery.step === "done") return;
  await endPause(ctx.tx, delivery.destinationId);
  await requestOperation(ctx, delivery, { kind: delivery.step });
}

/**
 * Requests what an operation of this kind makes possible. The job that has run it goes on with what is due. `delivery` is the
 * row after it.
 */
export async function requestFollowers(
  ctx: Context,
  delivery: DeliveryRow,
  kind: OperationKind,
): Promise<void> {
  for (const next of followers(kind)) {
    for (const { key, at } of await startRequests(ctx, delivery, next)) {
      await saveRequest(ctx.tx, { deliveryId: delivery.id, kind: next, key }, at ?? ctx.now);
      if (at) await enqueueOperation(ctx, delivery, { kind: next, at });
    }
  }
}

/**
 * Requests the captions and playlist entries of a task that its uploaded videos don't have: those that were never requested, and
 * with `again` those that have failed or wait for their next attempt.
 */
export async function requestAdditions(
  ctx: Context,
  taskId: number,
  { again }: { again: boolean },
): Promise<void> {
  for (const delivery of await deliveriesOfTask(ctx.tx, taskId)) {
    if (delivery.platformVideoId === null) continue;
    const rows = await listOperations(ctx.tx, [delivery.id], additionKinds);
    const existingKeys = new Set(rows.filter((row) => !again || isDone(row)).map(({ key }) => key));
    for (const kind of additionKinds) {
      for (const one of await startRequests(ctx, delivery, kind)) {
        if (!existingKeys.has(one.key ?? "")) await requestOperation(ctx, delivery, one);
      }
    }
  }
}

/** Keys of a delivery's operations of one kind: a track per caption file, an entry per playlist of its channel. */
async function startRequests(
  ctx: Context,
  { taskId, destinationId, publishAt, publicAt, thumbnailFileId }: DeliveryRow,
  kind: OperationKind,
): Promise<Requested[]> {
  const { tx } = ctx;
  if (kind === "caption") {
    const inOrder = (await listCaptions(tx, taskId)).toSorted((one, other) => +one.addedAt - +other.addedAt);
    return inOrder.map(({ id }) => ({ kind, key: id }));
  }
  if (kind === "playlist") {
    const entries = await listPlaylistEntries(tx, taskId);
    const destinationEntries = entries.filter((entry) => entry.destinationId === destinationId);
    return destinationEntries.map(({ playlistId }) => ({ kind, key: playlistId }));
  }
  if (kind === "confirm") return publishAt && !publicAt ? [{ kind, at: publishAt }] : [];
  if (kind === "details") {
    // A thumbnail that had to wait for the processing is sent as one that is changed later.
    const { thumbnailFileId: wanted } = await readTask(ctx, taskId);
    return wanted === null || wanted === thumbnailFileId ? [] : [{ kind }];
  }
  return [{ kind }];
}
