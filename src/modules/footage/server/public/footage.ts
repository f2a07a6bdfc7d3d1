import type { ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import type { FileOwner } from "#modules/media/rules/file-owner.ts";
import { abilitiesIn } from "#modules/tasks/server/public/tasks.ts";

import { findListedFile } from "../files/queries.ts";

/** Whether the file belongs to the task that owns it, and the user has access to the task. */
export async function mayReadFootage(
  ctx: ReadContext,
  { id, personId, owner }: { id: string; personId: number; owner: FileOwner },
): Promise<boolean> {
  if (owner.kind !== "footage") return false;
  const [file, abilities] = await together([
    findListedFile(ctx.tx, owner.id, id),
    abilitiesIn(ctx, [owner.id], personId),
  ]);
  return file !== null && abilities.get(owner.id)?.includes("view") === true;
}
