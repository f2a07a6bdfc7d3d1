import { and, eq, gte, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { type Upload, uploads, type Video, videos } from "../tables.ts";

export async function insertUpload(tx: Transaction, upload: typeof uploads.$inferInsert): Promise<void> {
  await tx.insert(uploads).values(upload);
}

/** The identity of a file that a user uploads for an owner. */
type SentFile = Pick<Upload, "kind" | "fingerprint" | "bytes"> & { personId: number; owner: string };

/** A user's unfinished upload of one file for one owner, or null. */
export async function findUnfinished(tx: Transaction, file: SentFile): Promise<Upload | null> {
  const [row] = await tx
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.personId, file.personId),
        eq(uploads.kind, file.kind),
        eq(uploads.owner, file.owner),
        eq(uploads.fingerprint, file.fingerprint),
        eq(uploads.bytes, file.bytes),
      ),
    );
  return row ?? null;
}

/** Inserts uploads of files, except those of which the same is in progress; returns the inserted ones. */
export async function insertFileUploads(
  tx: Transaction,
  files: readonly (typeof uploads.$inferInsert)[],
): Promise<Upload[]> {
  return tx
    .insert(uploads)
    .values([...files])
    .onConflictDoNothing()
    .returning();
}

/** A user's unfinished uploads of files with these fingerprints for one owner. */
export async function findFileUploads(
  tx: Reading,
  { personId, owner, fingerprints }: { personId: number; owner: string; fingerprints: readonly string[] },
): Promise<Upload[]> {
  return tx
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.personId, personId),
        eq(uploads.kind, "file"),
        eq(uploads.owner, owner),
        inArray(uploads.fingerprint, [...fingerprints]),
      ),
    );
}

/** An upload in progress, or null. */
export async function findUpload(tx: Reading, id: string): Promise<Upload | null> {
  const [row] = await tx.select().from(uploads).where(eq(uploads.id, id));
  return row ?? null;
}

/** A resumable upload in progress by `personId`, or null. */
export async function ownUpload(tx: Reading, personId: number, id: string): Promise<Upload | null> {
  const [row] = await tx
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.personId, personId), isNotNull(uploads.owner)));
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

/** Records how many bytes of a form's video are stored, and its size as far as it is known; false when it has ended. */
export async function recordReceived(
  tx: Transaction,
  id: string,
  { received, bytes }: { received: number; bytes: number },
): Promise<boolean> {
  const changed = await tx
    .update(uploads)
    .set({ received, bytes })
    .where(eq(uploads.id, id))
    .returning({ id: uploads.id });
  return changed.length > 0;
}

/** Gives `writer` the exclusive right to append until `until`; false while another lease is active, or after the end. */
export async function acquireLease(
  tx: Transaction,
  lease: { uploadId: string; writer: string; sender: string | null; now: Date; until: Date },
): Promise<boolean> {
  const acquired = await tx
    .update(uploads)
    .set({ writer: lease.writer, writerUntil: lease.until, sender: lease.sender, senderWaits: false })
    .where(
      and(eq(uploads.id, lease.uploadId), or(isNull(uploads.writer), lt(uploads.writerUntil, lease.now))),
    )
    .returning({ id: uploads.id });
  return acquired.length > 0;
}

/** The active lease on an upload, or null. */
export async function findActiveLease(
  tx: Reading,
  { uploadId, now }: { uploadId: string; now: Date },
): Promise<{ writer: string; sender: string | null } | null> {
  const [row] = await tx
    .select({ writer: uploads.writer, sender: uploads.sender })
    .from(uploads)
    .where(and(eq(uploads.id, uploadId), gte(uploads.writerUntil, now)));
  return row?.writer ? { writer: row.writer, sender: row.sender } : null;
}

/** Ends the lease of a `writer` whose process has died, as if its time were over. */
export async function expireLease(
  tx: Transaction,
  { uploadId, writer, now }: { uploadId: string; writer: string; now: Date },
): Promise<void> {
  await tx
    .update(uploads)
    .set({ writerUntil: new Date(now.getTime() - 1) })
    .where(and(eq(uploads.id, uploadId), eq(uploads.writer, writer)));
}

/** Asks `writer` to end its lease, because its sender waits in another request. */
export async function requestLease(
  tx: Transaction,
  { uploadId, writer }: { uploadId: string; writer: string },
): Promise<void> {
  await tx
    .update(uploads)
    .set({ senderWaits: true })
    .where(and(eq(uploads.id, uploadId), eq(uploads.writer, writer)));
}

/** Extends `writer`'s lease and records the bytes stored so far; null when it has lost the lease. */
export async function renewLease(
  tx: Transaction,
  lease: { uploadId: string; writer: string; until: Date; received: number },
): Promise<Upload | null> {
  const { uploadId, writer, until: writerUntil, received } = lease;
  const [renewed] = await tx
    .update(uploads)
    .set({ writerUntil, received })
    .where(and(eq(uploads.id, uploadId), eq(uploads.writer, writer)))
    .returning();
  return renewed ?? null;
}

/** Ends `writer`'s lease and records the bytes stored, where known. */
export async function releaseLease(
  tx: Transaction,
  lease: { uploadId: string; writer: string; received: number | null },
): Promise<void> {
  await tx
    .update(uploads)
    .set({ writer: null, ...(lease.received !== null && { received: lease.received }) })
    .where(and(eq(uploads.id, lease.uploadId), eq(uploads.writer, lease.writer)));
}

/**
 * Uploads without an active sender that need attention, oldest first: all bytes are stored, or the process of the sender
 * has crashed and the stored bytes are unknown, or nothing was received since `inactiveSince`.
 */
export async function uploadsToSweep(
  tx: Transaction,
  { now, inactiveSince, limit }: { now: Date; inactiveSince: Date; limit: number },
): Promise<Upload[]> {
  const { owner, writer, writerUntil, received, bytes, createdAt } = uploads;
  const crashed = and(isNotNull(writer), lt(writerUntil, now));
  const complete = eq(received, bytes);
  const inactive = lt(sql`coalesce(${writerUntil}, ${createdAt})`, inactiveSince.toISOString());
  return tx
    .select()
    .from(uploads)
    .where(and(isNotNull(owner), or(crashed, and(isNull(writer), or(complete, inactive)))))
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
