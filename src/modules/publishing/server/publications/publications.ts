import type { z } from "zod";

import { commonError } from "#core/error.ts";
import type { Page } from "#core/page.ts";
import { currentActor, type ReadContext } from "#core/server/context.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import type { Publication, publicationsEndpoints } from "#modules/publishing/contract/publications.ts";
import { additionKinds } from "#modules/publishing/rules/operations.ts";
import { abilitiesIn } from "#modules/tasks/server/public/tasks.ts";
import { managedChannels } from "#modules/team/server/public/team.ts";

import { presentDeliveries } from "../deliveries/progress.ts";
import type { PlatformAccess } from "../destinations/platforms.ts";
import { readOperations } from "../details/present-operations.ts";
import { type Cursor, selectPublications } from "./queries.ts";

type PublicationsQuery = z.output<typeof publicationsEndpoints.publications.query>;

/**
 * A page of the deliveries of the actor and of the creators for whom they manage, newest first. Those that the actor may only see
 * have no actions.
 */
export async function listPublications(
  ctx: ReadContext,
  { state, cursor, limit }: PublicationsQuery,
  platforms: PlatformAccess,
): Promise<Page<Publication>> {
  const { id: actorId } = currentActor(ctx);
  const managed = await managedChannels(ctx, actorId);
  const rows = await selectPublications(ctx.tx, {
    personId: actorId,
    channelIds: managed.map(({ creatorId }) => creatorId),
    state,
    now: ctx.now,
    before: readCursor(cursor),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const deliveries = page.map(({ delivery }) => delivery);
  const progress = await presentDeliveries(ctx, deliveries, platforms);
  const { rows: operations, present } = await readOperations(
    ctx,
    deliveries,
    [...additionKinds, "details"],
    platforms,
  );
  const creators = await personCards(
    ctx,
    managed.map(({ creatorId }) => creatorId),
  );
  const abilities = await abilitiesIn(
    ctx,
    deliveries.map(({ taskId }) => taskId),
  );
  const items = progress.flatMap((shown, index): Publication[] => {
    const row = page[index];
    if (!row) return [];
    const { id, taskId, personId, startedAt } = row.delivery;
    const mayPublish = abilities.get(taskId)?.includes("publish") ?? false;
    const unsent = operations
      .filter(({ deliveryId }) => deliveryId === id)
      .map((operation) => present(row.delivery, operation))
      .filter(({ state }) => state === "failed");
    const listed = {
      ...shown,
      taskId,
      title: row.title,
      startedAt: startedAt.toISOString(),
      creator: creators.get(personId) ?? null,
      mayPublish,
      unsent,
    };
    return [mayPublish ? listed : withoutActions(listed)];
  });
  const last = rows.length > limit ? page.at(-1)?.delivery : undefined;
  return { items, nextCursor: last ? `${last.startedAt.getTime()}_${last.id}` : null };
}

function withoutActions(publication: Publication): Publication {
  const unsent = publication.unsent.map((operation) => Object.assign(operation, { recoveryActions: [] }));
  return { ...publication, cancellable: false, recoveryActions: [], unsent };
}

function readCursor(cursor: string | undefined): Cursor | null {
  if (cursor === undefined) return null;
  const [, time, id] = /^(\d{1,14})_([\da-f-]{36})$/.exec(cursor) ?? [];
  if (time === undefined || id === undefined) {
    throw commonError("invalid_input", { message: "Invalid cursor. Reload the list." });
  }
  return { at: new Date(Number(time)), id };
}
