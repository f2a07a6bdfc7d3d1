import { z } from "zod";

import { request, requestJson } from "../api-client.ts";
import { requestUrl } from "../http.ts";
import type { NewPlaylist, Playlist } from "../publishing-platform.ts";
import type { YouTubeClient } from "./client.ts";
import { playlistsPerPage } from "./quota-units.ts";

const playlist = z.object({ id: z.string().min(1), snippet: z.object({ title: z.string() }) });
const playlistPage = z.object({ items: z.array(playlist).default([]), nextPageToken: z.string().optional() });
const itemList = z.object({ items: z.array(z.object({ id: z.string() })).default([]) });

const maxPages = 10;

/** The channel's playlists, at most 500; costs one quota unit for 50. */
export async function readPlaylists(client: YouTubeClient): Promise<Playlist[]> {
  const all: Playlist[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const url = requestUrl(client.addresses.api, "playlists", {
      part: "snippet",
      mine: "true",
      maxResults: String(playlistsPerPage),
      ...(pageToken !== undefined && { pageToken }),
    });
    const read = await requestJson(client, { operation: "playlists", url }, playlistPage);
    all.push(...read.items.map(toPlaylist));
    pageToken = read.nextPageToken;
    if (pageToken === undefined) break;
  }
  return all;
}

/** Creates a playlist of the channel; costs 50 quota units. A repeated call creates a second one. */
export async function createPlaylist(
  client: YouTubeClient,
  { title, privacy }: NewPlaylist,
): Promise<Playlist> {
  const url = requestUrl(client.addresses.api, "playlists", { part: "snippet,status" });
  const json = { snippet: { title }, status: { privacyStatus: privacy } };
  const create = { operation: "createPlaylist", method: "POST", url, json } as const;
  return toPlaylist(await requestJson(client, create, playlist));
}

/**
 * Adds a video to the end of a playlist unless the playlist has it already: the platform would add it a second time. Also
 * throws `playlist_not_found`, `playlist_full` and `playlist_refused`.
 */
export async function addToPlaylist(
  client: YouTubeClient,
  { playlistId, videoId }: { playlistId: string; videoId: string },
): Promise<void> {
  const find = requestUrl(client.addresses.api, "playlistItems", { part: "id", playlistId, videoId });
  const { items } = await requestJson(client, { operation: "addToPlaylist", url: find }, itemList);
  if (items.length > 0) return;
  const url = requestUrl(client.addresses.api, "playlistItems", { part: "snippet" });
  const json = { snippet: { playlistId, resourceId: { kind: "youtube#video", videoId } } };
  await request(client, { operation: "addToPlaylist", method: "POST", url, json }, 200);
}

function toPlaylist({ id, snippet }: z.output<typeof playlist>): Playlist {
  return { id, title: snippet.title };
}
