import type { Thumbnail } from "#adapters/video-platform/video.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { storedFile } from "#modules/media/server/actions.ts";
import { deliveryChanged, thumbnailUploaded } from "#modules/publishing/realtime-messages.ts";
import { readTask } from "#modules/tasks/server/actions.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { withAccess } from "../destinations/access.ts";
import { uploadDetails } from "../details/video-details.ts";
import { changeInProgress, type DeliveryRow, noProcessing } from "../queries.ts";
import type { Delivery } from "./delivery.ts";

/** Sets the task's thumbnail, if it has one and the user has not skipped it. */
export async function setThumbnail(delivery: Delivery, row: DeliveryRow): Promise<void> {
  const { dependencies } = delivery;
  const { id, taskId } = row;
  const thumbnail = row.skipThumbnail ? null : await readThumbnail(dependencies, taskId);
  if (thumbnail) {
    const videoId = platformVideoOf(row);
    await withAccess(dependencies, row.destinationId, "publishing", (access, platform) =>
      platform.setThumbnail(access, videoId, thumbnail),
    );
  }
  await dependencies.run(null, async (ctx) => {
    if (await changeInProgress(ctx.tx, row, { step: "publish" })) {
      ctx.notifyClients([row.personId], thumbnailUploaded, { taskId, deliveryId: id });
    }
  });
}

/** Sets the video's details and visibility. The platform's processing decides whether it is published. */
export async function publish(delivery: Delivery, row: DeliveryRow): Promise<void> {
  const { dependencies } = delivery;
  const { id, taskId } = row;
  const videoId = platformVideoOf(row);
  const { details, now } = await dependencies.read(null, async (ctx) => ({
    ...(await uploadDetails(ctx, taskId)),
    now: ctx.now,
  }));
  const change = { ...details, ...visibilityOf(row, now) };
  await withAccess(dependencies, row.destinationId, "publishing", (access, platform) =>
    platform.updateVideo(access, videoId, change),
  );
  await dependencies.run(null, async (ctx) => {
    const processing = { ...noProcessing, processingSince: ctx.now, checkAt: ctx.now };
    if (!(await changeInProgress(ctx.tx, row, { step: "processing", ...processing }))) return;
    ctx.notifyClients([row.personId], deliveryChanged, { taskId, deliveryId: id });
  });
}

/** A scheduled video stays private until its time; a time that has passed during the upload means now. */
export function visibilityOf({ visibility, publishAt }: DeliveryRow, now: Date) {
  if (publishAt === null || publishAt <= now) return { privacy: visibility };
  return { privacy: "private" as const, publishAt };
}

async function readThumbnail(dependencies: PublishingDependencies, taskId: number) {
  const { thumbnailFileId } = await dependencies.read(null, (ctx) => readTask(ctx, taskId));
  return thumbnailFileId === null ? null : readThumbnailFile(dependencies, thumbnailFileId);
}

/** The thumbnail with this file id. Throws `thumbnail_missing`. */
export async function readThumbnailFile(
  { read, storage }: Pick<PublishingDependencies, "read" | "storage">,
  thumbnailFileId: string,
): Promise<Thumbnail> {
  const file = await read(null, (ctx) => storedFile(ctx, thumbnailFileId)).catch(throwMissing);
  const chunks: Uint8Array[] = [];
  for await (const chunk of await storage.read(file.key).catch(throwMissing))
    chunks.push(chunk as Uint8Array);
  const type = file.type === "image/png" ? ("image/png" as const) : ("image/jpeg" as const);
  return { body: Buffer.concat(chunks), type };
}

/** Throws `thumbnail_missing` if the row or the storage does not have the file; other errors pass unchanged. */
function throwMissing(error: unknown): never {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code !== "not_found" && code !== "missing") throw error;
  throw new AdapterError({
    kind: "needs-user",
    code: "thumbnail_missing",
    message: "The thumbnail is not in storage.",
  });
}

function platformVideoOf(row: DeliveryRow): string {
  if (row.platformVideoId === null) throw new Error("The delivery has no uploaded video.");
  return row.platformVideoId;
}
