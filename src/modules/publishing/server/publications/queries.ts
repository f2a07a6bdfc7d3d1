import { and, desc, eq, exists, gt, isNotNull, isNull, lt, ne, or, type SQL } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";

import type { Reading } from "#core/server/database.ts";
import type { PublicationState } from "#modules/publishing/rules/progress.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { deliveries, deliveryChanges } from "../tables.ts";

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

const states: Record<PublicationState, SQL | undefined> = {
  running: and(unfinished, isNull(deliveries.retryAt), ne(deliveries.step, "processing")),
  waiting: and(unfinished, waits),
  failed: or(isNotNull(deliveries.problemCode), exists(failedChanges)),
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
