import { currentActor, type ReadContext } from "#core/server/context.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import type { OpenTask, TeamEditor } from "#modules/profiles/contract/editors.ts";
import { membersOfTeam } from "#modules/team/server/public/team.ts";

import { figuresByEditor, findLastActivity, openTasksBetween, ratingsByEditor } from "./queries.ts";

const noFigures = { openTasks: 0, overdueTasks: 0, dueTasks: 0, onTimeTasks: 0 };

/** The editors of the actor's team and of the actor's tasks, without deleted accounts. */
export async function listTeamEditors(ctx: ReadContext): Promise<TeamEditor[]> {
  const creatorId = currentActor(ctx).id;
  const members = (await membersOfTeam(ctx, creatorId)).filter(({ kind }) => kind === "editor");
  const figures = await figuresByEditor(ctx.tx, creatorId, ctx.now);
  const ratings = await ratingsByEditor(ctx.tx, creatorId);
  const ids = [
    ...new Set([...figures.map(({ editorId }) => editorId), ...members.map(({ personId }) => personId)]),
  ];
  const cards = await personCards(ctx, ids);
  const activity = await findLastActivity(ctx.tx, ids);
  return ids.flatMap((id) => {
    const editor = cards.get(id);
    if (!editor || !activity.has(id)) return [];
    const { openTasks, overdueTasks, dueTasks, onTimeTasks } =
      figures.find(({ editorId }) => editorId === id) ?? noFigures;
    const rated = ratings.find(({ editorId }) => editorId === id);
    const member = members.find(({ personId }) => personId === id);
    return {
      editor,
      member: member !== undefined,
      isDefault: member?.isDefault ?? false,
      note: member?.note ?? "",
      openTasks,
      overdueTasks,
      dueTasks,
      onTimeTasks,
      rating: rated?.rating ?? null,
      ratings: rated?.ratings ?? 0,
      lastActiveAt: activity.get(id)?.toISOString() ?? null,
    };
  });
}

/** The actor's open tasks that are assigned to an editor. */
export async function listOpenTasks(ctx: ReadContext, editorId: number): Promise<OpenTask[]> {
  const rows = await openTasksBetween(ctx.tx, currentActor(ctx).id, editorId);
  return rows.map(({ id, taskTitle, deadline }) => ({ id, taskTitle, deadline: deadline.toISOString() }));
}
