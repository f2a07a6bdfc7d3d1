import { z } from "zod";

import { urlOf } from "../http.ts";
import type { NewPlaylist, Playlist } from "../publishing-platform.ts";
import { type PlatformClient, sendForJson } from "./client.ts";
import { playlistsPerPage } from "./quota-units.ts";

const playlist = z.object({ id: z.string().min(1), snippet: z.object({ title: z.string() }) });
const playlistPage = z.object({ items: z.array(playlist).default([]), nextPageToken: z.string().optional() });
const itemList = z.object({ items: z.array(z.object({ id: z.string() })).default([]) });

const maxPages = 10;
const asJson = { "content-type": "application/json; charset=UTF-8" };

/** The channel's playlists, at most 500; costs one quota unit for 50. */
export async function readPlaylists(client: PlatformClient, access: string): Promise<Playlist[]> {
  const all: Playlist[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const url = urlOf(client.addresses.api, "playlists", {
      part: "snippet",
      mine: "true",
      maxResults: String(playlistsPerPage),
      ...(pageToken !== undefined && { pageToken }),
    });
    const read = await sendForJson(
      client,
      { operation: "playlists", method: "GET", url, access },
      playlistPage,
    );
    all.push(...read.items.map(toPlaylist));
    pageToken = read.nextPageToken;
    if (pageToken === undefined) break;
  }
  return all;
}

/** Creates a playlist of the channel; costs 50 quota units. A repeated call creates a second one. */
export async function createPlaylist(
  client: PlatformClient,
  access: string,
  { title, privacy }: NewPlaylist,
): Promise<Playlist> {
  const url = urlOf(client.addresses.api, "playlists", { part: "snippet,status" });
  const body = JSON.stringify({ snippet: { title }, status: { privacyStatus: privacy } });
  return toPlaylist(
    await sendForJson(
      client,
      { operation: "createPlaylist", method: "POST", url, access, headers: asJson, body },
      playlist,
    ),
  );
}

/**
 * Adds a video to the end of a playlist unless the playlist has it already: the platform would add it a second time. Also
 * throws `playlist_not_found`, `playlist_full` and `playlist_refused`.
 */
export async function addToPlaylist(
  client: PlatformClient,
  access: string,
  { playlistId, videoId }: { playlistId: string; videoId: string },
): Promise<void> {
  const find = urlOf(client.addresses.api, "playlistItems", { part: "id", playlistId, videoId });
  const { items } = await sendForJson(
    client,
    { operation: "addToPlaylist", method: "GET", url: find, access },
    itemList,
  );
  if (items.length > 0) return;
  await sendForJson(
    client,
    {
      operation: "addToPlaylist",
      method: "POST",
      url: urlOf(client.addresses.api, "playlistItems", { part: "snippet" }),
      access,
      headers: asJson,
      body: JSON.stringify({ snippet: { playlistId, resourceId: { kind: "youtube#video", videoId } } }),
    },
    z.object({ id: z.string() }),
  );
}

function toPlaylist({ id, snippet }: z.output<typeof playlist>): Playlist {
  return { id, title: snippet.title };
}
