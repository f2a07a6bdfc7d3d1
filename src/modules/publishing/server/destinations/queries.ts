import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, notInArray, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";

import type { Reading, Transaction } from "#core/server/database.ts";
import { endStages } from "#modules/tasks/rules/stages.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { authorizations, deliveries, destinations, mayBeCalled, taskDestinations } from "../tables.ts";

export type DestinationRow = typeof destinations.$inferSelect;
type NewDestination = Omit<typeof destinations.$inferInsert, "id">;
type DestinationChange = Partial<Omit<DestinationRow, "id" | "personId" | "kind">>;
export type AuthorizationRow = typeof authorizations.$inferSelect;

export async function findDestination(tx: Reading, id: string): Promise<DestinationRow | null> {
  const [row] = await tx.select().from(destinations).where(eq(destinations.id, id));
  return row ?? null;
}

/** Locks destinations against deletion until the transaction ends. Returns the ids of those that still exist. */
export async function lockDestinations(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: destinations.id })
    .from(destinations)
    .where(inArray(destinations.id, [...ids]))
    .orderBy(asc(destinations.id))
    .for("key share");
  return rows.map(({ id }) => id);
}

/** The destination of a delivery; null once it was disconnected. */
export async function destinationOfDelivery(
  { tx }: { tx: Reading },
  { destinationId }: { destinationId: string | null },
): Promise<DestinationRow | null> {
  return destinationId === null ? null : findDestination(tx, destinationId);
}

/** Whether a delivery's destination is connected and its connection works. */
export function isConnected(destination: DestinationRow | null): boolean {
  return destination !== null && destination.brokenAt === null;
}

/** The destinations of deliveries by their ids, without those that were disconnected. */
export async function destinationsOfDeliveries(
  tx: Reading,
  rows: readonly { destinationId: string | null }[],
): Promise<Map<string | null, DestinationRow>> {
  const ids = rows.flatMap(({ destinationId }) => destinationId ?? []);
  if (ids.length === 0) return new Map();
  const destinationRows = await tx.select().from(destinations).where(inArray(destinations.id, ids));
  return new Map(destinationRows.map((row) => [row.id, row]));
}

/** A user's destinations, the one that was connected last first. */
export async function listDestinations(tx: Reading, personId: number): Promise<DestinationRow[]> {
  return tx
    .select()
    .from(destinations)
    .where(eq(destinations.personId, personId))
    .orderBy(desc(destinations.connectedAt), asc(destinations.id));
}

/**
 * Saves and returns a connection. A connection to the same channel keeps its id, and the deliveries of one that was
 * disconnected belong to it again.
 */
export async function saveDestination(tx: Transaction, destination: NewDestination): Promise<DestinationRow> {
  const { personId, kind, accountId, ...rest } = destination;
  const [saved] = await tx
    .insert(destinations)
    .values(destination)
    .onConflictDoUpdate({
      target: [destinations.personId, destinations.kind, destinations.accountId],
      targetWhere: sql`${destinations.accountId} <> ''`,
      set: rest,
    })
    .returning();
  if (!saved) throw new Error("The destination was not saved.");
  await tx
    .update(deliveries)
    .set({ destinationId: saved.id })
    .where(
      and(
        isNull(deliveries.destinationId),
        eq(deliveries.personId, personId),
        eq(deliveries.kind, kind),
        sql`${deliveries.consent} -> 'channel' ->> 'id' = ${accountId}`,
      ),
    );
  return saved;
}

/** Identifies a connection: a user may have renewed it since it was read. */
type Connection = Pick<DestinationRow, "id" | "connectedAt">;

const isConnection = ({ id, connectedAt }: Connection) =>
  and(eq(destinations.id, id), eq(destinations.connectedAt, connectedAt));

/** Changes a connection unless it was renewed since it was read. */
export async function changeDestination(
  tx: Transaction,
  read: Connection,
  change: DestinationChange,
): Promise<void> {
  await tx.update(destinations).set(change).where(isConnection(read));
}

/** Marks a working connection as broken. Null if it is broken already or was renewed since it was read. */
export async function breakDestination(
  tx: Transaction,
  read: Connection,
  now: Date,
): Promise<DestinationRow | null> {
  const [broken] = await tx
    .update(destinations)
    .set({ brokenAt: now })
    .where(and(isConnection(read), isNull(destinations.brokenAt)))
    .returning();
  return broken ?? null;
}

/** The titles of the unfinished tasks that are published to a destination, the oldest task first. */
export async function waitingTasks(tx: Reading, destinationId: string): Promise<string[]> {
  const chosen = tx
    .select({ taskId: taskDestinations.taskId })
    .from(taskDestinations)
    .where(eq(taskDestinations.destinationId, destinationId));
  const begun = tx
    .select({ taskId: deliveries.taskId })
    .from(deliveries)
    .where(eq(deliveries.destinationId, destinationId));
  const rows = await tx
    .select({ title: tasks.taskTitle })
    .from(tasks)
    .where(and(inArray(tasks.id, union(chosen, begun)), notInArray(tasks.stage, [...endStages])))
    .orderBy(asc(tasks.id));
  return rows.map(({ title }) => title);
}

/** Deletes a connection unless it was renewed since it was read. */
export async function deleteDestination(tx: Transaction, read: Connection): Promise<void> {
  await tx.delete(destinations).where(isConnection(read));
}

/** All connections that may be called, the one that was checked longest ago first. */
export async function callableDestinations(tx: Transaction, now: Date): Promise<DestinationRow[]> {
  return tx.select().from(destinations).where(mayBeCalled(now)).orderBy(asc(destinations.checkedAt));
}

/** Deletes connections that broke before `moment` and were not renewed. */
export async function deleteBrokenSince(tx: Transaction, moment: Date): Promise<void> {
  await tx
    .delete(destinations)
    .where(and(isNotNull(destinations.brokenAt), lt(destinations.brokenAt, moment)));
}

/**
 * Deletes all tokens, which can't be decrypted with another secret. The server then marks the connections as broken and
 * notifies their creators.
 */
export async function expectNewConsent(db: Pick<Transaction, "update">): Promise<void> {
  const none = { encryptedRefreshToken: null, encryptedAccessToken: null, encryptedSettings: null };
  await db.update(destinations).set(none);
}

/** Connections without tokens that are not marked as broken. */
export async function connectionsWithoutTokens(tx: Reading): Promise<DestinationRow[]> {
  return tx
    .select()
    .from(destinations)
    .where(and(isNull(destinations.encryptedRefreshToken), isNull(destinations.brokenAt)));
}

/** The ids of the destinations that the creator has chosen for a task. */
export async function listChoice(tx: Reading, taskId: number): Promise<string[]> {
  const rows = await tx
    .select({ id: taskDestinations.destinationId })
    .from(taskDestinations)
    .where(eq(taskDestinations.taskId, taskId));
  return rows.map((row) => row.id);
}

export async function saveChoice(tx: Transaction, taskId: number, ids: readonly string[]): Promise<void> {
  await tx.delete(taskDestinations).where(eq(taskDestinations.taskId, taskId));
  if (ids.length > 0) {
    await tx.insert(taskDestinations).values(ids.map((destinationId) => ({ taskId, destinationId })));
  }
}

/** Saves a user's pending authorization; a new one replaces the old one. */
export async function saveAuthorization(tx: Transaction, authorization: AuthorizationRow): Promise<void> {
  const { personId: _, ...rest } = authorization;
  await tx
    .insert(authorizations)
    .values(authorization)
    .onConflictDoUpdate({ target: authorizations.personId, set: rest });
}

/** Deletes and returns the user's pending authorization, so that it cannot be used a second time. */
export async function takeAuthorization(tx: Transaction, personId: number): Promise<AuthorizationRow | null> {
  const [row] = await tx.delete(authorizations).where(eq(authorizations.personId, personId)).returning();
  return row ?? null;
}

export async function deleteExpiredAuthorizations(tx: Transaction, now: Date): Promise<void> {
  await tx.delete(authorizations).where(lt(authorizations.expiresAt, now));
}
