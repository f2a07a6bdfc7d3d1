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
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";

import type { Reading } from "#core/server/database.ts";
import { additionKinds } from "#modules/publishing/rules/operations.ts";
import type { PublicationState } from "#modules/publishing/rules/progress.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { hasFailed, hasProblem } from "../operations/queries.ts";
import { deliveries, operations } from "../tables.ts";

const unfinished = and(isNull(deliveries.problemCode), ne(deliveries.step, "done"));

const ofDelivery = (condition: SQL | undefined) =>
  exists(
    new QueryBuilder()
      .select({ id: operations.id })
      .from(operations)
      .where(and(eq(operations.deliveryId, deliveries.id), condition)),
  );

/** Captions and playlist entries that a video did not get. */
const unsentAddition = and(inArray(operations.kind, [...additionKinds]), hasProblem);

function stateCondition(state: PublicationState, now: Date): SQL | undefined {
  const waits = or(
    eq(deliveries.step, "processing"),
    ofDelivery(and(eq(operations.kind, deliveries.step), hasProblem, gt(operations.nextAttemptAt, now))),
  );
  const conditions = {
    running: and(unfinished, not(waits ?? sql`false`)),
    waiting: and(unfinished, waits),
    failed: or(
      isNotNull(deliveries.problemCode),
      ofDelivery(or(unsentAddition, and(eq(operations.kind, "details"), hasFailed))),
    ),
    done: and(eq(deliveries.step, "done"), isNull(deliveries.problemCode)),
  };
  return conditions[state];
}

/** The last delivery of a page. */
export interface Cursor {
  at: Date;
  id: string;
}

interface Selection {
  personId: number;
  /** The creators for whom the user manages. */
  channelIds: readonly number[];
  state: PublicationState | undefined;
  now: Date;
  before: Cursor | null;
  limit: number;
}

/** Deliveries of a user and of the creators for whom they manage, with the titles of their videos, newest first. */
export async function selectPublications(
  tx: Reading,
  { personId, channelIds, state, now, before, limit }: Selection,
) {
  return tx
    .select({ delivery: deliveries, title: tasks.title })
    .from(deliveries)
    .innerJoin(tasks, eq(tasks.id, deliveries.taskId))
    .where(
      and(
        inArray(deliveries.personId, [personId, ...channelIds]),
        state && stateCondition(state, now),
        before ? olderThan(before) : undefined,
      ),
    )
    .orderBy(desc(deliveries.startedAt), desc(deliveries.id))
    .limit(limit);
}

function olderThan({ at, id }: Cursor): SQL | undefined {
  const { startedAt } = deliveries;
  return or(lt(startedAt, at), and(eq(startedAt, at), lt(deliveries.id, id)));
}
