import { and, desc, eq, gt, isNull, lt, ne, sql } from "drizzle-orm";

import type { Role } from "#core/permission.ts";
import { prepared, type Reading, type Transaction } from "#core/server/database.ts";
import { people } from "#modules/people/server/tables.ts";

import { sessions } from "../tables.ts";

export type SessionRow = typeof sessions.$inferInsert;

export interface LiveSession {
  id: string;
  personId: number;
  role: Role;
  lastUsedAt: Date;
  email: string;
  emailVerified: boolean;
  operator: boolean;
}

export async function insertSession(tx: Transaction, session: SessionRow): Promise<void> {
  await tx.insert(sessions).values(session);
}

const liveSession = prepared("live_session", (db) =>
  db
    .select({
      id: sessions.id,
      personId: sessions.personId,
      role: people.role,
      lastUsedAt: sessions.lastUsedAt,
      email: people.email,
      emailVerified: people.emailVerified,
      operator: people.operator,
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder("tokenHash")),
        gt(sessions.expiresAt, sql.placeholder("now")),
        isNull(people.suspendedAt),
      ),
    ),
);

export async function findLiveSession(
  tx: Reading,
  tokenHash: string,
  now: Date,
): Promise<LiveSession | null> {
  const rows = await liveSession(tx).execute({ tokenHash, now });
  return rows[0] ?? null;
}

/** The person of a live session, or null. */
export async function findSessionPerson(tx: Transaction, id: string, now: Date): Promise<number | null> {
  const rows = await tx
    .select({ personId: sessions.personId })
    .from(sessions)
    .where(and(eq(sessions.id, id), gt(sessions.expiresAt, now)));
  return rows[0]?.personId ?? null;
}

/** Records that a session is in use, unless another request did so since `before`. */
export async function touchSession(
  tx: Transaction,
  touch: { id: string; before: Date; now: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .update(sessions)
    .set({ lastUsedAt: touch.now, expiresAt: touch.expiresAt })
    .where(and(eq(sessions.id, touch.id), lt(sessions.lastUsedAt, touch.before)));
}

/** A person's live sessions, the most recently used first. */
export async function listSessions(tx: Reading, personId: number, now: Date) {
  const { id, device, createdAt, lastUsedAt } = sessions;
  return tx
    .select({ id, device, createdAt, lastUsedAt })
    .from(sessions)
    .where(and(eq(sessions.personId, personId), gt(sessions.expiresAt, now)))
    .orderBy(desc(lastUsedAt), desc(id));
}

/** Returns false if the person has no such session. */
export async function deleteSessionOf(tx: Transaction, personId: number, id: string): Promise<boolean> {
  const own = and(eq(sessions.id, id), eq(sessions.personId, personId));
  return (await tx.delete(sessions).where(own).returning({ id: sessions.id })).length > 0;
}

/** Deletes a person's sessions except `keep` and returns their ids. */
export async function deleteSessionsOf(
  tx: Transaction,
  personId: number,
  keep: string | null,
): Promise<string[]> {
  const others = keep === null ? undefined : ne(sessions.id, keep);
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.personId, personId), others))
    .returning({ id: sessions.id });
  return ended.map(({ id }) => id);
}

/** Replaces the token of a session, so that the old token is no longer valid. */
export async function replaceSessionToken(tx: Transaction, id: string, tokenHash: string): Promise<void> {
  await tx.update(sessions).set({ tokenHash }).where(eq(sessions.id, id));
}

export async function deleteSession(tx: Transaction, id: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.id, id));
}

/** Deletes expired sessions and returns their ids. */
export async function deleteExpiredSessions(tx: Transaction, now: Date): Promise<string[]> {
  const ended = await tx.delete(sessions).where(lt(sessions.expiresAt, now)).returning({ id: sessions.id });
  return ended.map(({ id }) => id);
}
