import type { z } from "zod";

import { currentActor, type ReadContext } from "#core/server/context.ts";
import { after, day } from "#core/time.ts";
import type { Team, teamEndpoints } from "#modules/analytics/contract/team.ts";
import { teamFigures, type Work } from "#modules/analytics/rules/team.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import { interruptionMessage, problemHeadline } from "#modules/publishing/rules/problems.ts";
import { isCompleted, sides } from "#modules/tasks/rules/stages.ts";

import { selectComments, selectFailures, selectTasks, selectWaits, type TeamSelection } from "./queries.ts";

export type TeamPeriod = z.output<typeof teamEndpoints.team.query>["days"];

/** The work of the actor's editors, in total and per editor; an editor's own work for all creators. */
export async function readTeam(ctx: ReadContext, days: TeamPeriod): Promise<Team> {
  const { id: personId, role } = currentActor(ctx);
  const since = days === "all" ? null : after(ctx.now, -Number(days) * day);
  const side = sides[role];
  const work = await readWork(ctx, { side, personId, since });
  const ids = [...new Set(work.tasks.map(({ editorId }) => editorId))];
  const cards = await personCards(ctx, ids);
  const editors = ids.flatMap((editorId) => {
    const editor = cards.get(editorId);
    return editor ? [Object.assign(teamFigures(of(work, editorId)), { editor })] : [];
  });
  return {
    since: since?.toISOString() ?? null,
    total: teamFigures(work),
    editors: editors.toSorted(
      (one, other) => other.tasks - one.tasks || one.editor.name.localeCompare(other.editor.name),
    ),
  };
}

type Rows<Select extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Select>>;

interface WorkOfEditors {
  tasks: (Rows<typeof selectTasks>[number] & { published: boolean })[];
  waitRows: Rows<typeof selectWaits>;
  waits: (number | null)[];
  reviewed: Rows<typeof selectComments>;
  failures: { editorId: number; code: string; cause: string; count: number }[];
}

async function readWork({ tx, now }: ReadContext, selection: TeamSelection): Promise<WorkOfEditors> {
  const tasks = await selectTasks(tx, selection, now);
  const waitRows = await selectWaits(tx, selection);
  const reviewed = await selectComments(tx, selection);
  const failures = await selectFailures(tx, selection);
  return {
    tasks: tasks.map((task) => Object.assign(task, { published: isCompleted(task.stage) })),
    waitRows,
    waits: waitRows.map(({ seconds }) => seconds),
    reviewed,
    failures: failures.map(({ editorId, code, platform, count }) => {
      const cause = problemHeadline(code, platform) ?? interruptionMessage(code, platform);
      return { editorId, code, cause, count };
    }),
  };
}

/** The work of one editor. */
function of({ tasks, waitRows, reviewed, failures }: WorkOfEditors, editorId: number): Work {
  const isEditors = (row: { editorId: number }) => row.editorId === editorId;
  return {
    tasks: tasks.filter(isEditors),
    waits: waitRows.filter(isEditors).map(({ seconds }) => seconds),
    reviewed: reviewed.filter(isEditors),
    failures: failures.filter(isEditors),
  };
}
