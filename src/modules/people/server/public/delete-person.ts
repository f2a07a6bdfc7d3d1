import type { Context } from "#core/server/context.ts";
import { accountDeleted } from "#modules/people/contract/people.ts";

import { deletePersonBlocks } from "../blocks/queries.ts";
import { erasePerson } from "../people/queries.ts";
import type { Person } from "../tables.ts";

/**
 * Removes the personal data of a person and emits `accountDeleted`. The row stays without it, because tasks of other
 * users refer to it (docs/decisions/0034-account-deletion.md). Lock the person first.
 */
export async function deletePerson(ctx: Context, person: Person): Promise<void> {
  await deletePersonBlocks(ctx.tx, person.id);
  await erasePerson(ctx.tx, person.id, ctx.now);
  const pictureFileIds = [person.pictureFileId, person.bannerFileId].filter((id) => id !== null);
  await ctx.emit(accountDeleted, { personId: person.id, pictureFileIds });
}
