import { and, eq, ne, or, sql } from "drizzle-orm";

import { type Reading, together } from "#core/server/database.ts";
import { after } from "#core/time.ts";
import { mediaError, type StorageUse } from "#modules/media/contract.ts";

import { countsForAccount, storedFiles, videos } from "../tables.ts";
import { reservationLifetime } from "./reservation-lifetime.ts";

/** Bytes that each user may store; null without a limit. */
export type StorageQuota = number | null;

/**
 * Storage that a user has used, in bytes, and their quota. Videos count with everything that is stored of them, unfinished
 * uploads with their announced size, or with what was received once they have stalled. Computed from the rows each time.
 */
export async function storageOf(
  { tx, now }: { tx: Reading; now: Date },
  quota: StorageQuota,
  accountId: number,
  except?: string,
): Promise<StorageUse> {
  const { state, bytes, received, storedBytes, writerUntil, createdAt } = videos;
  const since = after(now, -reservationLifetime).toISOString();
  const announced = sql`case when coalesce(${writerUntil}, ${createdAt}) > ${since} then ${bytes} else ${received} end`;
  const ofVideos = tx
    .select({ bytes: sum(sql`case when ${state} = 'receiving' then ${announced} else ${storedBytes} end`) })
    .from(videos)
    .where(
      and(
        eq(videos.accountId, accountId),
        countsForAccount,
        except === undefined ? undefined : ne(videos.id, except),
      ),
    );
  const ofFiles = tx
    .select({ use: storedFiles.use, bytes: sum(sql`${storedFiles.bytes} + ${storedFiles.missing}`) })
    .from(storedFiles)
    .where(
      and(
        eq(storedFiles.accountId, accountId),
        or(eq(storedFiles.state, "kept"), eq(storedFiles.state, "staged")),
        except === undefined ? undefined : ne(storedFiles.id, except),
      ),
    )
    .groupBy(storedFiles.use);
  const [[video], files] = await together([ofVideos, ofFiles]);
  const filesOf = (use: "comment_image" | "message_image") =>
    files.find((each) => each.use === use)?.bytes ?? 0;
  // Files that no action has claimed yet have no use.
  const attachments = files
    .filter(({ use }) => use === "attachment" || use === null)
    .reduce((total, each) => total + each.bytes, 0);
  const used = {
    videos: video?.bytes ?? 0,
    attachments,
    commentImages: filesOf("comment_image"),
    messageImages: filesOf("message_image"),
  };
  const usedBytes = used.videos + used.attachments + used.commentImages + used.messageImages;
  return { usedBytes, quotaBytes: quota, used };
}

/** A file that is to be stored: its whole size, whose storage it takes, and who sends it. */
export interface CountedFile {
  /** The id of its row, which may be written already. */
  id?: string;
  bytes: number;
  accountId: number | null;
  /** Null once their account is deleted. */
  senderId: number | null;
}

/** Throws `over_quota`, or `creator_over_quota` for another user's storage, where a file does not fit in a user's storage. */
export async function requireQuota(
  ctx: { tx: Reading; now: Date },
  quota: StorageQuota,
  { id, bytes, accountId, senderId }: CountedFile,
): Promise<void> {
  if (quota === null || accountId === null) return;
  const { usedBytes } = await storageOf(ctx, quota, accountId, id);
  if (usedBytes + bytes <= quota) return;
  throw mediaError(accountId === senderId ? "over_quota" : "creator_over_quota");
}

function sum(bytes: ReturnType<typeof sql>) {
  return sql<number>`coalesce(sum(${bytes}), 0)`.mapWith(Number);
}
