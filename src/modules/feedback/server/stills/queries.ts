import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";

import { type Reading, type Transaction } from "#core/server/database.ts";
import { maxStills } from "#modules/feedback/rules/comments.ts";
import { versions } from "#modules/review/server/tables.ts";

import { comments, frameStills } from "../tables.ts";

export interface StillFrame {
  taskId: number;
  version: number;
  frame: number;
}
type OfVersion = Omit<StillFrame, "frame">;

/** Adds a still that is to be made. False if the frame has one already, or the version has `maxStills`. */
export async function insertStill(tx: Transaction, still: StillFrame): Promise<boolean> {
  const { taskId, version, frame } = still;
  const added = await tx
    .insert(frameStills)
    .values({ taskId, version, frame })
    .onConflictDoNothing()
    .returning({ frame: frameStills.frame });
  if (added.length === 0) return false;
  const ofVersion = and(eq(frameStills.taskId, taskId), eq(frameStills.version, version));
  const tooMany = await tx
    .select({ frame: frameStills.frame })
    .from(frameStills)
    .where(ofVersion)
    .offset(maxStills)
    .limit(1);
  if (tooMany.length === 0) return true;
  await tx.delete(frameStills).where(and(ofVersion, eq(frameStills.frame, frame)));
  return false;
}

/** Frames of a version whose stills have not been made. */
export async function findMissing(tx: Reading, { taskId, version }: OfVersion): Promise<number[]> {
  const ofVersion = and(eq(frameStills.taskId, taskId), eq(frameStills.version, version));
  const rows = await tx
    .select({ frame: frameStills.frame })
    .from(frameStills)
    .where(and(ofVersion, isNull(frameStills.fileId), eq(frameStills.failed, false)))
    .orderBy(asc(frameStills.frame));
  return rows.map(({ frame }) => frame);
}

/** Records a still, or that it can't be made. False if that has been recorded before, or the still was deleted. */
export async function recordStill(
  tx: Transaction,
  still: StillFrame,
  fileId: string | null,
): Promise<boolean> {
  const { taskId, version, frame } = still;
  const ofFrame = and(
    eq(frameStills.taskId, taskId),
    eq(frameStills.version, version),
    eq(frameStills.frame, frame),
  );
  const recorded = await tx
    .update(frameStills)
    .set({ fileId, failed: fileId === null })
    .where(and(ofFrame, isNull(frameStills.fileId)))
    .returning();
  return recorded.length > 0;
}

/** Ids of the comments that begin on a frame; deleted ones included. */
export async function commentsOnFrame(
  tx: Reading,
  { taskId, version, frame }: StillFrame,
): Promise<string[]> {
  const rows = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(
      and(
        eq(comments.taskId, taskId),
        eq(comments.version, version),
        eq(comments.inFrame, frame),
        isNull(comments.parentId),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Deletes the stills of a task and returns the ids of their files, and of the comments that have one. */
export async function deleteStills(
  tx: Transaction,
  taskId: number,
): Promise<{ fileIds: string[]; commentIds: string[] }> {
  const rows = await tx
    .select({ id: comments.id })
    .from(comments)
    .innerJoin(
      frameStills,
      and(
        eq(frameStills.taskId, comments.taskId),
        eq(frameStills.version, comments.version),
        eq(frameStills.frame, comments.inFrame),
      ),
    )
    .where(and(eq(comments.taskId, taskId), isNull(comments.parentId), isNotNull(frameStills.fileId)));
  const deleted = await tx
    .delete(frameStills)
    .where(eq(frameStills.taskId, taskId))
    .returning({ fileId: frameStills.fileId });
  return {
    fileIds: deleted.map(({ fileId }) => fileId).filter((id) => id !== null),
    commentIds: rows.map(({ id }) => id),
  };
}

/** The version that a video is, and its editor; or null. */
export async function findVersionOfVideo(
  tx: Reading,
  videoId: string,
): Promise<(OfVersion & { editorId: number }) | null> {
  const [row] = await tx
    .select({ taskId: versions.taskId, version: versions.number, editorId: versions.editorId })
    .from(versions)
    .where(eq(versions.videoId, videoId));
  return row ?? null;
}

/** File id of the still of the frame that a comment, or the one it replies to, begins on; null without one. */
export async function stillOfComment(
  tx: Reading,
  { taskId, commentId }: { taskId: number; commentId: string },
): Promise<string | null> {
  const [row] = await tx
    .select({ fileId: frameStills.fileId })
    .from(comments)
    .innerJoin(
      frameStills,
      and(
        eq(frameStills.taskId, comments.taskId),
        eq(frameStills.version, comments.version),
        eq(frameStills.frame, comments.inFrame),
      ),
    )
    .where(and(eq(comments.taskId, taskId), eq(comments.id, commentId)));
  return row?.fileId ?? null;
}
