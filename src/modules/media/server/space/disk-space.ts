import { and, eq, gt, lt, ne, or, sql, type SQL } from "drizzle-orm";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Context } from "#core/server/context.ts";
import { together, type Transaction } from "#core/server/database.ts";
import { after, day } from "#core/time.ts";
import { mediaError } from "#modules/media/contract.ts";

import { storedFiles, type Video, videos } from "../tables.ts";

/** Free disk space that files must leave for the database, in bytes. */
const reservedForDatabase = 256 * 1024 * 1024;
/** A stalled upload gives the space of its missing bytes back after this long. */
const reservationLifetime = day;

type Store = Pick<ObjectStorage, "freeBytes">;

/** Bytes that an upload has yet to send; `id` is that of its video or file. */
export interface MissingBytes {
  id: string;
  bytes: number;
}

/** Throws `no_space` where the store can't take `bytes` more without using the database's space. */
export async function requireDiskSpace(storage: Store, bytes: number): Promise<void> {
  const free = await storage.freeBytes();
  if (free !== null && free < bytes + reservedForDatabase) throw mediaError("no_space");
}

/** As `requireDiskSpace`, for optional work: also leaves the space that unfinished uploads have reserved. */
export async function requireUnreservedSpace(ctx: Context, storage: Store, bytes: number): Promise<void> {
  if ((await storage.freeBytes()) === null) return;
  await requireDiskSpace(storage, bytes + (await sumReserved(ctx.tx, { now: ctx.now })));
}

/**
 * Throws `no_space` where the missing bytes of an upload don't fit beside those of all other unfinished uploads. Its row
 * has been written in this transaction: it reserves its space with the commit, and uploads are admitted one by one.
 */
export async function admitUpload(ctx: Context, storage: Store, missing: MissingBytes): Promise<void> {
  if ((await storage.freeBytes()) === null) return;
  await ctx.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('admit upload', 0))`);
  const others = await sumReserved(ctx.tx, { now: ctx.now, except: missing.id });
  await requireDiskSpace(storage, missing.bytes + others);
}

/**
 * Throws `no_space` where the missing bytes of an upload that was admitted before no longer fit, because something else
 * has filled the disk. The uploads that were created first may continue first.
 */
export async function requireReservedSpace(
  ctx: Context,
  storage: Store,
  missing: MissingBytes & { createdAt: Date },
): Promise<void> {
  if ((await storage.freeBytes()) === null) return;
  const earlier = await sumReserved(ctx.tx, { now: ctx.now, before: missing });
  await requireDiskSpace(storage, missing.bytes + earlier);
}

/**
 * Throws `no_space` where the rest of an upload doesn't fit on the disk. One that has given its space back must fit beside
 * all others.
 */
export async function requireSpaceForRest(
  ctx: Context,
  storage: Store,
  video: Pick<Video, "id" | "bytes" | "createdAt" | "writerUntil">,
  received: number,
): Promise<void> {
  const missing = { id: video.id, bytes: video.bytes - received, createdAt: video.createdAt };
  const stalled = after(video.writerUntil ?? video.createdAt, reservationLifetime) < ctx.now;
  await (stalled ? admitUpload(ctx, storage, missing) : requireReservedSpace(ctx, storage, missing));
}

/** Missing bytes of all unfinished uploads, or of those created `before` another one; without those of stalled ones. */
async function sumReserved(
  tx: Transaction,
  { now, except, before }: { now: Date; except?: string; before?: { id: string; createdAt: Date } },
): Promise<number> {
  const since = after(now, -reservationLifetime);
  const others = (table: typeof videos | typeof storedFiles) =>
    and(
      except === undefined ? undefined : ne(table.id, except),
      before &&
        or(
          lt(table.createdAt, before.createdAt),
          and(eq(table.createdAt, before.createdAt), lt(table.id, before.id)),
        ),
    );
  const sum = (bytes: SQL) => sql<number>`coalesce(sum(${bytes}), 0)`.mapWith(Number);
  const { state, bytes, received, writerUntil, createdAt } = videos;
  const [ofVideos, ofFiles] = await together([
    tx
      .select({ reserved: sum(sql`greatest(${bytes} - ${received}, 0)`) })
      .from(videos)
      .where(
        and(
          eq(state, "receiving"),
          gt(sql`coalesce(${writerUntil}, ${createdAt})`, since.toISOString()),
          others(videos),
        ),
      ),
    tx
      .select({ reserved: sum(sql`${storedFiles.missing}`) })
      .from(storedFiles)
      .where(and(eq(storedFiles.state, "staged"), gt(storedFiles.createdAt, since), others(storedFiles))),
  ]);
  return [...ofVideos, ...ofFiles].reduce((total, { reserved }) => total + reserved, 0);
}
