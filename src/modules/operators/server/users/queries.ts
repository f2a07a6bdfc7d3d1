import { and, count, desc, eq, inArray, isNotNull, isNull, like, lt, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";

import type { Reading } from "#core/server/database.ts";
import type { UserFilter } from "#modules/operators/contract/users.ts";
import { nameKey } from "#modules/people/rules.ts";
import { people } from "#modules/people/server/tables.ts";
import { openOnly, tasks } from "#modules/tasks/server/tables.ts";

/** Texts with fewer characters are compared with whole names: no index finds parts of that length. */
export const minSearchLength = 3;

interface UserQuery {
  search: string;
  filter: UserFilter;
  /** Named by the settings, besides those with the column. */
  operatorEmails: readonly string[];
  before: number | null;
  limit: number;
}

/** Accounts by descending id; deleted ones are left out. Each condition is backed by an index. */
export async function listUsers(tx: Reading, query: UserQuery) {
  return tx
    .select()
    .from(people)
    .where(
      and(
        isNull(people.deletedAt),
        matches(query.search),
        inFilter(query),
        query.before === null ? undefined : lt(people.id, query.before),
      ),
    )
    .orderBy(desc(people.id))
    .limit(query.limit);
}

function matches(search: string): SQL | undefined {
  if (search === "") return undefined;
  const id = /^\d{1,15}$/.test(search) ? eq(people.id, Number(search)) : undefined;
  const key = nameKey(search);
  if ([...search].length < minSearchLength) return or(id, eq(people.nameKey, key));
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(search)) {
    return or(eq(people.email, search.toLowerCase()), eq(people.nameKey, key));
  }
  const part = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return or(id, like(people.nameKey, part(key)), like(people.email, part(search.toLowerCase())));
}

function inFilter({ filter, operatorEmails }: UserQuery): SQL | undefined {
  if (filter === "suspended") return isNotNull(people.suspendedAt);
  if (filter === "all") return undefined;
  const named = and(inArray(people.email, [...operatorEmails]), people.emailVerified);
  return operatorEmails.length === 0 ? sql`${people.operator}` : or(sql`${people.operator}`, named);
}

/** Number of open tasks of users as creator or editor, by their ids. */
export async function countOpenTasks(tx: Reading, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const side = (column: typeof tasks.creatorId | typeof tasks.editorId, accepted?: SQL) =>
    tx
      .select({ id: column, open: count() })
      .from(tasks)
      .where(and(inArray(column, [...ids]), openOnly, accepted))
      .groupBy(column);
  const rows = await unionAll(side(tasks.creatorId), side(tasks.editorId, isNull(tasks.declinedAt)));
  const open = new Map<number, number>();
  for (const { id, open: more } of rows) {
    if (id !== null) open.set(id, (open.get(id) ?? 0) + more);
  }
  return open;
}
