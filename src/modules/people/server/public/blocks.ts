import type { Page, PageQuery } from "#core/page.ts";
import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { readIdCursor } from "#core/server/id-cursor.ts";
import { peopleError, personBlocked, type PersonCard } from "#modules/people/contract/people.ts";
import { blockChanged } from "#modules/people/realtime-messages.ts";

import { deleteBlock, findBlockedAmong, findBlockers, insertBlock, listBlocked } from "../blocks/queries.ts";
import { presentCard } from "../people/present.ts";
import { lockActivePerson } from "../people/queries.ts";
import { lockActor } from "./people.ts";

/** The ids of those of two users who have blocked the other one. A block applies in both directions. */
export async function blockersBetween(ctx: ReadContext, one: number, two: number): Promise<number[]> {
  return findBlockers(ctx.tx, one, two);
}

/** Those of some users whom a user has blocked, or who have blocked the user. */
export async function blockedAmong(
  ctx: ReadContext,
  personId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  return new Set(ids.length === 0 ? [] : await findBlockedAmong(ctx.tx, personId, ids));
}

/**
 * Blocks or unblocks a user for the actor; the other user is not notified. 404 `person_not_found` for the actor, and for
 * blocking unknown users and deleted accounts.
 */
export async function setBlocked(ctx: Context, personId: number, blocked: boolean): Promise<void> {
  const { id: blockerId } = await lockActor(ctx);
  const block = { blockerId, blockedId: personId };
  if (blocked) {
    const blockable = personId !== blockerId && (await lockActivePerson(ctx.tx, personId));
    if (!blockable) throw peopleError("person_not_found");
    if (await insertBlock(ctx.tx, { ...block, createdAt: ctx.now })) await ctx.emit(personBlocked, block);
  } else {
    await deleteBlock(ctx.tx, block);
  }
  ctx.notifyClients([blockerId], blockChanged, { personId });
}

/** The users whom the actor has blocked, the last blocked first. */
export async function listBlockedUsers(ctx: ReadContext, query: PageQuery): Promise<Page<PersonCard>> {
  const { limit } = query;
  const before = readIdCursor(query.cursor);
  const rows = await listBlocked(ctx.tx, { personId: currentActor(ctx).id, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return {
    items: page.map(({ person }) => presentCard(person)),
    nextCursor: rows.length > limit ? String(page.at(-1)?.blockId) : null,
  };
}
