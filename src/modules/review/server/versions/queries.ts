import { and, desc, eq, getTableColumns, gt, inArray, isNull, lt, max, or, sql } from "drizzle-orm";

import { prepared, type Reading, type Transaction } from "#core/server/database.ts";
import type { Rate } from "#modules/media/rules/frames.ts";
import { type Video, videos } from "#modules/media/server/tables.ts";
import { listedVersions, unfinishedStates, type VersionState } from "#modules/review/rules/versions.ts";
import { visibleTo } from "#modules/tasks/server/access/tables.ts";
import { ownTasks, tasks } from "#modules/tasks/server/tables.ts";

import { type VersionRow, versions } from "../tables.ts";

export type { VersionRow } from "../tables.ts";

/** A version with the name, size, state and frame rate of its video; `rate` is null before it was probed. */
export type VersionWithVideo = VersionRow &
  Pick<Video, "fileName" | "bytes" | "keptFile"> & { videoState: Video["state"]; rate: Rate | null };

/** Inserts the task's next version. The caller has locked the task. */
export async function addVersion(
  tx: Transaction,
  version: Pick<VersionRow, "taskId" | "videoId" | "editorId" | "createdAt">,
): Promise<void> {
  const [last] = await tx
    .select({ number: max(versions.number) })
    .from(versions)
    .where(eq(versions.taskId, version.taskId));
  await tx.insert(versions).values({ ...version, number: (last?.number ?? 0) + 1, state: "uploading" });
}

/** Deletes a version that was not uploaded completely; its number is used again. */
export async function deleteVersion(
  tx: Transaction,
  version: Pick<VersionRow, "taskId" | "number">,
): Promise<void> {
  await tx.delete(versions).where(versionKey(version));
}

export async function findVersion(
  tx: Reading,
  version: Pick<VersionRow, "taskId" | "number">,
): Promise<VersionRow | null> {
  const [row] = await tx.select().from(versions).where(versionKey(version));
  return row ?? null;
}

/** The state of a version, and what is known of its video and its frames. */
export type VersionWithFacts = Pick<VersionRow, "state" | "videoId" | "reviewEndsAt"> &
  Pick<Video, "facts" | "renditionDone" | "keptFile"> & { videoState: Video["state"] };

const versionWithFacts = prepared("version_with_facts", (db) =>
  db
    .select({
      state: versions.state,
      videoId: versions.videoId,
      reviewEndsAt: versions.reviewEndsAt,
      facts: videos.facts,
      renditionDone: videos.renditionDone,
      keptFile: videos.keptFile,
      videoState: videos.state,
    })
    .from(versions)
    .innerJoin(videos, eq(videos.id, versions.videoId))
    .where(
      and(eq(versions.taskId, sql.placeholder("taskId")), eq(versions.number, sql.placeholder("number"))),
    ),
);

export async function findVersionWithFacts(
  tx: Reading,
  { taskId, number }: Pick<VersionRow, "taskId" | "number">,
): Promise<VersionWithFacts | null> {
  const [row] = await versionWithFacts(tx).execute({ taskId, number });
  return row ?? null;
}

export async function versionOfVideo(tx: Transaction, videoId: string): Promise<VersionRow | null> {
  const [row] = await tx.select().from(versions).where(eq(versions.videoId, videoId));
  return row ?? null;
}

/** The task that an upload is the next version of, and who uploads it. */
export async function taskOfUpload(tx: Reading, videoId: string) {
  const [row] = await tx
    .select({ task: tasks, uploaderId: versions.editorId })
    .from(versions)
    .innerJoin(tasks, eq(tasks.id, versions.taskId))
    .where(and(eq(versions.videoId, videoId), eq(versions.state, "uploading")));
  return row ?? null;
}

/** Whether the video is a version of one of the user's tasks and its review window has not ended at `now`. */
export async function isInReviewFor(
  tx: Reading,
  shown: { videoId: string; personId: number; now: Date },
): Promise<boolean> {
  const { videoId, personId, now } = shown;
  const [row] = await tx
    .select({ number: versions.number })
    .from(versions)
    .innerJoin(tasks, eq(tasks.id, versions.taskId))
    .where(
      and(
        eq(versions.videoId, videoId),
        visibleTo(personId),
        or(isNull(versions.reviewEndsAt), gt(versions.reviewEndsAt, now)),
      ),
    );
  return row !== undefined;
}

/** The task's newest version in one of `states`. */
export async function newestVersionIn(
  tx: Reading,
  taskId: number,
  states: readonly VersionState[],
): Promise<VersionRow | null> {
  const [row] = await tx
    .select()
    .from(versions)
    .where(and(eq(versions.taskId, taskId), inArray(versions.state, [...states])))
    .orderBy(desc(versions.number))
    .limit(1);
  return row ?? null;
}

/** The version that is being uploaded or prepared, or null. */
export function findUnfinished(tx: Reading, taskId: number): Promise<VersionRow | null> {
  return newestVersionIn(tx, taskId, unfinishedStates);
}

/** Versions in one of `states`, only those before number `before` if it is given. */
export async function versionsIn(
  tx: Transaction,
  taskId: number,
  states: readonly VersionState[],
  before?: number,
): Promise<VersionRow[]> {
  const older = before === undefined ? undefined : lt(versions.number, before);
  return tx
    .select()
    .from(versions)
    .where(and(eq(versions.taskId, taskId), inArray(versions.state, [...states]), older));
}

export async function changeVersion(
  tx: Transaction,
  version: Pick<VersionRow, "taskId" | "number">,
  change: Partial<Omit<VersionRow, "taskId" | "number">>,
): Promise<void> {
  await tx.update(versions).set(change).where(versionKey(version));
}

/** The newest 100 versions of a task, newest first, followed by the one with this number if it is older. */
export async function listVersions(
  tx: Reading,
  taskId: number,
  number: number | null = null,
): Promise<VersionWithVideo[]> {
  const newest = sql`(select max(newest.number) from ${versions} newest where newest.task_id = ${taskId})`;
  const listed = sql`${versions.number} > ${newest} - ${listedVersions}`;
  return tx
    .select({
      ...getTableColumns(versions),
      fileName: videos.fileName,
      bytes: videos.bytes,
      keptFile: videos.keptFile,
      videoState: videos.state,
      rate: sql<Rate | null>`${videos.facts} -> 'video' -> 'rate'`,
    })
    .from(versions)
    .innerJoin(videos, eq(videos.id, versions.videoId))
    .where(
      and(eq(versions.taskId, taskId), number === null ? listed : or(eq(versions.number, number), listed)),
    )
    .orderBy(desc(versions.number));
}

function versionKey({ taskId, number }: Pick<VersionRow, "taskId" | "number">) {
  return and(eq(versions.taskId, taskId), eq(versions.number, number));
}

/** Versions after `last` of the user's tasks, and versions that the user uploaded to any task. */
export async function listVersionsOfUser(
  tx: Reading,
  query: { personId: number; last: Pick<VersionRow, "taskId" | "number"> | null; limit: number },
) {
  const { personId, last } = query;
  const { videoId: _video, editorId: _editor, ...shown } = getTableColumns(versions);
  const after = last && sql`(${versions.taskId}, ${versions.number}) > (${last.taskId}, ${last.number})`;
  return tx
    .select({ ...shown, fileName: videos.fileName, bytes: videos.bytes })
    .from(versions)
    .innerJoin(videos, eq(videos.id, versions.videoId))
    .innerJoin(tasks, eq(tasks.id, versions.taskId))
    .where(and(or(ownTasks(personId), eq(versions.editorId, personId)), after ?? undefined))
    .orderBy(versions.taskId, versions.number)
    .limit(query.limit);
}
export type VersionOfUser = Awaited<ReturnType<typeof listVersionsOfUser>>[number];
