import {
  and,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";

import type { Reading } from "#core/server/database.ts";
import type { PublicationState } from "#modules/publishing/rules/progress.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { captions, deliveries, deliveryChanges, playlistEntries, sentAdditions } from "../tables.ts";

const unfinished = and(isNull(deliveries.problemCode), ne(deliveries.step, "done"));
const waits = or(isNotNull(deliveries.retryAt), eq(deliveries.step, "processing"));

/** Details that were changed after publishing and wait for the creator. */
const failedChanges = new QueryBuilder()
  .select({ id: deliveryChanges.deliveryId })
  .from(deliveryChanges)
  .where(
    and(
      eq(deliveryChanges.deliveryId, deliveries.id),
      gt(deliveryChanges.revision, deliveryChanges.sentRevision),
      isNotNull(deliveryChanges.problemCode),
      isNull(deliveryChanges.retryAt),
    ),
  );

/** Captions and playlist entries that a video did not get. Of removed ones a row may remain. */
const isUnsent = and(
  isNotNull(sentAdditions.problemCode),
  or(
    exists(
      new QueryBuilder()
        .select({ id: captions.id })
        .from(captions)
        .where(
          and(
            eq(captions.taskId, sentAdditions.taskId),
            eq(sql`${captions.id}::text`, sentAdditions.additionId),
          ),
        ),
    ),
    exists(
      new QueryBuilder()
        .select({ id: playlistEntries.playlistId })
        .from(playlistEntries)
        .where(
          and(
            eq(playlistEntries.taskId, sentAdditions.taskId),
            eq(playlistEntries.playlistId, sentAdditions.additionId),
          ),
        ),
    ),
  ),
);

const unsentAdditions = new QueryBuilder()
  .select({ id: sentAdditions.additionId })
  .from(sentAdditions)
  .where(
    and(
      eq(sentAdditions.taskId, deliveries.taskId),
      eq(sentAdditions.videoId, deliveries.platformVideoId),
      isUnsent,
    ),
  );

const states: Record<PublicationState, SQL | undefined> = {
  running: and(unfinished, isNull(deliveries.retryAt), ne(deliveries.step, "processing")),
  waiting: and(unfinished, waits),
  failed: or(isNotNull(deliveries.problemCode), exists(failedChanges), exists(unsentAdditions)),
  done: and(eq(deliveries.step, "done"), isNull(deliveries.problemCode)),
};

/** The last delivery of a page. */
export interface Cursor {
  at: Date;
  id: string;
}

interface Selection {
  personId: number;
  state: PublicationState | undefined;
  before: Cursor | null;
  limit: number;
}

/** A creator's deliveries with the titles of their videos, newest first. */
export async function selectPublications(tx: Reading, { personId, state, before, limit }: Selection) {
  return tx
    .select({ delivery: deliveries, title: tasks.title })
    .from(deliveries)
    .innerJoin(tasks, eq(tasks.id, deliveries.taskId))
    .where(
      and(eq(deliveries.personId, personId), state && states[state], before ? olderThan(before) : undefined),
    )
    .orderBy(desc(deliveries.startedAt), desc(deliveries.id))
    .limit(limit);
}

function olderThan({ at, id }: Cursor): SQL | undefined {
  const { startedAt } = deliveries;
  return or(lt(startedAt, at), and(eq(startedAt, at), lt(deliveries.id, id)));
}

/** The captions and playlist entries of tasks that their videos did not get. */
export async function selectUnsentAdditions(tx: Reading, taskIds: readonly number[]) {
  if (taskIds.length === 0) return [];
  return tx
    .select()
    .from(sentAdditions)
    .where(and(inArray(sentAdditions.taskId, [...taskIds]), isUnsent))
    .orderBy(sentAdditions.taskId, sentAdditions.additionId);
}
