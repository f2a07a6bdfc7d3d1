import { commonError } from "#core/error.ts";
import type { Page, PageQuery } from "#core/page.ts";
import { actorOf, type ReadContext } from "#core/server/context.ts";
import type { Publication, UnsentAdditions } from "#modules/publishing/contract/publications.ts";
import { additionKinds } from "#modules/publishing/rules/operations.ts";
import { currentProblem } from "#modules/publishing/rules/problem-codes.ts";
import type { PublicationState } from "#modules/publishing/rules/progress.ts";
import { mergedActions } from "#modules/publishing/rules/recovery-actions.ts";

import { changesOfDeliveries } from "../changes/present.ts";
import { presentDeliveries } from "../deliveries/progress.ts";
import { platformName, type PlatformAccess } from "../destinations/platforms.ts";
import { destinationsOfDeliveries, isConnected } from "../destinations/queries.ts";
import { describeProblem } from "../details/describe-problem.ts";
import { isDone, operationsOf } from "../operation-queries.ts";
import type { DeliveryRow } from "../queries.ts";
import { type Cursor, selectPublications } from "./queries.ts";

export interface PublicationsQuery extends PageQuery {
  state?: PublicationState | undefined;
}

/** A page of the actor's deliveries, newest first. */
export async function listPublications(
  ctx: ReadContext,
  { state, cursor, limit }: PublicationsQuery,
  platforms: PlatformAccess,
): Promise<Page<Publication>> {
  const rows = await selectPublications(ctx.tx, {
    ...{ personId: actorOf(ctx).id, state, now: ctx.now, before: readCursor(cursor), limit: limit + 1 },
  });
  const page = rows.slice(0, limit);
  const deliveries = page.map(({ delivery }) => delivery);
  const progress = await presentDeliveries(ctx, deliveries, platforms);
  const changed = await changesOfDeliveries(ctx, deliveries, platforms);
  const unsent = await unsentOfDeliveries(ctx, deliveries, platforms);
  const items = progress.flatMap((shown, index): Publication[] => {
    const row = page[index];
    if (!row) return [];
    const { taskId, startedAt } = row.delivery;
    const changes = changed.find(({ deliveryId }) => deliveryId === shown.deliveryId) ?? null;
    const unsentAdditions = unsent.get(shown.deliveryId) ?? null;
    return [
      { ...shown, taskId, title: row.title, startedAt: startedAt.toISOString(), changes, unsentAdditions },
    ];
  });
  const last = rows.length > limit ? page.at(-1)?.delivery : undefined;
  return { items, nextCursor: last ? `${last.startedAt.getTime()}_${last.id}` : null };
}

/** The additions that published videos did not get, by delivery. */
async function unsentOfDeliveries(
  { tx }: ReadContext,
  deliveries: readonly DeliveryRow[],
  platforms: PlatformAccess,
): Promise<Map<string, UnsentAdditions>> {
  const ids = deliveries.map(({ id }) => id);
  const all = (await operationsOf(tx, ids, additionKinds)).filter((row) => !isDone(row));
  if (all.every(({ problemCode }) => problemCode === null)) return new Map();
  const connected = await destinationsOfDeliveries(tx, deliveries);
  const unsent = new Map<string, UnsentAdditions>();
  for (const delivery of deliveries) {
    const channel = connected.get(delivery.destinationId) ?? null;
    const platform = platformName(platforms, delivery, channel);
    const problems = all
      .filter(({ deliveryId }) => deliveryId === delivery.id)
      .flatMap(({ problemCode }) => problemCode ?? [])
      .map((code) => describeProblem(currentProblem(code, isConnected(channel)), platform));
    const [first] = problems;
    if (!first) continue;
    const recoveryActions = mergedActions(problems.map((each) => each.recoveryActions));
    unsent.set(delivery.id, { problem: first.problem, recoveryActions });
  }
  return unsent;
}

function readCursor(cursor: string | undefined): Cursor | null {
  if (cursor === undefined) return null;
  const [, time, id] = /^(\d{1,14})_([\da-f-]{36})$/.exec(cursor) ?? [];
  if (time === undefined || id === undefined) {
    throw commonError("invalid_input", { message: "Invalid cursor. Reload the list." });
  }
  return { at: new Date(Number(time)), id };
}
