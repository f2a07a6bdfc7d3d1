import { and, asc, between, count, desc, eq, ilike, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Transaction } from "#foundation/server/database.ts";
import { people } from "#product/accounts/server/tables.ts";

import type { Side, Stage, TaskOrder } from "../rules.ts";
import { completedOnly, openOnly, tasks, waitingOnly } from "./tables.ts";

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
export async function findTaskOf(tx: Transaction, id: number, personId: number): Promise<TaskRow | null> {
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

/** A person's tasks with their two people, by keyset. Prepared once on each connection: planning costs the most. */
export async function listRows(tx: Transaction, query: TaskQuery) {
  const { side, shelf, stage, search, order, last } = query;
  const conditions = {
    side: eq(personOf[side], sql.placeholder("personId")),
    shelf: shelf === "all" ? undefined : shelves[shelf],
    stage: stage === null ? undefined : eq(tasks.stage, sql.placeholder("stage")),
    search: search === null ? undefined : matches(side),
    after: last === null ? undefined : orders[order].after,
  };
  const asked = Object.entries(conditions).flatMap(([name, condition]) => (condition ? [name] : []));
  return tx
    .select({ task: tasks, creator: cardColumns(creators), editor: cardColumns(editors) })
    .from(tasks)
    .innerJoin(creators, eq(creators.id, tasks.creatorId))
    .innerJoin(editors, eq(editors.id, tasks.editorId))
    .where(and(...Object.values(conditions)))
    .orderBy(...orders[order].by)
    .limit(sql.placeholder("limit"))
    .prepare(["tasks", side, shelf, order, ...asked].join("_"))
    .execute({
      personId: query.personId,
      stage,
      part: search === null ? null : `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`,
      lastId: last?.id,
      lastDeadline: last?.deadline,
      limit: query.limit,
    });
}

export async function countRows(
  tx: Transaction,
  { personId, side }: { personId: number; side: Side },
): Promise<{ open: number; completed: number }> {
  const countOn = (shelf: SQL) =>
    tx
      .select({ tasks: count() })
      .from(tasks)
      .where(and(eq(personOf[side], sql.placeholder("personId")), shelf));
  const [open] = await countOn(shelves.open).prepare(`tasks_${side}_open`).execute({ personId });
  const [completed] = await countOn(shelves.completed)
    .prepare(`tasks_${side}_completed`)
    .execute({ personId });
  return { open: open?.tasks ?? 0, completed: completed?.tasks ?? 0 };
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
