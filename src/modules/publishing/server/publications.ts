import { commonError } from "#core/error.ts";
import type { Page, PageQuery } from "#core/page.ts";
import { actorOf, type ReadContext } from "#core/server/context.ts";

import type { Publication } from "../contract/publications.ts";
import type { PublicationState } from "../rules/progress.ts";
import { changesOfDeliveries } from "./changes/present.ts";
import type { Platforms } from "./destinations/platforms.ts";
import { presentDeliveries } from "./progress.ts";
import { type Cursor, selectPublications } from "./publications/queries.ts";

export interface PublicationsQuery extends PageQuery {
  state?: PublicationState | undefined;
}

/** A page of the actor's deliveries, newest first. */
export async function listPublications(
  ctx: ReadContext,
  { state, cursor, limit }: PublicationsQuery,
  platforms: Platforms,
): Promise<Page<Publication>> {
  const rows = await selectPublications(ctx.tx, {
    ...{ personId: actorOf(ctx).id, state, before: readCursor(cursor), limit: limit + 1 },
  });
  const page = rows.slice(0, limit);
  const deliveries = page.map(({ delivery }) => delivery);
  const progress = await presentDeliveries(ctx, deliveries, platforms);
  const changed = await changesOfDeliveries(ctx, deliveries, platforms);
  const items = progress.flatMap((shown, index): Publication[] => {
    const row = page[index];
    if (!row) return [];
    const { taskId, startedAt } = row.delivery;
    const changes = changed.find(({ deliveryId }) => deliveryId === shown.deliveryId) ?? null;
    return [{ ...shown, taskId, title: row.title, startedAt: startedAt.toISOString(), changes }];
  });
  const last = rows.length > limit ? page.at(-1)?.delivery : undefined;
  return { items, nextCursor: last ? `${last.startedAt.getTime()}_${last.id}` : null };
}

function readCursor(cursor: string | undefined): Cursor | null {
  if (cursor === undefined) return null;
  const [, time, id] = /^(\d{1,14})_([\da-f-]{36})$/.exec(cursor) ?? [];
  if (time === undefined || id === undefined) {
    throw commonError("invalid_input", { message: "Invalid cursor. Reload the list." });
  }
  return { at: new Date(Number(time)), id };
}
