import { and, count, desc, eq, lt, or, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Transaction } from "#foundation/server/database.ts";
import { people } from "#product/accounts/server/tables.ts";

import type { Side } from "../rules.ts";
import { completedOnly, openOnly, tasks } from "./tables.ts";

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

/** A task that the person is creator or editor of. */
export async function findTaskOf(tx: Transaction, id: number, personId: number): Promise<TaskRow | null> {
  const own = or(eq(tasks.creatorId, personId), eq(tasks.editorId, personId));
  const [row] = await tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, id), own));
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
  /** Only tasks with a smaller id. */
  before: number | null;
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

/** A person's tasks with their two people, newest first, by keyset; each shelf is served by an index of its own. */
export async function listRows(tx: Transaction, query: TaskQuery) {
  const conditions: (SQL | undefined)[] = [
    eq(personOf[query.side], query.personId),
    query.shelf === "all" ? undefined : shelves[query.shelf],
    query.before === null ? undefined : lt(tasks.id, query.before),
  ];
  return tx
    .select({ task: tasks, creator: cardColumns(creators), editor: cardColumns(editors) })
    .from(tasks)
    .innerJoin(creators, eq(creators.id, tasks.creatorId))
    .innerJoin(editors, eq(editors.id, tasks.editorId))
    .where(and(...conditions))
    .orderBy(desc(tasks.id))
    .limit(query.limit);
}

export async function countRows(
  tx: Transaction,
  person: { personId: number; side: Side },
): Promise<{ open: number; completed: number }> {
  const countOn = async (shelf: SQL) => {
    const [row] = await tx
      .select({ tasks: count() })
      .from(tasks)
      .where(and(eq(personOf[person.side], person.personId), shelf));
    return row?.tasks ?? 0;
  };
  return { open: await countOn(shelves.open), completed: await countOn(shelves.completed) };
}
