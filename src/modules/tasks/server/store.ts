import { and, asc, between, count, desc, eq, ilike, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { prepared, type Reading, type Transaction } from "#core/server/database.ts";
import { people } from "#modules/accounts/server/tables.ts";

import type { Side, Stage, TaskOrder } from "../rules.ts";
import { completedOnly, notInPreparation, openOnly, tasks, waitingOnly } from "./tables.ts";

export type TaskRow = typeof tasks.$inferSelect;
export type NewTask = Omit<typeof tasks.$inferInsert, "id">;
export type TaskChange = Partial<Omit<NewTask, "creatorId" | "createdAt">>;

const personOf = { creator: tasks.creatorId, editor: tasks.editorId } as const;

const shelves = { open: openOnly, completed: completedOnly } as const;

export async function insertTask(tx: Transaction, task: NewTask): Promise<TaskRow> {
  const [row] = await tx.insert(tasks).values(task).returning();
  if (!row) throw new Error("The task was not stored.");
  return row;
}

const sharedBy = (personId: number) => or(eq(tasks.creatorId, personId), eq(tasks.editorId, personId));

/** A task that the person is creator or editor of. */
export async function findTaskOf(tx: Reading, id: number, personId: number): Promise<TaskRow | null> {
  const [row] = await tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, id), sharedBy(personId)));
  return row ?? null;
}

/** The row, locked until the transaction ends. */
export async function lockRow(tx: Transaction, id: number): Promise<TaskRow | null> {
  const [row] = await tx.select().from(tasks).where(eq(tasks.id, id)).for("update");
  return row ?? null;
}

export async function changeRow(tx: Transaction, id: number, change: TaskChange): Promise<TaskRow> {
  const [row] = await tx.update(tasks).set(change).where(eq(tasks.id, id)).returning();
  if (!row) throw new Error(`Task ${id} is not there any more.`);
  return row;
}

export interface TaskQuery {
  personId: number;
  side: Side;
  shelf: keyof typeof shelves | "all";
  stage: Stage | null;
  /** Only those whose next step is the editor's upload. */
  waiting: boolean;
  /** Part of the task's texts or of the other person's name; null finds all. */
  search: string | null;
  order: TaskOrder;
  /** The last task of the page before. */
  last: { id: number; deadline: Date } | null;
  limit: number;
}

const creators = alias(people, "creators");
const editors = alias(people, "editors");
const cardColumns = ({ id, name, role, pictureFileId }: typeof creators | typeof editors) => ({
  id,
  name,
  role,
  pictureFileId,
});

/** How each order goes on after the last task of a page; the open and the completed shelf have indexes for them. */
const orders = {
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

type Narrowing = "stage" | "waiting" | "search" | "after";

const listing = prepared(
  "tasks",
  (db, side: Side, shelf: TaskQuery["shelf"], order: TaskOrder, ...narrowed: Narrowing[]) => {
    const narrowings = {
      stage: eq(tasks.stage, sql.placeholder("stage")),
      waiting: and(waitingOnly, notInPreparation),
      search: matches(side),
      after: orders[order].after,
    };
    return db
      .select({ task: tasks, creator: cardColumns(creators), editor: cardColumns(editors) })
      .from(tasks)
      .innerJoin(creators, eq(creators.id, tasks.creatorId))
      .innerJoin(editors, eq(editors.id, tasks.editorId))
      .where(
        and(
          eq(personOf[side], sql.placeholder("personId")),
          shelf === "all" ? undefined : shelves[shelf],
          ...narrowed.map((narrowing) => narrowings[narrowing]),
        ),
      )
      .orderBy(...orders[order].by)
      .limit(sql.placeholder("limit"));
  },
);

/** A person's tasks with their two people, by keyset. */
export async function listRows(tx: Reading, query: TaskQuery) {
  const { personId, side, shelf, stage, waiting, search, order, last, limit } = query;
  const narrowed: Narrowing[] = [];
  if (stage !== null) narrowed.push("stage");
  if (waiting) narrowed.push("waiting");
  if (search !== null) narrowed.push("search");
  if (last !== null) narrowed.push("after");
  return listing(tx, side, shelf, order, ...narrowed).execute({
    personId,
    stage,
    part: search === null ? null : `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`,
    lastId: last?.id,
    lastDeadline: last?.deadline,
    limit,
  });
}

const shelfCounts = prepared("task_counts", (db, side: Side) => {
  const countOn = (shelf: keyof typeof shelves) =>
    db
      .select({ tasks: count().as(`${shelf}_tasks`) })
      .from(tasks)
      .where(and(eq(personOf[side], sql.placeholder("personId")), shelves[shelf]))
      .as(shelf);
  const [open, completed] = [countOn("open"), countOn("completed")];
  return db.select({ open: open.tasks, completed: completed.tasks }).from(open).crossJoin(completed);
});

export async function countRows(
  tx: Reading,
  { personId, side }: { personId: number; side: Side },
): Promise<{ open: number; completed: number }> {
  const [counted] = await shelfCounts(tx, side).execute({ personId });
  return counted ?? { open: 0, completed: 0 };
}

/**
 * Notes that the editors of tasks due between `from` and `until` are reminded, and answers those tasks. Left out are
 * tasks whose editor was reminded of this deadline, and those that were given when it was as near already.
 */
export async function claimReminders(tx: Transaction, due: { from: Date; until: Date }): Promise<number[]> {
  const notice = sql`${due.until.toISOString()}::timestamptz - ${due.from.toISOString()}::timestamptz`;
  const { remindedOf, deadline, id } = tasks;
  const rows = await tx
    .update(tasks)
    .set({ remindedOf: deadline })
    .where(
      and(
        waitingOnly,
        between(deadline, due.from, due.until),
        or(isNull(remindedOf), ne(remindedOf, deadline)),
        sql`${tasks.createdAt} <= ${deadline} - (${notice})`,
      ),
    )
    .returning({ id });
  return rows.map((row) => row.id);
}

/** All tasks that the person is creator or editor of, oldest first. */
export async function listAllOf(tx: Transaction, personId: number): Promise<TaskRow[]> {
  return tx.select().from(tasks).where(sharedBy(personId)).orderBy(tasks.id);
}

/** Tasks that still go on and that the person is creator or editor of, oldest first. */
export async function listOpenOf(tx: Transaction, personId: number): Promise<TaskRow[]> {
  return tx
    .select()
    .from(tasks)
    .where(and(sharedBy(personId), openOnly))
    .orderBy(tasks.id);
}

/** The other people of a person's open tasks, each once. */
export async function listTeammates(tx: Transaction, personId: number): Promise<number[]> {
  const { creatorId, editorId } = tasks;
  const other = sql`case ${creatorId} when ${personId} then ${editorId} else ${creatorId} end`;
  const rows = await tx
    .selectDistinct({ id: other.mapWith(creatorId) })
    .from(tasks)
    .where(and(sharedBy(personId), openOnly));
  return rows.map(({ id }) => id);
}
