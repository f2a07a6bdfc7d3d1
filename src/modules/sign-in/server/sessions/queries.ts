import { and, desc, eq, gt, isNull, lt, ne, sql } from "drizzle-orm";

import type { Role } from "#core/permission.ts";
import { prepared, type Reading, type Transaction } from "#core/server/database.ts";
import { people } from "#modules/people/server/tables.ts";
import type { SessionEnd } from "#modules/sign-in/contract/sessions.ts";

import { endedSessions, sessions } from "../tables.ts";

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

/** Ends a person's sessions, only `only` or all but `except`, and returns their ids. Null if the reason is not stored. */
export async function endSessions(
  tx: Transaction,
  personId: number,
  reason: SessionEnd | null,
  { only, except }: { only?: string; except?: string } = {},
): Promise<string[]> {
  const ended = await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.personId, personId),
        only === undefined ? undefined : eq(sessions.id, only),
        except === undefined ? undefined : ne(sessions.id, except),
      ),
    )
    .returning();
  if (reason && ended.length > 0) {
    await tx
      .insert(endedSessions)
      .values(ended.map(({ tokenHash, expiresAt }) => ({ tokenHash, personId, reason, expiresAt })));
  }
  return ended.map(({ id }) => id);
}

/** The end of the session of a token, or null. */
export async function findSessionEnd(tx: Reading, tokenHash: string, now: Date) {
  const rows = await tx
    .select({ reason: endedSessions.reason, suspendedAt: people.suspendedAt })
    .from(endedSessions)
    .innerJoin(people, eq(people.id, endedSessions.personId))
    .where(and(eq(endedSessions.tokenHash, tokenHash), gt(endedSessions.expiresAt, now)));
  return rows[0] ?? null;
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
  await tx.delete(endedSessions).where(lt(endedSessions.expiresAt, now));
  const ended = await tx.delete(sessions).where(lt(sessions.expiresAt, now)).returning({ id: sessions.id });
  return ended.map(({ id }) => id);
}
