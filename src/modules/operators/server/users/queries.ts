import {
  and,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";

import type { Reading } from "#core/server/database.ts";
import type { UserFilter } from "#modules/operators/contract/users.ts";
import { nameKey } from "#modules/people/rules/people.ts";
import { people } from "#modules/people/server/tables.ts";
import { openOnly, tasks } from "#modules/tasks/server/tables.ts";

/** Texts with fewer characters are compared with whole names: no index finds parts of that length. */
const minSearchLength = 3;

interface UserQuery {
  search: string;
  filter: UserFilter;
  /** Named by the settings, besides those with the column. */
  operatorEmails: readonly string[];
  before: number | null;
  limit: number;
}

/** Accounts by descending id; deleted ones are left out. */
export async function listUsers(tx: Reading, query: UserQuery): Promise<Account[]> {
  const { before, limit } = query;
  const older = before === null ? undefined : lt(people.id, before);
  return tx
    .select()
    .from(people)
    .where(and(isNull(people.deletedAt), inFilter(query), older, matches(query.search)))
    .orderBy(desc(people.id))
    .limit(limit);
}

type Account = typeof people.$inferSelect;

function isEmail(search: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(search);
}

function isId(search: string): SQL | undefined {
  return /^\d{1,15}$/.test(search) ? eq(people.id, Number(search)) : undefined;
}

/** Condition of a search, backed by indexes. */
function matches(search: string): SQL | undefined {
  if (search === "") return undefined;
  const key = nameKey(search);
  if ([...search].length < minSearchLength) return or(isId(search), eq(people.nameKey, key));
  if (isEmail(search)) return or(eq(people.email, search.toLowerCase()), eq(people.nameKey, key));
  const part = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return or(isId(search), like(people.nameKey, part(key)), like(people.email, part(search.toLowerCase())));
}

function inFilter({ filter, operatorEmails }: UserQuery): SQL | undefined {
  if (filter === "suspended") return isNotNull(people.suspendedAt);
  if (filter === "all") return undefined;
  const named = and(inArray(people.email, [...operatorEmails]), people.emailVerified);
  return operatorEmails.length === 0 ? sql`${people.operator}` : or(sql`${people.operator}`, named);
}

/** Those of the addresses, in alphabetical order, whose account has not confirmed them and is no operator in another way. */
export async function listUnconfirmed(tx: Reading, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const { email, emailVerified, operator } = people;
  const rows = await tx
    .select({ email })
    .from(people)
    .where(and(inArray(email, [...emails]), not(emailVerified), not(operator)))
    .orderBy(email);
  return rows.map((row) => row.email);
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
