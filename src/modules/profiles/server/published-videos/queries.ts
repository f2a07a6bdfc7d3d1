import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";

import type { Reading } from "#core/server/database.ts";
import { people } from "#modules/people/server/tables.ts";
import { deliveries } from "#modules/publishing/server/tables.ts";
import type { Side } from "#modules/tasks/rules/stages.ts";
import { completedOnly, tasks, tasksOfSide } from "#modules/tasks/server/tables.ts";

import type { TimeCursor } from "../profiles/cursor.ts";

/** A published video that everyone can watch on the platform. */
export interface PublicVideo {
  taskId: number;
  videoId: string;
  title: string;
  watchUrl: string;
  publishedAt: Date;
  /** The thumbnail that was published with the video. */
  thumbnailFileId: string | null;
}

const columns = {
  taskId: deliveries.taskId,
  videoId: deliveries.videoId,
  title: tasks.title,
  watchUrl: deliveries.watchUrl,
  publishedAt: deliveries.publicAt,
  thumbnailFileId: tasks.thumbnailFileId,
  skipThumbnail: deliveries.skipThumbnail,
};

interface PublicVideosQuery {
  /** The creator who published the videos, or the editor who edited them. */
  personId: number;
  side: Side;
  before: TimeCursor | null;
  limit: number;
}

/** A page of the videos of a creator or an editor that the platform has confirmed to be public, newest first. */
export async function listPublicVideos(tx: Reading, query: PublicVideosQuery): Promise<PublicVideo[]> {
  return (await selectPublicVideos(tx, query)).map(present);
}

/** Public, on a page on which people can watch it. */
const watchable = and(isNotNull(deliveries.publicAt), isNotNull(deliveries.watchUrl));

/** A video that is public at several destinations is shown once: with the watch page that was public first. */
const publicFirst = sql`not exists (select from ${deliveries} as earlier where earlier.task_id = ${deliveries.taskId}
  and earlier.watch_url is not null and (earlier.public_at, earlier.id) < (${deliveries.publicAt}, ${deliveries.id}))`;

/** Those of a creator are read backwards from the index `deliveries_public_of_person`, those of an editor by their tasks. */
export function selectPublicVideos(tx: Reading, { personId, side, before, limit }: PublicVideosQuery) {
  const ofPerson = side === "creator" ? eq(deliveries.personId, personId) : tasksOfSide.editor(personId);
  const older =
    before &&
    sql`(${deliveries.publicAt}, ${deliveries.taskId}) < (${before.at.toISOString()}::timestamptz, ${before.taskId})`;
  return tx
    .select(columns)
    .from(deliveries)
    .innerJoin(tasks, eq(tasks.id, deliveries.taskId))
    .where(and(ofPerson, watchable, completedOnly, publicFirst, older ?? undefined))
    .orderBy(desc(deliveries.publicAt), desc(deliveries.taskId))
    .limit(limit);
}

/** The public video with this id of a creator whose account exists, or null. */
export async function findPublicVideo(tx: Reading, videoId: string): Promise<PublicVideo | null> {
  const [row] = await tx
    .select(columns)
    .from(deliveries)
    .innerJoin(tasks, eq(tasks.id, deliveries.taskId))
    .innerJoin(people, eq(people.id, deliveries.personId))
    .where(and(eq(deliveries.videoId, videoId), watchable, completedOnly, isNull(people.deletedAt)))
    .orderBy(deliveries.publicAt)
    .limit(1);
  return row ? present(row) : null;
}

function present(
  row: Omit<PublicVideo, "watchUrl" | "publishedAt"> & {
    watchUrl: string | null;
    publishedAt: Date | null;
    skipThumbnail: boolean;
  },
): PublicVideo {
  const { skipThumbnail, watchUrl, publishedAt, ...rest } = row;
  if (watchUrl === null || publishedAt === null)
    throw new Error(`The public delivery of task ${row.taskId} is incomplete.`);
  return { ...rest, watchUrl, publishedAt, thumbnailFileId: skipThumbnail ? null : row.thumbnailFileId };
}
