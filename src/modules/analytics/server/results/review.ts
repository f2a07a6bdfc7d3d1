import type { ReadContext } from "#core/server/context.ts";
import type { AnalysedVideo, KeptStoryboard, ReviewComment } from "#modules/analytics/contract/videos.ts";
import { guestLabel } from "#modules/feedback/rules/guests.ts";
import { frameAt, frameStart } from "#modules/media/rules/frames.ts";
import { fileAddresses, readShownFrames, videoPlayback } from "#modules/media/server/public/media.ts";
import { personCards } from "#modules/people/server/public/people.ts";

import type { KeptPicturesRow } from "../tables.ts";
import type { Axis } from "./present-retention.ts";
import { findPictures, reviewComments, type ReviewCommentRow, versionOfVideo } from "./queries.ts";

/** The first ones of more comments are shown on the time axis, and the beginnings of long ones. */
const maxShown = { limit: 1000, characters: 500 };

/** The published version's video with its kept pictures; it plays while it is stored. */
export async function readVideo(
  ctx: ReadContext,
  { taskId, videoId }: { taskId: number; videoId: string },
): Promise<AnalysedVideo> {
  const version = await versionOfVideo(ctx.tx, { taskId, videoId });
  const counted = version && readShownFrames(version);
  const latestPictures = await findPictures(ctx.tx, taskId);
  const pictures = latestPictures?.videoId === videoId ? latestPictures : null;
  return {
    version: version?.version ?? 0,
    durationSeconds: version?.facts?.durationSeconds ?? null,
    rate: counted?.rate ?? null,
    frames: counted?.frames ?? null,
    playback: version?.state === "ready" ? await videoPlayback(ctx, videoId) : null,
    storyboard: pictures && (await presentStoryboard(ctx, pictures)),
    waveform: pictures?.waveform ?? null,
  };
}

async function presentStoryboard(ctx: ReadContext, row: KeptPicturesRow): Promise<KeptStoryboard | null> {
  const { taskId, sheetFileId, intervalSeconds, tiles: count, columns, rows, tileWidth, tileHeight } = row;
  if (sheetFileId === null) return null;
  const addresses = await fileAddresses(ctx, new Map([[sheetFileId, { kind: "results", id: taskId }]]));
  const url = addresses.get(sheetFileId);
  return url === undefined ? null : { url, intervalSeconds, count, columns, rows, tileWidth, tileHeight };
}

/** The comments of the review on the time axis of the published video, in its order. */
export async function readComments(ctx: ReadContext, taskId: number, axis: Axis): Promise<ReviewComment[]> {
  const rows = await reviewComments(ctx.tx, taskId, maxShown);
  const authors = [...new Set(rows.flatMap(({ authorId }) => authorId ?? []))];
  const cards = await personCards(ctx, authors);
  return rows
    .map((row): ReviewComment => {
      const card = row.authorId === null ? undefined : cards.get(row.authorId);
      const guest = row.guestName === null ? "" : guestLabel(row.guestName);
      return Object.assign(onAxis(row, axis), {
        id: row.id,
        version: row.version,
        inFrame: row.inFrame,
        outFrame: row.outFrame,
        author: { id: row.authorId, name: card?.name ?? guest, profileImgUrl: card?.profileImgUrl ?? null },
        text: row.text,
        done: row.doneAt && { version: row.doneVersion ?? row.version, note: row.doneNote ?? "" },
        resolved: row.resolvedAt !== null,
      });
    })
    .toSorted((one, other) => one.seconds - other.seconds);
}

/** The time of a comment in the published video. Versions may have different frame rates, so frames are compared by their time. */
function onAxis({ inFrame, outFrame, rate: versionRate }: ReviewCommentRow, { rate, frames }: Axis) {
  const toSeconds = (frame: number) => {
    const counted = versionRate ?? rate;
    return counted ? frameStart(frame, { rate: counted, startSeconds: 0 }) : 0;
  };
  const toFrame = (original: number) => {
    const frame = rate ? frameAt(toSeconds(original), { rate, startSeconds: 0 }) : original;
    return frames === null ? frame : Math.min(frame, Math.max(0, frames - 1));
  };
  return {
    frame: toFrame(inFrame),
    endFrame: toFrame(outFrame),
    seconds: toSeconds(inFrame),
    endSeconds: toSeconds(outFrame),
  };
}
