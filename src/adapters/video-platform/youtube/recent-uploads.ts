import { z } from "zod";

import { requestIfFound, requestJson } from "../api-client.ts";
import { requestUrl } from "../http.ts";
import { type LostUpload, listMatches, type RecentUpload } from "../upload.ts";
import type { YouTubeClient } from "./client.ts";
import { videoResource } from "./video-resource.ts";

/** The platform accepts up to 50 ids per call. */
const maxPerCall = 50;
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

/**
 * The recent uploads that match an upload whose session is gone, of the newest 50; costs two quota units. Exactly one match
 * is that upload. No match is safe to upload again only if the platform never confirmed nearly all bytes. Otherwise the user
 * has to decide.
 */
export async function findUpload(client: YouTubeClient, lost: LostUpload): Promise<RecentUpload[]> {
  if (lost.uploadsPlaylistId === null) return [];
  const entries = await readPlaylist(client, lost.uploadsPlaylistId);
  if (entries.length === 0) return [];
  const id = entries.map(({ snippet }) => snippet.resourceId.videoId).join(",");
  const url = requestUrl(client.addresses.api, "videos", { part: "fileDetails", id });
  const details = await requestJson(client, { operation: "recentUploads", url }, videoList);
  const fileSizes = new Map(details.items.map((video) => [video.id, video.fileDetails?.fileSize]));
  const recent = entries.map(({ snippet }) => ({
    videoId: snippet.resourceId.videoId,
    title: snippet.title,
    createdAt: new Date(snippet.publishedAt),
    fileBytes: fileSizes.get(snippet.resourceId.videoId) ?? null,
  }));
  return listMatches(lost, recent);
}

/** A channel without uploads has no such playlist yet: the platform responds with 404. */
async function readPlaylist(client: YouTubeClient, playlistId: string) {
  const query = { part: "snippet", playlistId, maxResults: String(maxPerCall) };
  const url = requestUrl(client.addresses.api, "playlistItems", query);
  const read = await requestIfFound(client, { operation: "recentUploads", url }, playlistItems);
  return read?.items ?? [];
}
