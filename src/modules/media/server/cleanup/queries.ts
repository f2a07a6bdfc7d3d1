import { and, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";

import type { Transaction } from "#core/server/database.ts";

import { storedFiles, videos } from "../tables.ts";

/** Ids after `after` and up to `upTo`, in their order; null means no bound. */
export interface IdRange {
  after: string | null;
  upTo: string | null;
  limit: number;
}

/** Ids of videos that require stored objects. */
export async function videoIdsWithObjects(tx: Transaction, range: IdRange): Promise<string[]> {
  const rows = await tx
    .select({ id: videos.id })
    .from(videos)
    .where(
      and(
        within(videos.id, range),
        or(
          inArray(videos.state, ["preparing", "ready"]),
          isNotNull(videos.posterDone),
          isNotNull(videos.keptFile),
        ),
      ),
    )
    .orderBy(videos.id)
    .limit(range.limit);
  return rows.map(({ id }) => id);
}

/** Ids of videos with unfinished required work, and of those that became playable after `since`. */
export async function videosWithWork(tx: Transaction, since: Date): Promise<string[]> {
  const { id, state, plays, sha256, readyAt, renditionDone } = videos;
  const required = or(isNull(sha256), and(eq(plays, "rendition"), isNull(renditionDone)));
  const converting = eq(sql`${videos.conversion}->>'state'`, "requested");
  const recent = gt(sql`coalesce(${renditionDone}, ${readyAt})`, since.toISOString());
  const rows = await tx
    .select({ id })
    .from(videos)
    .where(or(eq(state, "preparing"), and(eq(state, "ready"), or(required, recent, converting))));
  return rows.map((row) => row.id);
}

/** Ids of files that must be stored, and of those whose removal is not complete. */
export async function fileIdsWithObjects(tx: Transaction, range: IdRange): Promise<string[]> {
  const rows = await tx
    .select({ id: storedFiles.id })
    .from(storedFiles)
    .where(and(within(storedFiles.id, range), inArray(storedFiles.state, ["kept", "removing"])))
    .orderBy(storedFiles.id)
    .limit(range.limit);
  return rows.map(({ id }) => id);
}

function within(id: typeof videos.id | typeof storedFiles.id, { after, upTo }: IdRange) {
  return and(after === null ? undefined : gt(id, after), upTo === null ? undefined : lte(id, upTo));
}
