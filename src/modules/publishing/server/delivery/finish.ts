import { storedFile } from "#modules/media/server/actions.ts";
import { consentRecord, published, publishVideo, thumbnailUploaded } from "#modules/publishing/contract.ts";
import { advanceTask, lockTask, noteOnTask } from "#modules/tasks/server/actions.ts";

import { withAccess } from "../connection.ts";
import { DeliveryError } from "../errors.ts";
import { changeUnderWay, type DeliveryRow } from "../store/deliveries.ts";
import type { Work } from "./delivery-row.ts";

/** Sets the task's thumbnail, if it has one and the person has not given it up. */
export async function setThumbnail(work: Work, row: DeliveryRow): Promise<void> {
  const { parts, taskId } = work;
  const picture = row.skipThumbnail ? null : await readThumbnail(work);
  if (picture) {
    const videoId = platformVideoOf(row);
    await withAccess(parts, row.personId, (access) => parts.platform.setThumbnail(access, videoId, picture));
  }
  await parts.run(null, async (ctx) => {
    if (await changeUnderWay(ctx.tx, row, { step: "publish" })) {
      ctx.notifyClients([row.personId], thumbnailUploaded, { taskId });
    }
  });
}

/** Gives the video its details and its visibility, and reads back what it really got. */
export async function publish(work: Work, row: DeliveryRow): Promise<void> {
  const { parts, taskId } = work;
  const videoId = platformVideoOf(row);
  const { task, now } = await parts.run(null, async (ctx) => ({
    task: await lockTask(ctx, taskId),
    now: ctx.now,
  }));
  const { title, description, tags, madeForKids } = task;
  const { syntheticMedia } = consentRecord.parse(row.consent);
  const change = { title, description, tags, madeForKids, syntheticMedia, ...shownAs(row, now) };
  const state = await withAccess(parts, row.personId, async (access) => {
    const updated = await parts.platform.updateVideo(access, videoId, change);
    return (await parts.platform.video(access, videoId)) ?? updated;
  });
  if (state.problem) {
    throw new DeliveryError({
      kind: "needs-user",
      code: `platform_${state.problem.code}`,
      message: state.problem.message,
    });
  }
  const watchUrl = row.watchUrl ?? parts.platform.watchUrl(videoId);
  await parts.run(null, async (ctx) => {
    const shownVisibility = state.publishAt ? row.visibility : state.privacy;
    const done = { step: "done", shownVisibility, finishedAt: ctx.now, watchUrl } as const;
    if (!(await changeUnderWay(ctx.tx, row, done))) return;
    await noteOnTask(ctx, taskId, { watchUrl });
    await advanceTask(ctx, taskId, "publish");
    await ctx.emit(published, { taskId, watchUrl });
    ctx.notifyClients([row.personId], publishVideo, { taskId, videoId });
  });
}

/** A video with a planned time stays private until then; a time that has passed during the upload is now. */
function shownAs({ visibility, publishAt }: DeliveryRow, now: Date) {
  if (publishAt === null || publishAt <= now) return { privacy: visibility };
  return { privacy: "private" as const, publishAt };
}

async function readThumbnail({ parts, taskId }: Work) {
  const { thumbnailFileId } = await parts.run(null, (ctx) => lockTask(ctx, taskId));
  if (thumbnailFileId === null) return null;
  const chunks: Uint8Array[] = [];
  const file = await parts.run(null, (ctx) => storedFile(ctx, thumbnailFileId)).catch(asMissing);
  const bytes = await parts.storage.read(file.key).catch(asMissing);
  for await (const chunk of bytes) chunks.push(chunk as Uint8Array);
  const type = file.type === "image/png" ? ("image/png" as const) : ("image/jpeg" as const);
  return { body: Buffer.concat(chunks), type };
}

/** Neither the row nor the store may have it any more; any other failure stays what it is. */
function asMissing(error: unknown): never {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code !== "not_found" && code !== "missing") throw error;
  throw new DeliveryError({
    kind: "needs-user",
    code: "thumbnail_missing",
    message: "The server has lost the thumbnail. Choose it again, or publish without one.",
  });
}

function platformVideoOf(row: DeliveryRow): string {
  if (row.platformVideoId === null) throw new Error("A video that was never uploaded can't be finished.");
  return row.platformVideoId;
}
