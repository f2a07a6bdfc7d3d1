import { commonError } from "#core/error.ts";
import type { Page, PageQuery } from "#core/page.ts";
import { currentActor, type ReadContext } from "#core/server/context.ts";
import { cutPage } from "#core/server/cut-page.ts";
import { together } from "#core/server/database.ts";
import type { BoardTask, ManagedChannel } from "#modules/board/contract/board.ts";
import type { TaskOrder } from "#modules/board/rules/task-order.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import type { Stage } from "#modules/tasks/rules/stages.ts";
import { managedChannels } from "#modules/team/server/public/team.ts";

import { presentBoardTasks } from "./board-task.ts";
import { countVisible, type LastTask } from "./list-queries.ts";
import { type BoardRow, listBoardTasks } from "./queries.ts";

interface ListQuery extends PageQuery {
  /** Completed or open tasks; all of them if undefined. */
  completed?: boolean | undefined;
  stage?: Stage | undefined;
  /** Only tasks that wait for the actor. */
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
  const order = query.sort ?? "newest";
  const rows = await listBoardTasks(ctx.tx, {
    personId: currentActor(ctx).id,
    status: query.completed === undefined ? "all" : query.completed ? "completed" : "open",
    stage: query.stage ?? null,
    waiting: query.waiting ?? false,
    search: query.search || null,
    taskId: query.task ?? null,
    creatorId: query.creator ?? null,
    order,
    last: readCursor(order, query.cursor),
    limit: query.limit + 1,
    now: ctx.now,
  });
  const page = cutPage(rows, { limit: query.limit, rowBytes: bytesOfTask });
  const last = page.more ? page.rows.at(-1) : undefined;
  return {
    items: await presentBoardTasks(ctx, page.rows),
    nextCursor: last ? writeCursor(order, { ...last.task, waiting: last.waiting }) : null,
  };
}

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
  const personId = currentActor(ctx).id;
  const [{ open, completed }, channels] = await together([
    countVisible(ctx.tx, { personId, creatorId: creatorId ?? null }),
    listChannels(ctx, personId),
  ]);
  return { assigned: open, completed, ...(channels.length > 0 && { channels }) };
}

/** The channels that a person manages, by name. */
async function listChannels(ctx: ReadContext, personId: number): Promise<ManagedChannel[]> {
  const managed = await managedChannels(ctx, personId);
  const cards = await personCards(
    ctx,
    managed.flatMap(({ creatorId, defaultEditorId }) => [
      creatorId,
      ...(defaultEditorId === null ? [] : [defaultEditorId]),
    ]),
  );
  return managed
    .flatMap(({ creatorId, rights, defaultEditorId }) => {
      const creator = cards.get(creatorId);
      const defaultEditor = (defaultEditorId !== null && cards.get(defaultEditorId)) || null;
      return creator ? [{ ...creator, rights, defaultEditor }] : [];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** The id, preceded by what the order puts before it: the deadline in milliseconds, or whether the task waits. */
function writeCursor(order: TaskOrder, { id, deadline, waiting }: LastTask): string {
  const prefixes = { waiting: `${Number(waiting)}.`, newest: "", deadline: `${deadline.getTime()}.` };
  return `${prefixes[order]}${id}`;
}

const cursorFormats = {
  waiting: /^([01])\.(\d{1,15})$/,
  newest: /^()(\d{1,15})$/,
  deadline: /^(\d{1,13})\.(\d{1,15})$/,
};

function readCursor(order: TaskOrder, cursor: string | undefined): LastTask | null {
  if (cursor === undefined) return null;
  const parts = cursorFormats[order].exec(cursor);
  if (!parts) {
    throw commonError("invalid_input", { message: "Invalid cursor. Reload the list." });
  }
  const [, prefix, id] = parts;
  return { id: Number(id), deadline: new Date(Number(prefix)), waiting: prefix === "1" };
}
