import { and, desc, eq, isNotNull, isNull, lt, ne, or, type SQL } from "drizzle-orm";

import type { Reading } from "#core/server/database.ts";
import type { PublicationState } from "#modules/publishing/rules/progress.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { deliveries } from "../tables.ts";

const unfinished = and(isNull(deliveries.problemCode), ne(deliveries.step, "done"));
const waits = or(isNotNull(deliveries.retryAt), eq(deliveries.step, "processing"));

const states: Record<PublicationState, SQL | undefined> = {
  running: and(unfinished, isNull(deliveries.retryAt), ne(deliveries.step, "processing")),
  waiting: and(unfinished, waits),
  failed: isNotNull(deliveries.problemCode),
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
