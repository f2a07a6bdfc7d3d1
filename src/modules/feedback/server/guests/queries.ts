import { and, asc, count, desc, eq, inArray, max, sql } from "drizzle-orm";

import type { ReadContext } from "#core/server/context.ts";
import { prepared, type Reading, type Transaction } from "#core/server/database.ts";
import { linkState, type LinkState, type VisitKind } from "#modules/feedback/rules/guests.ts";
import { people } from "#modules/people/server/tables.ts";
import { versions } from "#modules/review/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { comments, guestLinks, type GuestLinkRow, type GuestRow, guests, guestVisits } from "../tables.ts";

/** A link with the video of its version and its current state. */
export interface LinkOnVersion extends GuestLinkRow {
  videoId: string;
  reviewEndsAt: Date | null;
  state: LinkState;
}

const stored = {
  link: guestLinks,
  videoId: versions.videoId,
  reviewEndsAt: versions.reviewEndsAt,
  versionState: versions.state,
  stage: tasks.stage,
  suspendedAt: people.suspendedAt,
};
const onVersion = and(eq(versions.taskId, guestLinks.taskId), eq(versions.number, guestLinks.version));
const onTask = eq(tasks.id, guestLinks.taskId);
const ofCreator = eq(people.id, tasks.creatorId);

interface StoredLink {
  link: GuestLinkRow;
  videoId: string;
  reviewEndsAt: Date | null;
  versionState: string;
  stage: string;
  suspendedAt: Date | null;
}

function withState(
  { link, videoId, reviewEndsAt, versionState, stage, suspendedAt }: StoredLink,
  now: Date,
): LinkOnVersion {
  const running = reviewEndsAt === null || reviewEndsAt > now;
  const inReview = versionState === "in_review" && stage === "in_review" && running && !suspendedAt;
  return { ...link, videoId, reviewEndsAt, state: linkState({ ...link, inReview }, now) };
}

/** Most requests of guests ask for it. */
const linkById = prepared("guest_link", (db: Reading) =>
  db
    .select(stored)
    .from(guestLinks)
    .innerJoin(versions, onVersion)
    .innerJoin(tasks, onTask)
    .innerJoin(people, ofCreator)
    .where(eq(guestLinks.id, sql.placeholder("id"))),
);

export async function findLink(tx: Reading, id: string, now: Date): Promise<LinkOnVersion | null> {
  const [row] = await linkById(tx).execute({ id });
  return row ? withState(row, now) : null;
}

/** Every comment asks for it. */
const linksOfTask = prepared("guest_links_of_task", (db: Reading) =>
  db
    .select(stored)
    .from(guestLinks)
    .innerJoin(versions, onVersion)
    .innerJoin(tasks, onTask)
    .innerJoin(people, ofCreator)
    .where(eq(guestLinks.taskId, sql.placeholder("taskId")))
    .orderBy(desc(guestLinks.createdAt), desc(guestLinks.id)),
);

/** The links of a task, newest first. */
export async function listLinks(tx: Reading, taskId: number, now: Date): Promise<LinkOnVersion[]> {
  const rows = await linksOfTask(tx).execute({ taskId });
  return rows.map((row) => withState(row, now));
}

/** The links of a task that can be used now. */
export async function listActiveLinks(
  { tx, now }: Pick<ReadContext, "tx" | "now">,
  taskId: number,
): Promise<LinkOnVersion[]> {
  return (await listLinks(tx, taskId, now)).filter(({ state }) => state === "active");
}

export interface GuestSession {
  guest: GuestRow;
  link: LinkOnVersion;
}

/** Every request of a guest asks for it. */
const guestSession = prepared("guest_session", (db: Reading) =>
  db
    .select({ ...stored, guest: guests })
    .from(guests)
    .innerJoin(guestLinks, eq(guestLinks.id, guests.linkId))
    .innerJoin(versions, onVersion)
    .innerJoin(tasks, onTask)
    .innerJoin(people, ofCreator)
    .where(
      and(eq(guests.linkId, sql.placeholder("linkId")), eq(guests.tokenHash, sql.placeholder("tokenHash"))),
    ),
);

/** The guest with this session, and their link. */
export async function findSession(
  tx: Reading,
  { now, ...session }: { linkId: string; tokenHash: string; now: Date },
): Promise<GuestSession | null> {
  const [row] = await guestSession(tx).execute(session);
  return row ? { guest: row.guest, link: withState(row, now) } : null;
}

/** The earlier of the link's expiry and the end of the review window; null while no end is known. */
export function reviewEnd({ expiresAt, reviewEndsAt }: LinkOnVersion): Date | null {
  if (expiresAt === null || reviewEndsAt === null) return expiresAt ?? reviewEndsAt;
  return expiresAt < reviewEndsAt ? expiresAt : reviewEndsAt;
}

export async function insertLink(tx: Transaction, link: GuestLinkRow): Promise<void> {
  await tx.insert(guestLinks).values(link);
}

export async function changeLink(
  tx: Transaction,
  id: string,
  change: Partial<Omit<GuestLinkRow, "id" | "taskId" | "version">>,
): Promise<void> {
  if (Object.keys(change).length > 0) await tx.update(guestLinks).set(change).where(eq(guestLinks.id, id));
}

/** Ends the sessions of all guests of a link. */
export async function endSessions(tx: Transaction, linkId: string): Promise<void> {
  await tx.update(guests).set({ tokenHash: null }).where(eq(guests.linkId, linkId));
}

export async function insertGuest(tx: Transaction, guest: GuestRow): Promise<void> {
  await tx.insert(guests).values(guest);
}

export async function touchGuest(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.update(guests).set({ lastSeenAt: now }).where(eq(guests.id, id));
}

/** Number of guests and their last visit, by link. */
export async function countGuests(
  tx: Reading,
  linkIds: readonly string[],
): Promise<Map<string, { guests: number; lastSeenAt: Date | null }>> {
  if (linkIds.length === 0) return new Map();
  const rows = await tx
    .select({ linkId: guests.linkId, guests: count(), lastSeenAt: max(guests.lastSeenAt) })
    .from(guests)
    .where(inArray(guests.linkId, [...linkIds]))
    .groupBy(guests.linkId);
  return new Map(rows.map(({ linkId, ...counted }) => [linkId, counted]));
}

interface NewVisit {
  linkId: string;
  guestId: string | null;
  kind: VisitKind;
  address: string;
  at: Date;
}

/** Records a visit unless the link has `maxVisits` already. */
export async function insertVisit(tx: Transaction, visit: NewVisit, maxVisits: number): Promise<void> {
  const [recorded] = await tx
    .select({ visits: count() })
    .from(guestVisits)
    .where(eq(guestVisits.linkId, visit.linkId));
  if ((recorded?.visits ?? 0) < maxVisits) await tx.insert(guestVisits).values(visit);
}

/** The access log of a link, newest first. */
export async function listVisits(tx: Reading, linkId: string, limit: number) {
  const { at, kind, address, id } = guestVisits;
  return tx
    .select({ id, at, kind, address, name: guests.name })
    .from(guestVisits)
    .leftJoin(guests, eq(guests.id, guestVisits.guestId))
    .where(eq(guestVisits.linkId, linkId))
    .orderBy(desc(id))
    .limit(limit);
}

/** Ids of the links of all tasks of a creator. */
export async function listCreatorLinkIds(tx: Reading, creatorId: number): Promise<string[]> {
  const rows = await tx
    .select({ id: guestLinks.id })
    .from(guestLinks)
    .innerJoin(tasks, onTask)
    .where(eq(tasks.creatorId, creatorId));
  return rows.map(({ id }) => id);
}

/** Review links of the tasks of a creator after `last`, by task, without their secrets and passwords. */
export async function findTaskLinks(
  tx: Reading,
  query: { creatorId: number; last: { taskId: number; id: string } | null; limit: number },
) {
  const { id, taskId, version, mayComment, mayDownload, mayWatchTogether } = guestLinks;
  const { expiresAt, revokedAt, createdAt } = guestLinks;
  const { last } = query;
  const after = last && sql`(${taskId}, ${id}) > (${last.taskId}, ${last.id})`;
  return tx
    .select({
      id,
      taskId,
      version,
      mayComment,
      mayDownload,
      mayWatchTogether,
      expiresAt,
      revokedAt,
      createdAt,
    })
    .from(guestLinks)
    .innerJoin(tasks, eq(tasks.id, taskId))
    .where(and(eq(tasks.creatorId, query.creatorId), after ?? undefined))
    .orderBy(asc(taskId), asc(id))
    .limit(query.limit);
}
export type LinkOfCreator = Awaited<ReturnType<typeof findTaskLinks>>[number];

/** Deletes the links of a task, their guests and access logs. Comments keep the names of their guests. */
export async function deleteLinks(tx: Transaction, taskId: number): Promise<void> {
  const ids = tx.select({ id: guestLinks.id }).from(guestLinks).where(eq(guestLinks.taskId, taskId));
  await tx.delete(guestVisits).where(inArray(guestVisits.linkId, ids));
  await tx.delete(guests).where(inArray(guests.linkId, ids));
  await tx.delete(guestLinks).where(eq(guestLinks.taskId, taskId));
}

/** Whether the file is an image of a comment on the version. */
export async function isCommentImage(
  tx: Reading,
  { taskId, version, fileId }: { taskId: number; version: number; fileId: string },
): Promise<boolean> {
  const [row] = await tx
    .select({ found: sql`1` })
    .from(comments)
    .where(
      and(
        eq(comments.taskId, taskId),
        eq(comments.version, version),
        sql`${fileId} = any(${comments.imageFileIds})`,
      ),
    )
    .limit(1);
  return row !== undefined;
}
