import type { Page, PageQuery } from "#core/page.ts";
import type { ReadContext } from "#core/server/context.ts";
import { storedFile, storedPosters } from "#modules/media/server/public/media.ts";
import { personByName } from "#modules/people/server/public/people.ts";
import { profilesError, type PublishedVideo } from "#modules/profiles/contract/profiles.ts";
import { posterAddress } from "#modules/profiles/rules/profiles.ts";
import { sides } from "#modules/tasks/rules/stages.ts";

import { readCursor, writeCursor } from "../profiles/cursor.ts";
import { findPublicVideo, listPublicVideos, type PublicVideo } from "./queries.ts";

/** A page of the public videos that a creator has published, or an editor has edited, newest first. 404 `profile_not_found`. */
export async function listPublishedVideos(
  ctx: ReadContext,
  query: PageQuery & { username: string },
): Promise<Page<PublishedVideo>> {
  const person = await personByName(ctx, query.username);
  if (!person) throw profilesError("profile_not_found");
  const side = sides[person.role];
  const { limit } = query;
  const before = readCursor(query.cursor);
  const rows = await listPublicVideos(ctx.tx, { personId: person.id, side, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const posters = await storedPosters(
    ctx,
    page.map(({ videoId }) => videoId),
  );
  const items = page.map((video) => present(video, posters.has(video.videoId)));
  return { items, nextCursor: last ? writeCursor({ at: last.publishedAt, taskId: last.taskId }) : null };
}

/** Object key of a public video's poster: its published thumbnail, otherwise the still picture that was kept of it. */
export async function publicPoster(ctx: ReadContext, videoId: string): Promise<string | null> {
  const video = await findPublicVideo(ctx.tx, videoId);
  if (!video) return null;
  if (video.thumbnailFileId !== null) return (await storedFile(ctx, video.thumbnailFileId)).key;
  return (await storedPosters(ctx, [videoId])).get(videoId) ?? null;
}

function present(video: PublicVideo, hasPoster: boolean): PublishedVideo {
  const { videoId, title, watchUrl, publishedAt, thumbnailFileId } = video;
  const posterUrl = thumbnailFileId !== null || hasPoster ? posterAddress(videoId) : null;
  return { title, watchUrl, publishedAt: publishedAt.toISOString(), posterUrl };
}
