import type { ReadContext } from "#core/server/context.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import type { Contributor } from "#modules/tasks/contract/contributor.ts";

import { isContributing, listContributors } from "../contributors/queries.ts";

/** The contributors of a task, the first added first. The caller has checked access to the task. */
export async function presentContributors(ctx: ReadContext, taskId: number): Promise<Contributor[]> {
  const rows = await listContributors(ctx.tx, taskId);
  if (rows.length === 0) return [];
  const cards = await personCards(
    ctx,
    rows.map(({ personId }) => personId),
  );
  return rows.flatMap(({ personId, label, rights }) => {
    const person = cards.get(personId);
    return person ? { person, label, rights } : [];
  });
}

/** Whether a user contributes to a task of others. */
export async function contributes(ctx: ReadContext, personId: number): Promise<boolean> {
  return isContributing(ctx.tx, personId);
}
