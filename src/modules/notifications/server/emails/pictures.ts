import type { InlinePicture } from "#adapters/mail/mail.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { ReadContext } from "#core/server/context.ts";
import type { EmailPicture } from "#core/server/email.ts";
import { after, minute } from "#core/time.ts";
import { stillKey } from "#modules/feedback/server/public/feedback.ts";
import { storedPosters } from "#modules/media/server/public/media.ts";
import { kinds } from "#modules/notifications/rules/kinds/index.ts";
import { newestVersion, findTaskVersion } from "#modules/review/server/public/review.ts";

import { findPendingEmail } from "../inbox/queries.ts";
import type { NotificationRow } from "../tables.ts";

/** Bytes of one picture and of all pictures of an email. Larger ones are left out. */
const maxPictureBytes = 250_000;
const maxBytes = 1_000_000;

type About = Pick<NotificationRow, "id" | "kind" | "taskId" | "version" | "data">;

interface Source {
  /** Key of a JPEG file in storage. */
  key: string;
  alt: string;
}

/**
 * The pictures of an email about these notifications, and the one of each notification by its id: the frame of a comment, or
 * the poster of the version. Those that are not stored any more, or are too large, are left out.
 */
export async function emailPictures(
  ctx: ReadContext,
  rows: readonly About[],
  storage: Pick<ObjectStorage, "read" | "stat">,
): Promise<{ pictures: InlinePicture[]; shown: ReadonlyMap<number, EmailPicture> }> {
  const loaded = new Map<string, InlinePicture>();
  const pictures = new Map<number, EmailPicture>();
  let bytes = 0;
  for (const row of rows) {
    const source = await pictureSource(ctx, row);
    if (!source) continue;
    const cached = loaded.get(source.key);
    const content = cached?.content ?? (await pictureContent(storage, source.key, maxBytes - bytes));
    if (!content) continue;
    const picture = cached ?? { cid: `picture-${loaded.size + 1}@reelay`, content };
    if (!cached) bytes += content.length;
    loaded.set(source.key, picture);
    pictures.set(row.id, { cid: picture.cid, alt: source.alt });
  }
  return { pictures: [...loaded.values()], shown: pictures };
}

async function pictureSource(
  ctx: ReadContext,
  { kind, taskId, version: number, data }: About,
): Promise<Source | null> {
  if (taskId === null || !kinds[kind].pictured) return null;
  const { commentId } = data;
  const still =
    typeof commentId === "string" ? await stillKey(ctx, { taskId, commentId }).catch(() => null) : null;
  if (still !== null) return { key: still, alt: "The frame of the comment" };
  const version =
    number === null ? await newestVersion(ctx, taskId) : await findTaskVersion(ctx, { taskId, number });
  if (!version) return null;
  const key = (await storedPosters(ctx, [version.videoId])).get(version.videoId);
  return key === undefined ? null : { key, alt: `A frame of version ${version.number}` };
}

/** An email that asks to review a version waits this long for its poster, which is made after the first seconds can be played. */
const maxPosterWait = 2 * minute;

/** The recipient of a pending email that has still to wait for the poster of its version; null if it can be sent. */
export async function waitsForPoster(ctx: ReadContext, notificationId: number): Promise<number | null> {
  const row = await findPendingEmail(ctx.tx, notificationId);
  if (!row || !kinds[row.kind].briefed || ctx.now >= after(row.createdAt, maxPosterWait)) return null;
  const { personId, taskId, version: number } = row;
  if (taskId === null || number === null) return null;
  const version = await findTaskVersion(ctx, { taskId, number });
  const isMissing = version !== null && (await storedPosters(ctx, [version.videoId])).size === 0;
  return isMissing ? personId : null;
}

/** The content of a file of at most `left` bytes; null without one. An email is sent without a picture rather than not at all. */
async function pictureContent(
  storage: Pick<ObjectStorage, "read" | "stat">,
  key: string,
  left: number,
): Promise<Buffer | null> {
  try {
    const stats = await storage.stat(key);
    if (!stats || stats.bytes > Math.min(maxPictureBytes, left)) return null;
    const chunks: Uint8Array[] = [];
    for await (const chunk of await storage.read(key)) chunks.push(chunk as Uint8Array);
    return Buffer.concat(chunks);
  } catch {
    return null;
  }
}
