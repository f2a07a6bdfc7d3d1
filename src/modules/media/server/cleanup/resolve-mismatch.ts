import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Context } from "#core/server/context.ts";
import { after } from "#core/time.ts";
import { isDiscarded } from "#modules/media/rules/video-states.ts";

import { removeStoredFiles, removeVideo } from "../deletion/jobs.ts";
import { keptKeys } from "../deletion/kept-objects.ts";
import { lockFile, updateFile } from "../deletion/queries.ts";
import { isStoreEmpty } from "../preparation/check-original.ts";
import { type RepairResult, repairVideo } from "../preparation/repair.ts";
import type { StoredFile, Video } from "../tables.ts";
import { refuseFile } from "../uploads/file-digests.ts";
import { requestVerification } from "../uploads/verify-files.ts";
import { trackKey, fileKey, posterKey } from "../videos/object-keys.ts";
import { dropKeptObjects, findVideo, type KeptReferences, lockVideo } from "../videos/queries.ts";
import type { Mismatch } from "./survey.ts";

/** `orphan`: stored objects that no row needs, which a job removes. */
export type Resolution = RepairResult | "orphan";

/** Time without changes after which objects count as orphans, in milliseconds. */
export interface OrphanAges {
  /** Of discarded videos and files. */
  discarded: number;
  /** Without a row. */
  unknown: number;
}

/**
 * Checks a mismatch again with its row locked, and repairs it. Objects are removed by the same jobs as in every
 * deletion, which read the row once more.
 */
export async function resolveMismatch(
  ctx: Context,
  storage: ObjectStorage,
  mismatch: Mismatch,
  ages: OrphanAges,
): Promise<Resolution> {
  return mismatch.kind === "video"
    ? resolveVideo(ctx, storage, mismatch, ages)
    : resolveFile(ctx, storage, mismatch, ages);
}

async function resolveVideo(
  ctx: Context,
  storage: ObjectStorage,
  { id, newest }: Mismatch,
  ages: OrphanAges,
): Promise<Resolution> {
  const video = await findVideo(ctx.tx, id);
  if (!video || isDiscarded(video)) {
    if (video) await dropMissing(ctx, storage, video);
    if (!isOld(ctx, newest, video ? ages.discarded : ages.unknown)) return "intact";
    await ctx.enqueue(removeVideo, { videoId: id });
    return "orphan";
  }
  const locked = await lockVideo(ctx, id, ["preparing", "ready"]);
  return locked ? repairVideo(ctx, storage, locked) : "intact";
}

/** Removes the references of a discarded video to kept objects that are not stored. */
async function dropMissing(ctx: Context, storage: ObjectStorage, video: Video): Promise<void> {
  for (const key of keptKeys(video)) {
    if (!(await storage.stat(key))) await dropKeptObjects(ctx.tx, video.id, withoutObject(video, key));
  }
}

function withoutObject({ id, captions, sounds }: Video, key: string): KeptReferences {
  if (key === posterKey(id)) return { posterDone: null };
  const isKey = ({ file }: { file: string }) => key === trackKey(id, file);
  if (captions?.some(isKey)) return { captions: null };
  return sounds?.some(isKey) ? { sounds: null } : { keptFile: null };
}

async function resolveFile(
  ctx: Context,
  storage: ObjectStorage,
  { id, newest }: Mismatch,
  ages: OrphanAges,
): Promise<Resolution> {
  const file = await lockFile(ctx.tx, id);
  if (!file || file.state === "removing" || file.state === "damaged") {
    const nothingStored = file !== null && newest === null;
    const old = nothingStored || isOld(ctx, newest, file ? ages.discarded : ages.unknown);
    if (!old) return "intact";
    await ctx.enqueue(removeStoredFiles, { fileIds: [id] });
    return "orphan";
  }
  if (file.state !== "kept" && file.state !== "lost") return "intact";
  const stored = (await storage.stat(fileKey(id))) !== null;
  if (stored === (file.state === "kept")) return "intact";
  if (!stored && (await isStoreEmpty(storage))) return "store_empty";
  await changeFile(ctx, file, stored);
  return stored ? "intact" : "lost";
}

/** A resumable upload whose object is back is verified again. */
async function changeFile(ctx: Context, file: StoredFile, stored: boolean): Promise<void> {
  if (file.owner === null) return updateFile(ctx.tx, file.id, { state: stored ? "kept" : "lost" });
  if (!stored) return refuseFile(ctx, file, "lost");
  await updateFile(ctx.tx, file.id, { state: "verifying" });
  await requestVerification(ctx, file);
}

function isOld(ctx: Context, newest: Date | null, age: number): boolean {
  return newest !== null && newest <= after(ctx.now, -age);
}
