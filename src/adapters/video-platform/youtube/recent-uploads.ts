import { z } from "zod";

import { send, urlOf, parseJson } from "../http.ts";
import { platformError } from "../platform-error.ts";
import { type LostUpload, matchesOf, type RecentUpload } from "../upload.ts";
import { type PlatformClient, errorOf, sendForJson } from "./client.ts";
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

/** The newest uploads of a channel, at most 50, newest first; costs two quota units. */
export async function recentUploads(
  client: PlatformClient,
  access: string,
  uploadsPlaylistId: string,
): Promise<RecentUpload[]> {
  const entries = await readPlaylist(client, access, uploadsPlaylistId);
  if (entries.length === 0) return [];
  const ids = entries.map((entry) => entry.snippet.resourceId.videoId);
  const url = urlOf(client.addresses.api, "videos", { part: "fileDetails", id: ids.join(",") });
  const details = await sendForJson(
    client,
    { operation: "recentUploads", method: "GET", url, access },
    videoList,
  );
  const bytesOf = new Map(details.items.map((video) => [video.id, video.fileDetails?.fileSize]));
  return entries.map(({ snippet }) => ({
    videoId: snippet.resourceId.videoId,
    title: snippet.title,
    createdAt: new Date(snippet.publishedAt),
    fileBytes: bytesOf.get(snippet.resourceId.videoId) ?? null,
  }));
}

/**
 * The recent uploads that match an upload whose session is gone. Exactly one match is that upload. No match is safe to
 * upload again only if the platform never confirmed nearly all bytes. Otherwise the user has to decide.
 */
export async function findUpload(
  client: PlatformClient,
  access: string,
  lost: LostUpload,
): Promise<RecentUpload[]> {
  if (lost.uploadsPlaylistId === null) return [];
  return matchesOf(lost, await recentUploads(client, access, lost.uploadsPlaylistId));
}

/** A channel without uploads has no such playlist yet: the platform responds with 404. */
async function readPlaylist(client: PlatformClient, access: string, playlistId: string) {
  const url = urlOf(client.addresses.api, "playlistItems", {
    part: "snippet",
    playlistId,
    maxResults: String(maxPerCall),
  });
  const response = await send(client, { operation: "recentUploads", method: "GET", url, access });
  if (response.status === 404) return [];
  if (response.status !== 200) throw errorOf(client, "recentUploads", response);
  const parsed = playlistItems.safeParse(parseJson(response.body));
  if (!parsed.success) throw platformError("unavailable", client.addresses.name);
  return parsed.data.items;
}
