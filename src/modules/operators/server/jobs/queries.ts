import { and, asc, eq, isNull } from "drizzle-orm";

import type { Reading } from "#core/server/database.ts";
import { inPreparation, videos } from "#modules/media/server/tables.ts";
import { people } from "#modules/people/server/tables.ts";
import { deliveries } from "#modules/publishing/server/tables.ts";

/** Videos that are being prepared, also playable ones that are still encoded, the oldest first. */
export async function listPreparations(tx: Reading, limit: number) {
  const { id, taskId, bytes, prepared, receivedAt, createdAt } = videos;
  return tx
    .select({ id, taskId, bytes, prepared, receivedAt, createdAt, account: people.name })
    .from(videos)
    .leftJoin(people, eq(people.id, videos.accountId))
    .where(inPreparation)
    .orderBy(asc(createdAt))
    .limit(limit);
}

/** Deliveries that run, the oldest first. */
export async function listRunningDeliveries(tx: Reading, limit: number) {
  const { id, taskId, kind, step, problemCode, bytes, confirmedBytes, startedAt, sessionStartedAt } =
    deliveries;
  const progress = { bytes, confirmedBytes, startedAt, sessionStartedAt };
  return tx
    .select({ id, taskId, kind, step, problemCode, ...progress, account: people.name })
    .from(deliveries)
    .innerJoin(people, eq(people.id, deliveries.personId))
    .where(and(isNull(deliveries.finishedAt), isNull(deliveries.problemCode)))
    .orderBy(asc(startedAt))
    .limit(limit);
}
