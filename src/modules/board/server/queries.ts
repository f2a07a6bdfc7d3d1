import {
  and,
  asc,
  count,
  desc,
  eq,
  ilike,
  isNotNull,
  or,
  type Placeholder,
  sql,
  type SQL,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { isOneOf, prepared, type Reading } from "#core/server/database.ts";
import { containing } from "#core/server/search-pattern.ts";
import { videos } from "#modules/media/server/tables.ts";
import { people } from "#modules/people/server/tables.ts";
import { ratings } from "#modules/profiles/server/tables.ts";
import { deliveries } from "#modules/publishing/server/tables.ts";
import { versions } from "#modules/review/server/tables.ts";
import type { Side, Stage } from "#modules/tasks/rules.ts";
import {
  completedOnly,
  contributorsOfTask,
  isContributor,
  tasksOfSide,
  openOnly,
  tasks,
  waitingOnly,
} from "#modules/tasks/server/tables.ts";

import type { TaskOrder } from "../rules.ts";

export const statuses = { open: openOnly, completed: completedOnly } as const;

export interface TaskQuery {
  personId: number;
  side: Side;
  status: keyof typeof statuses | "all";
  stage: Stage | null;
  /** Only tasks for which the editor has to upload a version. */
  waiting: boolean;
  /** Part of the task's texts or of the other user's name. */
  search: string | null;
  /** Only this task. */
  taskId: number | null;
  /** Only tasks of this creator. */
  creatorId: number | null;
  order: TaskOrder;
  /** The last task of the previous page. */
  last: { id: number; deadline: Date } | null;
  limit: number;
}

const creators = alias(people, "creators");
const editors = alias(people, "editors");
const personColumns = ({ id, name, role, pictureFileId, suspendedAt }: typeof creators | typeof editors) => ({
  id,
  name,
  role,
  pictureFileId,
  suspendedAt,
});

/** Keyset pagination of each order; `tasks` has partial indexes for the open and the completed tasks. */
export const orders = {
  newest: {
    by: [desc(tasks.id)],
    after: sql`${tasks.id} < ${sql.placeholder("lastId")}`,
  },
  deadline: {
    by: [asc(tasks.deadline), asc(tasks.id)],
    after: sql`(${tasks.deadline}, ${tasks.id}) > (${sql.placeholder("lastDeadline")}, ${sql.placeholder("lastId")})`,
  },
} as const satisfies Record<TaskOrder, { by: SQL[]; after: SQL }>;

function matches(side: Side): SQL | undefined {
  const other = side === "creator" ? editors.name : creators.name;
  const texts = [tasks.taskTitle, tasks.workDescription, tasks.title, other];
  return or(...texts.map((text) => ilike(text, sql.placeholder("part"))));
}

/** The task's newest version that has been in review, and whether its video has a poster. */
function newestReviewed(db: Reading) {
  const { number, state, videoId, reviewEndsAt, feedback } = versions;
  return db
    .select({ number, state, videoId, reviewEndsAt, feedback, posterDone: videos.posterDone })
    .from(versions)
    .innerJoin(videos, eq(videos.id, videoId))
    .where(and(eq(versions.taskId, tasks.id), isNotNull(versions.windowSeconds)))
    .orderBy(desc(number))
    .limit(1)
    .as("reviewed");
}

/** The task's newest version if its current editor or a contributor uploaded it and it is being uploaded, prepared or was refused. */
function newestArrival(db: Reading) {
  const { number, state, videoId, editorId, failure } = versions;
  const newest = db
    .select({ number, state, videoId, editorId, failure })
    .from(versions)
    .where(eq(versions.taskId, tasks.id))
    .orderBy(desc(number))
    .limit(1)
    .as("newest");
  return db
    .select({
      number: newest.number,
      state: newest.state,
      failure: newest.failure,
      fileName: videos.fileName,
      received: videos.received,
      bytes: videos.bytes,
      writerUntil: videos.writerUntil,
      createdAt: videos.createdAt,
    })
    .from(newest)
    .innerJoin(videos, eq(videos.id, newest.videoId))
    .where(
      and(
        sql`${newest.state} in ('uploading', 'preparing', 'refused')`,
        or(eq(newest.editorId, tasks.editorId), isContributor(newest.editorId)),
        sql`${tasks.stage} <> 'cancelled'`,
      ),
    )
    .as("arrival");
}

/** The leading delivery of the task: only published tasks and those with a failed delivery show any. */
function leadingDelivery(db: Reading) {
  const { videoId, step, problemCode, watchUrl } = deliveries;
  return db
    .select({ videoId, step, problemCode, watchUrl })
    .from(deliveries)
    .where(eq(deliveries.taskId, tasks.id))
    .orderBy(asc(sql`${problemCode} is null`), asc(sql`${watchUrl} is null`), asc(deliveries.startedAt))
    .limit(1)
    .as("delivery");
}

type Filter = "stage" | "waiting" | "search" | "task" | "creator" | "after";

/** Tasks of one creator. */
export const ofCreator = eq(tasks.creatorId, sql.placeholder("creatorId"));

/** Numbers of rows that the statements read: one more than the default and the largest page of the API. */
export type PageSize = "31" | "101";

export function pageSizeOf(limit: number): PageSize {
  return limit <= 31 ? "31" : "101";
}

/**
 * A limit as a literal. With a parameter, PostgreSQL could not estimate the rows of a prepared statement and would plan
 * it again for each call, which takes longer than reading a page.
 */
export function literalLimit(size: `${number}`): Placeholder {
  const literal: unknown = sql.raw(size);
  return literal as Placeholder;
}

const selectTasks = prepared(
  "board_tasks",
  (
    db,
    side: Side | "named",
    status: TaskQuery["status"],
    order: TaskOrder,
    size: PageSize,
    ...filters: Filter[]
  ) => {
    const reviewed = newestReviewed(db);
    const arrival = newestArrival(db);
    const delivery = leadingDelivery(db);
    const conditions = {
      stage: eq(tasks.stage, sql.placeholder("stage")),
      waiting: and(waitingOnly, sql`${arrival.state} is distinct from 'preparing'`),
      search: side === "named" ? undefined : matches(side),
      task: eq(tasks.id, sql.placeholder("taskId")),
      creator: ofCreator,
      after: orders[order].after,
    };
    return db
      .select({
        task: tasks,
        creator: personColumns(creators),
        editor: personColumns(editors),
        reviewed: {
          number: reviewed.number,
          state: reviewed.state,
          videoId: reviewed.videoId,
          reviewEndsAt: reviewed.reviewEndsAt,
          feedback: reviewed.feedback,
          posterDone: reviewed.posterDone,
        },
        arrival: {
          number: arrival.number,
          state: arrival.state,
          failure: arrival.failure,
          fileName: arrival.fileName,
          received: arrival.received,
          bytes: arrival.bytes,
          writerUntil: arrival.writerUntil,
          createdAt: arrival.createdAt,
        },
        delivery: {
          videoId: delivery.videoId,
          step: delivery.step,
          problemCode: delivery.problemCode,
          watchUrl: delivery.watchUrl,
        },
        rating: { stars: ratings.stars, ratedAt: ratings.createdAt },
        contributors: contributorsOfTask,
      })
      .from(tasks)
      .innerJoin(creators, eq(creators.id, tasks.creatorId))
      .leftJoin(editors, eq(editors.id, tasks.editorId))
      .leftJoinLateral(reviewed, sql`true`)
      .leftJoinLateral(arrival, sql`true`)
      .leftJoinLateral(delivery, sql`true`)
      .leftJoin(ratings, eq(ratings.taskId, tasks.id))
      .where(
        and(
          side === "named"
            ? isOneOf(tasks.id, sql.placeholder("ids"))
            : tasksOfSide[side](sql.placeholder("personId")),
          status === "all" ? undefined : statuses[status],
          ...filters.map((filter) => conditions[filter]),
        ),
      )
      .orderBy(...orders[order].by)
      .limit(literalLimit(size));
  },
);

/** A page of a user's tasks with everything that their cards show. */
export async function listBoardTasks(tx: Reading, query: TaskQuery) {
  const { personId, side, status, stage, waiting, search, taskId, creatorId, order, last, limit } = query;
  const filters: Filter[] = [];
  if (stage !== null) filters.push("stage");
  if (waiting) filters.push("waiting");
  if (search !== null) filters.push("search");
  if (taskId !== null) filters.push("task");
  if (creatorId !== null) filters.push("creator");
  if (last !== null) filters.push("after");
  const size = pageSizeOf(limit);
  const rows = await selectTasks(tx, side, status, order, size, ...filters).execute({
    personId,
    stage,
    taskId,
    creatorId,
    part: search === null ? null : containing(search),
    lastId: last?.id,
    lastDeadline: last?.deadline,
  });
  return rows.slice(0, limit);
}
export type BoardRow = Awaited<ReturnType<typeof listBoardTasks>>[number];

/** The tasks with these ids, at most 101, with everything that their cards show. */
export async function listNamedTasks(tx: Reading, ids: readonly number[]): Promise<BoardRow[]> {
  return selectTasks(tx, "named", "all", "newest", "101").execute({ ids });
}

const selectCounts = prepared("board_counts", (db, side: Side, ...filters: "creator"[]) => {
  const filter = filters.length === 0 ? undefined : ofCreator;
  const countOf = (status: keyof typeof statuses) =>
    db
      .select({ tasks: count().as(`${status}_tasks`) })
      .from(tasks)
      .where(and(tasksOfSide[side](sql.placeholder("personId")), statuses[status], filter))
      .as(status);
  const [open, completed] = [countOf("open"), countOf("completed")];
  return db.select({ open: open.tasks, completed: completed.tasks }).from(open).crossJoin(completed);
});

/** Numbers of a user's open and completed tasks, of all creators or one. */
export async function countBoardTasks(
  tx: Reading,
  { personId, side, creatorId }: Pick<TaskQuery, "personId" | "side" | "creatorId">,
): Promise<{ open: number; completed: number }> {
  const filters = creatorId === null ? [] : (["creator"] as const);
  const [counts] = await selectCounts(tx, side, ...filters).execute({ personId, creatorId });
  return counts ?? { open: 0, completed: 0 };
}
