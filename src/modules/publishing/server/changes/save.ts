import type { Context, ReadContext } from "#core/server/context.ts";
import { changesError, detailsChanged, type PublishedChanges } from "#modules/publishing/contract/changes.ts";
import { publishingError } from "#modules/publishing/contract/publishing.ts";
import { isPublishTimeAllowed, type Visibility } from "#modules/publishing/rules/progress.ts";
import { isCompleted } from "#modules/tasks/rules/stages.ts";
import {
  changePublishedDetails,
  lockTaskFor,
  taskFor,
  type TaskRow,
} from "#modules/tasks/server/public/tasks.ts";

import { notifyOfDelivery } from "../deliveries/notify-publishers.ts";
import { changeDelivery, deliveriesOfTask, type DeliveryRow } from "../deliveries/queries.ts";
import { endPause } from "../destinations/pauses.ts";
import type { PlatformAccess } from "../destinations/platforms.ts";
import { readOperations } from "../details/present-operations.ts";
import { isDone, listOperations } from "../operations/queries.ts";
import { requestOperation } from "../operations/request.ts";

/** Details of a published video that the creator can change. */
export interface PublishedDetails {
  taskId: number;
  title: string;
  description: string;
  tags: string[];
  visibility: Visibility;
  publishAt?: string | undefined;
  /** The id of a received file; the thumbnail stays without one, because platforms can't remove it. */
  thumbnailFileId: string | undefined;
}

export async function readChanges(
  ctx: ReadContext,
  taskId: number,
  platforms: PlatformAccess,
): Promise<PublishedChanges> {
  return presentChanges(ctx, await requirePublished(ctx, await taskFor(ctx, taskId, "publish")), platforms);
}

/** Saves details of a published video, and sends them to all destinations that have it. */
export async function saveChanges(
  ctx: Context,
  details: PublishedDetails,
  platforms: PlatformAccess,
): Promise<PublishedChanges> {
  const { taskId, visibility, publishAt: _, ...saved } = details;
  const task = await lockTaskFor(ctx, taskId, "publish");
  const deliveries = await requirePublished(ctx, task);
  const publishAt = changedPublishTime(details, deliveries, ctx.now);
  await changePublishedDetails(ctx, task, saved);
  for (const { id } of deliveries) {
    const delivery = await changeDelivery(ctx.tx, id, { visibility, publishAt });
    await requestOperation(ctx, delivery, { kind: "details" });
    if (publishAt) await requestOperation(ctx, delivery, { kind: "confirm", at: publishAt });
    await notifyOfDelivery(ctx, delivery);
  }
  await ctx.emit(detailsChanged, { taskId });
  return readChanges(ctx, taskId, platforms);
}

/** Sends again what has failed or waits for its next attempt. */
export async function resendChanges(
  ctx: Context,
  taskId: number,
  platforms: PlatformAccess,
): Promise<PublishedChanges> {
  const deliveries = await requirePublished(ctx, await lockTaskFor(ctx, taskId, "publish"));
  const ids = deliveries.map(({ id }) => id);
  const unsent = (await listOperations(ctx.tx, ids, ["details"])).filter((row) => !isDone(row));
  if (unsent.length === 0) throw changesError("nothing_to_send");
  for (const delivery of deliveries) {
    if (!unsent.some(({ deliveryId }) => deliveryId === delivery.id)) continue;
    await endPause(ctx.tx, delivery.destinationId);
    await requestOperation(ctx, delivery, { kind: "details" });
    await notifyOfDelivery(ctx, delivery);
  }
  return readChanges(ctx, taskId, platforms);
}

/** Checks before a thumbnail is received that the task's video is published. */
export async function admitChanges(ctx: ReadContext, taskId: number): Promise<void> {
  await requirePublished(ctx, await taskFor(ctx, taskId, "publish"));
}

/** The deliveries of a published task whose video is on its platform. */
async function requirePublished(
  ctx: ReadContext,
  { id, stage }: TaskRow,
): Promise<[DeliveryRow, ...DeliveryRow[]]> {
  const rows = await deliveriesOfTask(ctx.tx, id);
  const [leading, ...others] = rows.filter(
    ({ step, platformVideoId }) => step === "done" && platformVideoId !== null,
  );
  if (!leading || !isCompleted(stage)) throw changesError("not_published");
  return [leading, ...others];
}

/** The time of a video that is still scheduled: unchanged or allowed. Null for one that gets its visibility now. */
function changedPublishTime(
  { visibility, publishAt }: PublishedDetails,
  deliveries: readonly DeliveryRow[],
  now: Date,
): Date | null {
  if (publishAt === undefined) return null;
  if (!deliveries.every((row) => isScheduled(row, now))) throw changesError("not_scheduled");
  const time = new Date(publishAt);
  const unchanged = deliveries.every((row) => row.publishAt?.getTime() === time.getTime());
  if (visibility === "public" && (unchanged || isPublishTimeAllowed(time, now))) return time;
  const { message } = publishingError("publish_time");
  throw publishingError("publish_time", { issues: [{ path: "publishAt", message }] });
}

/** The visibility of a published video and the state of its changes. `deliveries` are those that have it. */
async function presentChanges(
  ctx: ReadContext,
  deliveries: readonly [DeliveryRow, ...DeliveryRow[]],
  platforms: PlatformAccess,
): Promise<PublishedChanges> {
  const [leading] = deliveries;
  const { rows, present } = await readOperations(ctx, deliveries, ["details"], platforms);
  return {
    visibility: leading.visibility,
    publishAt: isScheduled(leading, ctx.now) ? (leading.publishAt?.toISOString() ?? null) : null,
    deliveries: deliveries.flatMap((delivery) => {
      const row = rows.find(({ deliveryId }) => deliveryId === delivery.id);
      return row ? [present(delivery, row)] : [];
    }),
  };
}

/** Whether the video is private until a time that has not come. */
function isScheduled({ publishAt, publicAt }: DeliveryRow, now: Date): boolean {
  return publishAt !== null && publishAt > now && publicAt === null;
}
