import { and, eq, inArray, notInArray, sql, type SQLWrapper } from "drizzle-orm";

import type { ReadContext } from "#core/server/context.ts";
import { type Reading, together } from "#core/server/database.ts";
import { after } from "#core/time.ts";
import { mediaError, type StorageUse } from "#modules/media/contract/videos.ts";
import type { UploadKind } from "#modules/media/rules/uploads.ts";
import { findStorageQuota } from "#modules/people/server/public/administration.ts";

import { type StoredFile, usesStorage, storedFiles, uploads, videos } from "../tables.ts";
import { reservationLifetime } from "./reservation-lifetime.ts";

/** Bytes that a user may store: as operators have set for them, otherwise as for all users; null without a limit. */
export async function accountQuota(
  ctx: Pick<ReadContext, "tx" | "settings">,
  accountId: number | null,
): Promise<number | null> {
  return accountId === null ? null : ((await findStorageQuota(ctx, accountId)) ?? ctx.settings.storageQuota);
}

const filesCount = inArray(storedFiles.state, ["kept", "staged", "verifying"]);

/** The bytes with which an upload in progress counts. */
function countedBytes(now: Date) {
  const { bytes, received, writerUntil, createdAt } = uploads;
  const since = after(now, -reservationLifetime).toISOString();
  return sql`case when coalesce(${writerUntil}, ${createdAt}) > ${since} then ${bytes} else ${received} end`;
}

/**
 * Storage that a user has used, in bytes, and their quota. Videos count with everything that is stored of them, unfinished
 * uploads with their announced size, or with what was received once they have stalled. Computed from the rows each time.
 */
export async function accountStorage(
  ctx: Pick<ReadContext, "tx" | "now" | "settings">,
  accountId: number,
  except: readonly string[] = [],
): Promise<StorageUse> {
  const { tx, now } = ctx;
  // Before the videos: an upload that is completed meanwhile may count twice, but is never left out.
  const inProgress = tx
    .select({ kind: uploads.kind, bytes: sum(countedBytes(now)) })
    .from(uploads)
    .where(and(eq(uploads.accountId, accountId), notInArray(uploads.id, [...except])))
    .groupBy(uploads.kind);
  const ofVideos = tx
    .select({ bytes: sum(videos.storedBytes) })
    .from(videos)
    .where(and(eq(videos.accountId, accountId), usesStorage));
  const ofFiles = tx
    .select({ use: storedFiles.use, bytes: sum(sql`${storedFiles.bytes} + ${storedFiles.missing}`) })
    .from(storedFiles)
    .where(and(eq(storedFiles.accountId, accountId), filesCount, notInArray(storedFiles.id, [...except])))
    .groupBy(storedFiles.use);
  const [unfinished, [video], files] = await together([inProgress, ofVideos, ofFiles]);
  const uploadBytes = (kind: UploadKind) => unfinished.find((each) => each.kind === kind)?.bytes ?? 0;
  const fileBytes = (use: StoredFile["use"]) => files.find((each) => each.use === use)?.bytes ?? 0;
  // Files that no action has claimed yet have no use.
  const attachments = files
    .filter(({ use }) => use === "attachment" || use === null)
    .reduce((total, each) => total + each.bytes, 0);
  const used = {
    videos: uploadBytes("video") + (video?.bytes ?? 0),
    footage: uploadBytes("file") + fileBytes("footage"),
    attachments,
    commentImages: fileBytes("comment_image"),
    messageImages: fileBytes("message_image"),
  };
  const usedBytes = Object.values(used).reduce((total, bytes) => total + bytes, 0);
  return { usedBytes, quotaBytes: await accountQuota(ctx, accountId), used };
}

/** Storage that users have used, in bytes, by their ids; those without any are left out. */
export async function accountBytes(
  { tx, now }: { tx: Reading; now: Date },
  accountIds: readonly number[],
): Promise<Map<number, number>> {
  if (accountIds.length === 0) return new Map();
  const ids = [...accountIds];
  const inProgress = tx
    .select({ accountId: uploads.accountId, bytes: sum(countedBytes(now)) })
    .from(uploads)
    .where(inArray(uploads.accountId, ids))
    .groupBy(uploads.accountId);
  const ofVideos = tx
    .select({ accountId: videos.accountId, bytes: sum(videos.storedBytes) })
    .from(videos)
    .where(and(inArray(videos.accountId, ids), usesStorage))
    .groupBy(videos.accountId);
  const ofFiles = tx
    .select({
      accountId: storedFiles.accountId,
      bytes: sum(sql`${storedFiles.bytes} + ${storedFiles.missing}`),
    })
    .from(storedFiles)
    .where(and(inArray(storedFiles.accountId, ids), filesCount))
    .groupBy(storedFiles.accountId);
  const used = new Map<number, number>();
  for (const { accountId, bytes } of (await together([inProgress, ofVideos, ofFiles])).flat()) {
    if (accountId !== null) used.set(accountId, (used.get(accountId) ?? 0) + bytes);
  }
  return used;
}

/** Files that are to be stored: their whole size, whose storage they take, and who sends them. */
export interface CountedFiles {
  /** The ids of their rows, which may be written already. */
  ids?: readonly string[];
  bytes: number;
  accountId: number | null;
  /** Null once their account is deleted. */
  senderId: number | null;
}

/** Throws `over_quota`, or `creator_over_quota` for another user's storage, where files do not fit in a user's storage. */
export async function requireQuota(
  ctx: Pick<ReadContext, "tx" | "now" | "settings">,
  { ids, bytes, accountId, senderId }: CountedFiles,
): Promise<void> {
  if (accountId === null || (await accountQuota(ctx, accountId)) === null) return;
  const { usedBytes, quotaBytes } = await accountStorage(ctx, accountId, ids);
  if (quotaBytes === null || usedBytes + bytes <= quotaBytes) return;
  throw mediaError(accountId === senderId ? "over_quota" : "creator_over_quota");
}

function sum(bytes: SQLWrapper) {
  return sql<number>`coalesce(sum(${bytes}), 0)`.mapWith(Number);
}
