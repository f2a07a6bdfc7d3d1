import { and, eq, gte, isNotNull, isNull, lt, or, sql } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { type Video, videos } from "../tables.ts";

/** A user's unfinished upload of one file for one owner, or null. */
export async function findUnfinished(
  tx: Transaction,
  wanted: { personId: number; taskId: number; fingerprint: string },
): Promise<Video | null> {
  const [row] = await tx
    .select()
    .from(videos)
    .where(
      and(
        eq(videos.personId, wanted.personId),
        eq(videos.taskId, wanted.taskId),
        eq(videos.fingerprint, wanted.fingerprint),
        eq(videos.state, "receiving"),
      ),
    );
  return row ?? null;
}

/** A video that `personId` has uploaded, or null. */
export async function ownVideo(tx: Reading, personId: number, videoId: string): Promise<Video | null> {
  const [row] = await tx
    .select()
    .from(videos)
    .where(and(eq(videos.id, videoId), eq(videos.personId, personId)));
  return row ?? null;
}

/** Gives `writer` the exclusive right to append until `until`; false while another lease is active. */
export async function acquireLease(
  tx: Transaction,
  lease: { videoId: string; writer: string; sender: string | null; now: Date; until: Date },
): Promise<boolean> {
  const acquired = await tx
    .update(videos)
    .set({ writer: lease.writer, writerUntil: lease.until, sender: lease.sender, senderWaits: false })
    .where(
      and(
        eq(videos.id, lease.videoId),
        eq(videos.state, "receiving"),
        or(isNull(videos.writer), lt(videos.writerUntil, lease.now)),
      ),
    )
    .returning({ id: videos.id });
  return acquired.length > 0;
}

/** The active lease on an upload, or null. */
export async function findActiveLease(
  tx: Reading,
  { videoId, now }: { videoId: string; now: Date },
): Promise<{ writer: string; sender: string | null } | null> {
  const [row] = await tx
    .select({ writer: videos.writer, sender: videos.sender })
    .from(videos)
    .where(and(eq(videos.id, videoId), gte(videos.writerUntil, now)));
  return row?.writer ? { writer: row.writer, sender: row.sender } : null;
}

/** Ends the lease of a `writer` whose process has died, as if its time were over. */
export async function expireLease(
  tx: Transaction,
  { videoId, writer, now }: { videoId: string; writer: string; now: Date },
): Promise<void> {
  await tx
    .update(videos)
    .set({ writerUntil: new Date(now.getTime() - 1) })
    .where(and(eq(videos.id, videoId), eq(videos.writer, writer)));
}

/** Asks `writer` to end its lease, because its sender waits in another request. */
export async function requestLease(
  tx: Transaction,
  { videoId, writer }: { videoId: string; writer: string },
): Promise<void> {
  await tx
    .update(videos)
    .set({ senderWaits: true })
    .where(and(eq(videos.id, videoId), eq(videos.writer, writer)));
}

/** Extends `writer`'s lease and records the bytes stored so far; null when it has lost the lease. */
export async function renewLease(
  tx: Transaction,
  lease: { videoId: string; writer: string; until: Date; received: number },
): Promise<Pick<Video, "senderWaits" | "taskId" | "bytes"> | null> {
  const { videoId, writer, until: writerUntil, received } = lease;
  const [renewed] = await tx
    .update(videos)
    .set({ writerUntil, received })
    .where(and(eq(videos.id, videoId), eq(videos.state, "receiving"), eq(videos.writer, writer)))
    .returning({ senderWaits: videos.senderWaits, taskId: videos.taskId, bytes: videos.bytes });
  return renewed ?? null;
}

/** Ends `writer`'s lease and records the bytes stored, where known. */
export async function releaseLease(
  tx: Transaction,
  lease: { videoId: string; writer: string; received: number | null },
): Promise<void> {
  await tx
    .update(videos)
    .set({ writer: null, ...(lease.received !== null && { received: lease.received }) })
    .where(and(eq(videos.id, lease.videoId), eq(videos.writer, lease.writer)));
}

/**
 * Uploads without an active sender that need attention, oldest first: all bytes are stored, or the process of the sender
 * has crashed and the stored bytes are unknown, or nothing was received since `inactiveSince`.
 */
export async function uploadsToSweep(
  tx: Transaction,
  { now, inactiveSince, limit }: { now: Date; inactiveSince: Date; limit: number },
): Promise<Video[]> {
  const { state, taskId, writer, writerUntil, received, bytes, createdAt } = videos;
  const crashed = and(isNotNull(writer), lt(writerUntil, now));
  const complete = eq(received, bytes);
  const inactive = lt(sql`coalesce(${writerUntil}, ${createdAt})`, inactiveSince.toISOString());
  return tx
    .select()
    .from(videos)
    .where(
      and(
        eq(state, "receiving"),
        isNotNull(taskId),
        or(crashed, and(isNull(writer), or(complete, inactive))),
      ),
    )
    .orderBy(createdAt)
    .limit(limit);
}

/** Videos of forms that no action has claimed: stored before `storedBefore`, or begun before `begunBefore`. */
export async function unclaimedVideos(
  tx: Transaction,
  { storedBefore, begunBefore }: { storedBefore: Date; begunBefore: Date },
): Promise<Video[]> {
  return tx
    .select()
    .from(videos)
    .where(
      and(
        eq(videos.state, "receiving"),
        isNull(videos.taskId),
        or(lt(videos.receivedAt, storedBefore), lt(videos.createdAt, begunBefore)),
      ),
    );
}
