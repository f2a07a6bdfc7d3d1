import { commonError } from "#core/error.ts";
import type { Page, PageQuery } from "#core/page.ts";
import { actorOf, type ReadContext } from "#core/server/context.ts";
import { type Reading, together } from "#core/server/database.ts";
import { cutPage } from "#core/server/page-keys.ts";
import type { Side, Stage } from "#modules/tasks/rules.ts";

import type { BoardTask, ManagedChannel } from "../contract.ts";
import type { TaskOrder } from "../rules.ts";
import { presentBoardTasks, presentPerson } from "./board-task.ts";
import { type BoardRow, countBoardTasks, listBoardTasks, listNamedTasks, type TaskQuery } from "./queries.ts";
import { countTeamTasks, findTeams, listChannels, listTeamKeys } from "./team-queries.ts";

interface ListQuery extends PageQuery {
  /** Completed or open tasks; all of them if undefined. */
  completed?: boolean | undefined;
  stage?: Stage | undefined;
  /** Only tasks for which the editor has to upload a version. */
  waiting?: boolean | undefined;
  sort?: TaskOrder | undefined;
  search?: string | undefined;
  /** Only this task. */
  task?: number | undefined;
  /** Only tasks of this creator. */
  creator?: number | undefined;
}

/** A page of the actor's tasks. 422 `invalid_input` for an invalid cursor. */
export async function listTasks(ctx: ReadContext, query: ListQuery): Promise<Page<BoardTask>> {
  const person = personOf(ctx);
  if (!person) return { items: [], nextCursor: null };
  const order = query.sort ?? "newest";
  const rows = await listRows(ctx.tx, {
    ...person,
    status: query.completed === undefined ? "all" : query.completed ? "completed" : "open",
    stage: query.stage ?? null,
    waiting: query.waiting ?? false,
    search: query.search || null,
    taskId: query.task ?? null,
    creatorId: query.creator ?? null,
    order,
    last: readCursor(order, query.cursor),
    limit: query.limit + 1,
  });
  const page = cutPage(rows, { limit: query.limit, bytesOf: bytesOfTask });
  const last = page.more ? page.rows.at(-1) : undefined;
  return {
    items: await presentBoardTasks(ctx, page.rows),
    nextCursor: last ? writeCursor(order, last.task) : null,
  };
}

/** The first tasks of the user's own list and of their teams together. */
async function listRows(tx: Reading, query: TaskQuery): Promise<BoardRow[]> {
  const [own, teams] = await together([
    listBoardTasks(tx, query),
    // Only editors wait for their own upload.
    query.waiting ? Promise.resolve(null) : findTeams(tx, query.personId),
  ]);
  const keys = teams ? await listTeamKeys(tx, query, teams) : [];
  if (keys.length === 0) return own;
  const all = [...own.map(({ task: { id, deadline } }) => ({ id, deadline })), ...keys];
  const first = all.toSorted(comparing[query.order]).slice(0, query.limit);
  const known = new Map(own.map((row) => [row.task.id, row]));
  const named = first.map(({ id }) => id).filter((id) => !known.has(id));
  for (const row of await listNamedTasks(tx, named)) known.set(row.task.id, row);
  return first.flatMap(({ id }) => known.get(id) ?? []);
}

interface TaskKey {
  id: number;
  deadline: Date;
}

const comparing: Record<TaskOrder, (one: TaskKey, other: TaskKey) => number> = {
  newest: (one, other) => other.id - one.id,
  deadline: (one, other) => one.deadline.getTime() - other.deadline.getTime() || one.id - other.id,
};

/** Texts, other fields, and a signed URL for each attachment. */
function bytesOfTask({ task, reviewed }: BoardRow): number {
  const { taskTitle, workDescription, title, description, tags, attachmentFileIds } = task;
  const texts = [taskTitle, workDescription, title, description, ...tags, reviewed?.feedback ?? ""];
  return (
    texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 1000) + 300 * attachmentFileIds.length
  );
}

interface TaskCounts {
  assigned: number;
  completed: number;
  channels?: ManagedChannel[];
}

/** Numbers of the actor's open and completed tasks, of all creators or one, and the channels that they manage. */
export async function countTasks(ctx: ReadContext, creatorId?: number): Promise<TaskCounts> {
  const person = personOf(ctx);
  if (!person) return { assigned: 0, completed: 0 };
  const query = { ...person, creatorId: creatorId ?? null };
  const [own, teams] = await together([countBoardTasks(ctx.tx, query), findTeams(ctx.tx, person.personId)]);
  if (!teams) return { assigned: own.open, completed: own.completed };
  const [ofTeams, channels] = await together([
    countTeamTasks(ctx.tx, query, teams),
    listChannels(ctx.tx, person.personId),
  ]);
  return {
    assigned: own.open + ofTeams.open,
    completed: own.completed + ofTeams.completed,
    ...(channels.length > 0 && {
      channels: channels.map((channel) =>
        Object.assign(presentPerson(channel), {
          mayCreateTasks: channel.mayCreateTasks,
          defaultEditor: channel.defaultEditor,
        }),
      ),
    }),
  };
}

/** Creators see the tasks they assigned, editors those they received, besides those of their teams; users without a role have none. */
function personOf(ctx: ReadContext): { personId: number; side: Side } | null {
  const { id, role } = actorOf(ctx);
  if (role === "NORMAL") return null;
  return { personId: id, side: role === "YOUTUBER" ? "creator" : "editor" };
}

/** The id, preceded by the deadline in milliseconds if that is the order. */
function writeCursor(order: TaskOrder, last: { id: number; deadline: Date }): string {
  return order === "newest" ? String(last.id) : `${last.deadline.getTime()}.${last.id}`;
}

const cursorFormats = { newest: /^()(\d{1,15})$/, deadline: /^(\d{1,13})\.(\d{1,15})$/ };

function readCursor(order: TaskOrder, cursor: string | undefined): { id: number; deadline: Date } | null {
  if (cursor === undefined) return null;
  const parts = cursorFormats[order].exec(cursor);
  if (!parts) {
    throw commonError("invalid_input", { message: "Invalid cursor. Reload the list." });
  }
  return { id: Number(parts[2]), deadline: new Date(Number(parts[1])) };
}
