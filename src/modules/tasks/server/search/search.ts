import { currentActor, type ReadContext } from "#core/server/context.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import { nameKey } from "#modules/people/rules/people.ts";
import { blockedAmong } from "#modules/people/server/public/blocks.ts";
import { searchEditors } from "#modules/people/server/public/search-editors.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";

import { requireChannel } from "../access/channels.ts";
import { taskFor, teammateCards } from "../public/tasks.ts";
import { searchByTitle } from "../tasks/queries.ts";

/** Most results of a search. */
const tasksFound = 8;
const editorsFound = 20;

/** The actor's newest tasks whose title contains a text. */
export async function findTasksByTitle(
  ctx: ReadContext,
  text: string,
): Promise<Pick<Task, "id" | "taskTitle" | "stage">[]> {
  return searchByTitle(ctx.tx, { personId: currentActor(ctx).id, text, limit: tasksFound });
}

interface EditorQuery {
  query: string;
  /** The task to edit. */
  taskId?: number | undefined;
  /** The creator of a new task; the actor by default. */
  channel?: number | undefined;
}

/**
 * Editors whom the actor can assign, to a new task or to one that they may edit, by name: those of the creator's past tasks
 * first, without those of a block.
 */
export async function findEditors(
  ctx: ReadContext,
  { query, taskId, channel }: EditorQuery,
): Promise<(PersonCard & { teammate: boolean })[]> {
  const task = taskId === undefined ? null : await taskFor(ctx, taskId, "edit");
  const creatorId = task?.creatorId ?? channel ?? currentActor(ctx).id;
  if (!task) await requireChannel(ctx, creatorId);
  const key = nameKey(query.trim());
  const teammates = (await teammateCards(ctx, creatorId, "creator")).filter(({ name }) =>
    nameKey(name).includes(key),
  );
  const teammateIds = new Set(teammates.map(({ id }) => id));
  const others = (await searchEditors(ctx, query)).filter(({ id }) => !teammateIds.has(id));
  const cards = [...teammates, ...others];
  const blocked = await blockedAmong(
    ctx,
    creatorId,
    cards.map(({ id }) => id),
  );
  return cards
    .filter(({ id }) => !blocked.has(id))
    .slice(0, editorsFound)
    .map(({ id, name, role, profileImgUrl }) => ({
      id,
      name,
      role,
      profileImgUrl,
      teammate: teammateIds.has(id),
    }));
}
