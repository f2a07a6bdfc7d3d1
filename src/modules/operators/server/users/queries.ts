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
import { nameKey } from "#modules/people/rules.ts";
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
  const { search, filter } = query;
  if (filter !== "all" || !searchesParts(search)) return listInOrder(tx, query, matches(search));
  const recent = await listInOrder(tx, query, and(isRecent(query.before), contains(search)));
  if (recent.length === query.limit) return recent;
  const share = await sampleShare(tx, contains(search));
  return share > maxIndexedShare
    ? listInOrder(tx, query, contains(search))
    : listFound(tx, query, matches(search));
}

type Account = typeof people.$inferSelect;

/**
 * A search for parts first reads this many of the newest ids, which fills a page with what at least 0.5% of the accounts
 * have, and otherwise costs a few milliseconds.
 */
const recentIds = 10_000;

/** Above this share of all accounts, reading them in order finds a page sooner than the trigram indexes. */
const maxIndexedShare = 0.4;

function isRecent(before: number | null): SQL {
  const newest = before === null ? sql`(select max(${people.id}) from ${people})` : sql`${before}::bigint`;
  return sql`${people.id} > ${newest} - ${recentIds}::bigint`;
}

/** Reads accounts by descending id until the page is full, unless an index finds all that match. */
async function listInOrder(tx: Reading, query: UserQuery, condition: SQL | undefined): Promise<Account[]> {
  return tx
    .select()
    .from(people)
    .where(and(listed(query), condition))
    .orderBy(desc(people.id))
    .limit(query.limit);
}

/** Finds the ids of all accounts that match by indexes, then reads the page. */
async function listFound(tx: Reading, query: UserQuery, condition: SQL | undefined): Promise<Account[]> {
  const ids = tx
    .select({ id: people.id })
    .from(people)
    .where(and(listed(query), condition));
  return tx
    .select()
    .from(people)
    .where(
      // Without `materialized`, the planner reads in order: it expects matches to be spread evenly.
      sql`${people.id} in (with matching as materialized ${ids} select id from matching order by id desc limit ${query.limit})`,
    )
    .orderBy(desc(people.id));
}

/** Share of accounts that match, estimated from a thousandth of the table; 0 if that is empty. */
async function sampleShare(tx: Reading, condition: SQL | undefined): Promise<number> {
  const share = sql<number>`coalesce(avg((${condition})::int), 0)::float8`.as("share");
  const [row] = await tx.select({ share }).from(sql`${people} tablesample system (0.1) repeatable (1)`);
  return row?.share ?? 0;
}

function listed(query: UserQuery): SQL | undefined {
  const { before } = query;
  return and(isNull(people.deletedAt), inFilter(query), before === null ? undefined : lt(people.id, before));
}

/** Whether accounts match that contain the text, in contrast to a whole name or email. */
function searchesParts(search: string): boolean {
  return [...search].length >= minSearchLength && !isEmail(search);
}

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

/** The same condition for parts of names and emails, which no index answers. */
function contains(search: string): SQL | undefined {
  return or(
    isId(search),
    sql`strpos(${people.nameKey}, ${nameKey(search)}) > 0`,
    sql`strpos(${people.email}, ${search.toLowerCase()}) > 0`,
  );
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
