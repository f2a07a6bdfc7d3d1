import { and, eq, gte, isNotNull, isNull, lt, or, sql } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { type Video, videos } from "../tables.ts";
import type { Waiting } from "./files.ts";

/** One person's unfinished upload of one file for one subject. */
export async function findUnfinished(
  tx: Transaction,
  wanted: { personId: number; subject: string; fingerprint: string },
): Promise<Video | null> {
  const [row] = await tx
    .select()
    .from(videos)
    .where(
      and(
        eq(videos.personId, wanted.personId),
        eq(videos.subject, wanted.subject),
        eq(videos.fingerprint, wanted.fingerprint),
        eq(videos.state, "receiving"),
      ),
    );
  return row ?? null;
}

/** A person's own video, or null. */
export async function ownVideo(tx: Reading, personId: number, videoId: string): Promise<Video | null> {
  const [row] = await tx
    .select()
    .from(videos)
    .where(and(eq(videos.id, videoId), eq(videos.personId, personId)));
  return row ?? null;
}

/** Makes `writer` the only one that may append until `until`; false while another one's lease runs. */
export async function takeWriter(
  tx: Transaction,
  lease: { videoId: string; writer: string; now: Date; until: Date },
): Promise<boolean> {
  const taken = await tx
    .update(videos)
    .set({ writer: lease.writer, writerUntil: lease.until })
    .where(
      and(
        eq(videos.id, lease.videoId),
        eq(videos.state, "receiving"),
        or(isNull(videos.writer), lt(videos.writerUntil, lease.now)),
      ),
    )
    .returning({ id: videos.id });
  return taken.length > 0;
}

/** True while somebody's lease on an upload runs. */
export async function hasWriter(
  tx: Transaction,
  { videoId, now }: { videoId: string; now: Date },
): Promise<boolean> {
  const held = and(eq(videos.id, videoId), isNotNull(videos.writer), gte(videos.writerUntil, now));
  return (await tx.$count(videos, held)) > 0;
}

/** Lengthens the lease that `writer` has and notes the bytes stored by now; false when it has lost it. */
export async function renewWriter(
  tx: Transaction,
  lease: { videoId: string; writer: string; until: Date; received: number },
): Promise<boolean> {
  const { videoId, writer, until: writerUntil, received } = lease;
  const renewed = await tx
    .update(videos)
    .set({ writerUntil, received })
    .where(and(eq(videos.id, videoId), eq(videos.state, "receiving"), eq(videos.writer, writer)))
    .returning({ id: videos.id });
  return renewed.length > 0;
}

/** Gives the lease back and notes how many bytes are stored. */
export async function releaseWriter(
  tx: Transaction,
  lease: { videoId: string; writer: string; received: number | null },
): Promise<void> {
  await tx
    .update(videos)
    .set({ writer: null, ...(lease.received !== null && { received: lease.received }) })
    .where(and(eq(videos.id, lease.videoId), eq(videos.writer, lease.writer)));
}

/**
 * Uploads for which nobody is sending and something is to be done, oldest first: all bytes are there, or the sender's
 * process has crashed and nobody knows how many are, or nothing has come since `abandoned`.
 */
export async function uploadsToSettle(
  tx: Transaction,
  { now, abandoned, limit }: { now: Date; abandoned: Date; limit: number },
): Promise<Video[]> {
  const { state, subject, writer, writerUntil, received, bytes, createdAt } = videos;
  const crashed = and(isNotNull(writer), lt(writerUntil, now));
  const whole = eq(received, bytes);
  const silent = lt(sql`coalesce(${writerUntil}, ${createdAt})`, abandoned.toISOString());
  return tx
    .select()
    .from(videos)
    .where(
      and(eq(state, "receiving"), isNotNull(subject), or(crashed, and(isNull(writer), or(whole, silent)))),
    )
    .orderBy(createdAt)
    .limit(limit);
}

/** Videos of forms that arrived before `before` and that no action has claimed, and those that never arrived. */
export async function unclaimedVideos(tx: Transaction, { before, begun }: Waiting): Promise<Video[]> {
  return tx
    .select()
    .from(videos)
    .where(
      and(
        eq(videos.state, "receiving"),
        isNull(videos.subject),
        or(lt(videos.receivedAt, before), lt(videos.createdAt, begun)),
      ),
    );
}
