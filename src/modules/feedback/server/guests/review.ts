import { type Context, currentGuest, type ReadContext } from "#core/server/context.ts";
import { type GuestPreview, guestsError } from "#modules/feedback/contract/guests.ts";
import { downloadAddress, videoPlayback } from "#modules/media/server/public/media.ts";
import { requestConversion } from "#modules/media/server/public/request-conversion.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import { lockTask, readTask, type TaskRow, requireEditor } from "#modules/tasks/server/public/tasks.ts";

import { findLink, isCommentImage, type LinkOnVersion, reviewEnd } from "./queries.ts";
import { recordVisit } from "./sessions.ts";

/** The link of the guest. 410 `link_ended` once it can't be used. */
export async function linkOfGuest(ctx: ReadContext): Promise<LinkOnVersion> {
  const link = await findLink(ctx.tx, currentGuest(ctx).linkId, ctx.now);
  if (link?.state !== "active") throw guestsError("link_ended");
  return link;
}

/**
 * Locks the task of the guest's link and returns both. Revocations and decisions lock it as well, so that nothing is
 * written through a link that has ended.
 */
export async function lockForGuest(ctx: Context): Promise<{ task: TaskRow; link: LinkOnVersion }> {
  const { taskId } = await linkOfGuest(ctx);
  const task = await lockTask(ctx, taskId);
  return { task, link: await linkOfGuest(ctx) };
}

/** The version that the guest reviews. */
export async function guestPreview(ctx: ReadContext): Promise<GuestPreview> {
  const link = await linkOfGuest(ctx);
  const task = await readTask(ctx, link.taskId);
  const cards = await personCards(ctx, [task.creatorId, requireEditor(task)]);
  const until = reviewEnd(link);
  return {
    taskTitle: task.taskTitle,
    creator: cards.get(task.creatorId)?.name ?? "",
    editor: cards.get(requireEditor(task))?.name ?? "",
    version: link.version,
    name: currentGuest(ctx).name,
    mayComment: link.mayComment,
    mayDownload: link.mayDownload,
    mayWatchTogether: link.mayWatchTogether,
    endsAt: until?.toISOString() ?? null,
    playback: await videoPlayback(ctx, link.videoId, until),
  };
}

/** A URL by which the guest saves the original; recorded in the access log. */
export async function guestDownload(ctx: Context, address: string): Promise<{ url: string }> {
  const { link } = await lockForGuest(ctx);
  const { id, linkId } = currentGuest(ctx);
  await recordVisit(ctx, { linkId, guestId: id, kind: "downloaded", address });
  return { url: await downloadAddress(ctx, link.videoId, reviewEnd(link)) };
}

/** Has the video that the guest reviews converted. */
export async function convertForGuest(ctx: Context): Promise<null> {
  const { link } = await lockForGuest(ctx);
  await requestConversion(ctx, link.videoId);
  return null;
}

/** Whether the guest may read a video or file: that of their version, and the images of its comments. */
export async function mayGuestRead(
  ctx: ReadContext,
  { kind, id }: { kind: "v" | "f"; id: string },
): Promise<boolean> {
  const link = await findLink(ctx.tx, currentGuest(ctx).linkId, ctx.now);
  if (link?.state !== "active") return false;
  return kind === "v" ? link.videoId === id : isCommentImage(ctx.tx, { ...link, fileId: id });
}
