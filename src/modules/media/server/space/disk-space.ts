import { and, eq, gt, lt, notInArray, or, sql, type SQL } from "drizzle-orm";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Context } from "#core/server/context.ts";
import { together, type Transaction } from "#core/server/database.ts";
import { after } from "#core/time.ts";
import { mediaError } from "#modules/media/contract/videos.ts";

import { storedFiles, type Upload, uploads } from "../tables.ts";
import { type CountedFiles, accountQuota, requireQuota } from "./quota.ts";
import { reservationLifetime } from "./reservation-lifetime.ts";

/** Free disk space that files must leave for the database, in bytes. */
const reservedForDatabase = 256 * 1024 * 1024;

/** Share of the free space that the unfinished uploads of one user may reserve, so that uploads of others fit as well. */
const shareOfUser = 7 / 8;

export type Store = Pick<ObjectStorage, "freeBytes">;

/** Bytes that uploads have yet to send; `ids` are those of their videos or files. */
interface MissingBytes {
  ids: readonly string[];
  missing: number;
}

/** Free bytes of the store without the database's space; null if unknown. */
async function availableBytes(storage: Store): Promise<number | null> {
  const free = await storage.freeBytes();
  return free === null ? null : free - reservedForDatabase;
}

/** Throws `no_space` where the store can't take `bytes` more without using the database's space. */
export async function requireDiskSpace(storage: Store, bytes: number): Promise<void> {
  const available = await availableBytes(storage);
  if (available !== null && available < bytes) throw mediaError("no_space");
}

/** Like `requireDiskSpace`, for optional work: also leaves the space that unfinished uploads have reserved. */
export async function requireUnreservedSpace(ctx: Context, storage: Store, bytes: number): Promise<void> {
  if ((await storage.freeBytes()) === null) return;
  await requireDiskSpace(storage, bytes + (await sumReserved(ctx.tx, { now: ctx.now })));
}

/**
 * Throws `no_space` where the missing bytes of uploads of one sender don't fit beside those of all other unfinished uploads, or where
 * the sender would reserve more than a user's share, and `over_quota` or `creator_over_quota` where the whole does not fit
 * in the storage of its user. Their rows have been written in this transaction: they reserve their space with the commit, and
 * transactions are admitted one by one.
 */
export async function admitUploads(
  ctx: Context,
  storage: Store,
  upload: MissingBytes & CountedFiles,
): Promise<void> {
  const quota = await accountQuota(ctx, upload.accountId);
  if ((await storage.freeBytes()) === null && quota === null) return;
  await ctx.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('admit upload', 0))`);
  await requireQuota(ctx, upload);
  const { ids: except, senderId } = upload;
  const [all, own] = await together([
    sumReserved(ctx.tx, { now: ctx.now, except }),
    sumReserved(ctx.tx, { now: ctx.now, except, personId: senderId }),
  ]);
  const available = await availableBytes(storage);
  if (available === null) return;
  const forSender = (available - (all - own)) * shareOfUser;
  if (own + upload.missing > forSender) throw mediaError("no_space");
}

/**
 * Throws `no_space` where the missing bytes of an upload that was admitted before no longer fit, because something else
 * has filled the disk. The uploads that were created first may continue first.
 */
export async function requireReservedSpace(
  ctx: Context,
  storage: Store,
  upload: { id: string; createdAt: Date; missing: number },
): Promise<void> {
  if ((await storage.freeBytes()) === null) return;
  const earlier = await sumReserved(ctx.tx, { now: ctx.now, before: upload });
  await requireDiskSpace(storage, upload.missing + earlier);
}

/**
 * Throws `no_space` where the rest of an upload doesn't fit on the disk. One that has given its space back is admitted
 * again.
 */
export async function requireSpaceForRest(
  ctx: Context,
  storage: Store,
  upload: Upload,
  received: number,
): Promise<void> {
  const { id, bytes, createdAt, writerUntil, accountId, personId: senderId } = upload;
  const missing = bytes - received;
  const stalled = after(writerUntil ?? createdAt, reservationLifetime) < ctx.now;
  if (stalled) await admitUploads(ctx, storage, { ids: [id], bytes, missing, accountId, senderId });
  else await requireReservedSpace(ctx, storage, { id, createdAt, missing });
}

interface Reservations {
  now: Date;
  /** The ids of uploads that don't count. */
  except?: readonly string[];
  /** Null for all users, like undefined. */
  personId?: number | null;
  before?: { id: string; createdAt: Date };
}

/** Missing bytes of all unfinished uploads, of a user, or created `before` another one; without those of stalled ones. */
async function sumReserved(
  tx: Transaction,
  { now, except, personId, before }: Reservations,
): Promise<number> {
  const since = after(now, -reservationLifetime);
  const others = (table: typeof uploads | typeof storedFiles) =>
    and(
      except === undefined ? undefined : notInArray(table.id, [...except]),
      typeof personId === "number" ? eq(table.personId, personId) : undefined,
      before &&
        or(
          lt(table.createdAt, before.createdAt),
          and(eq(table.createdAt, before.createdAt), lt(table.id, before.id)),
        ),
    );
  const sum = (bytes: SQL) => sql<number>`coalesce(sum(${bytes}), 0)`.mapWith(Number);
  const { bytes, received, writerUntil, createdAt } = uploads;
  const [resumable, staged] = await together([
    tx
      .select({ reserved: sum(sql`greatest(${bytes} - ${received}, 0)`) })
      .from(uploads)
      .where(and(gt(sql`coalesce(${writerUntil}, ${createdAt})`, since.toISOString()), others(uploads))),
    tx
      .select({ reserved: sum(sql`${storedFiles.missing}`) })
      .from(storedFiles)
      .where(and(eq(storedFiles.state, "staged"), gt(storedFiles.createdAt, since), others(storedFiles))),
  ]);
  return [...resumable, ...staged].reduce((total, { reserved }) => total + reserved, 0);
}
