import { z } from "zod";

import { parseJson } from "./answer-failures.ts";
import { platformError } from "./failure-catalogue.ts";
import { ask, at, exchange, type Line, refusal } from "./http.ts";
import { videoResource } from "./video-state.ts";

/** A video among the newest of a channel, as far as it helps to recognise one's own upload. */
export interface RecentUpload {
  videoId: string;
  title: string;
  /** When it came into existence at the platform. */
  createdAt: Date;
  /** Size of the file that was uploaded; null while the platform does not tell. */
  fileBytes: number | null;
}

/** What was being uploaded when its outcome was lost. */
export interface LostUpload {
  uploadsPlaylistId: string;
  /** As sent. */
  title: string;
  bytes: number;
  /** When the session was started. */
  startedAt: Date;
}

/** The platform takes up to 50 ids in one call (reference, 2.5). */
const mostPerCall = 50;
/** How far the platform's clock may lie behind ours. */
const clockToleranceMilliseconds = 5 * 60_000;

const playlistItems = z.object({
  items: z
    .array(
      z.object({
        snippet: z.object({
          title: z.string(),
          publishedAt: z.iso.datetime({ offset: true }),
          resourceId: z.object({ videoId: z.string() }),
        }),
      }),
    )
    .default([]),
});
const videoList = z.object({ items: z.array(videoResource).default([]) });

/** The newest uploads of a channel, at most 50, newest first (reference, 2.10; two units). */
export async function recentUploads(
  line: Line,
  access: string,
  uploadsPlaylistId: string,
): Promise<RecentUpload[]> {
  const entries = await readPlaylist(line, access, uploadsPlaylistId);
  if (entries.length === 0) return [];
  const ids = entries.map((entry) => entry.snippet.resourceId.videoId);
  const url = at(line.addresses.api, "videos", { part: "fileDetails", id: ids.join(",") });
  const details = await ask(line, { operation: "recentUploads", method: "GET", url, access }, videoList);
  const bytesOf = new Map(details.items.map((video) => [video.id, video.fileDetails?.fileSize]));
  return entries.map(({ snippet }) => ({
    videoId: snippet.resourceId.videoId,
    title: snippet.title,
    createdAt: new Date(snippet.publishedAt),
    fileBytes: bytesOf.get(snippet.resourceId.videoId) ?? null,
  }));
}

/**
 * Looks for an upload whose session is gone (reference, 2.10). One match is it: adopt it. None is safe to upload anew
 * only if the platform never confirmed nearly everything. Several, or any other doubt, is for a person to decide; never
 * upload again by oneself.
 */
export async function findUpload(line: Line, access: string, lost: LostUpload): Promise<RecentUpload[]> {
  const recent = await recentUploads(line, access, lost.uploadsPlaylistId);
  const since = lost.startedAt.getTime() - clockToleranceMilliseconds;
  return recent.filter(
    (upload) =>
      upload.title.trim() === lost.title.trim() &&
      upload.createdAt.getTime() >= since &&
      (upload.fileBytes === null || upload.fileBytes === lost.bytes),
  );
}

/** A channel without a single upload has no such playlist yet, which the platform answers with 404. */
async function readPlaylist(line: Line, access: string, playlistId: string) {
  const url = at(line.addresses.api, "playlistItems", {
    part: "snippet",
    playlistId,
    maxResults: String(mostPerCall),
  });
  const answer = await exchange(line, { operation: "recentUploads", method: "GET", url, access });
  if (answer.status === 404) return [];
  if (answer.status !== 200) throw refusal(line, "recentUploads", answer);
  const parsed = playlistItems.safeParse(parseJson(answer.body));
  if (!parsed.success) throw platformError("unavailable", line.addresses.name);
  return parsed.data.items;
}
