import type { FastifyInstance } from "fastify";
import { z } from "zod";

import { dropConnection } from "../web/raw-connection.ts";
import { calls } from "./access.ts";
import { ApiError } from "./errors.ts";
import { privacyStatuses } from "./metadata.ts";
import { ownVideo } from "./own-video.ts";
import { readParts } from "./parts.ts";
import type { Platform } from "./platform.ts";
import type { Playlist, PlaylistItem } from "./playlists.ts";
import { resourceEtag } from "./resource.ts";

const parts = ["snippet", "status", "contentDetails"] as const;
const querySchema = z.object({
  part: z.string().optional(),
  mine: z.literal("true").optional(),
  maxResults: z.coerce.number().int().min(0).max(50).default(5),
  pageToken: z.coerce.number().int().min(0).default(0),
});

const newPlaylistSchema = z.object({
  snippet: z.object({
    title: z
      .string()
      .trim()
      .min(1)
      .max(150)
      .regex(/^[^<>]*$/),
  }),
  status: z.object({ privacyStatus: z.enum(privacyStatuses) }).default({ privacyStatus: "public" }),
});
const newItemSchema = z.object({
  snippet: z.object({
    playlistId: z.string(),
    resourceId: z.object({ kind: z.literal("youtube#video"), videoId: z.string() }),
  }),
});

const invalid = (reason: string, message: string) =>
  new ApiError(400, reason, message, { domain: "youtube.playlist" });

export const playlistNotFound = () =>
  new ApiError(404, "playlistNotFound", "The playlist cannot be found.", {
    domain: "youtube.playlistItem",
    location: "playlistId",
    locationType: "parameter",
  });

/** The resource of a video in a playlist. */
export function showPlaylistItem({ number, playlistId, videoId, addedAt }: PlaylistItem) {
  const body = {
    id: Buffer.from(`${playlistId}.${number}`).toString("base64url"),
    snippet: {
      publishedAt: addedAt,
      playlistId,
      resourceId: { kind: "youtube#video", videoId },
    },
  };
  return { kind: "youtube#playlistItem", etag: resourceEtag(body), ...body };
}

/** playlists.list of the caller's channel, playlists.insert and playlistItems.insert. */
export function registerPlaylistCalls(app: FastifyInstance, platform: Platform): void {
  const { admit, playlists, sandbox } = platform;

  function show({ id, channelId, title, privacy, createdAt }: Playlist) {
    const body = {
      id,
      snippet: { publishedAt: createdAt, channelId, title, description: "" },
      status: { privacyStatus: privacy },
      contentDetails: { itemCount: playlists.listItems(id).length },
    };
    return { kind: "youtube#playlist", etag: resourceEtag(body), ...body };
  }

  app.get("/youtube/v3/playlists", async (request, reply) => {
    const caller = await admit(request, calls.read);
    const { part, mine, maxResults, pageToken } = querySchema.parse(request.query);
    readParts(part, parts);
    if (mine === undefined) throw invalid("missingRequiredParameter", "The sandbox supports mine=true only.");
    const all = playlists.ofChannel(caller.channel.id);
    const items = all.slice(pageToken, pageToken + maxResults).map(show);
    const next = pageToken + maxResults;
    return reply.send({
      kind: "youtube#playlistListResponse",
      etag: resourceEtag(items),
      ...(next < all.length && { nextPageToken: String(next) }),
      pageInfo: { totalResults: all.length, resultsPerPage: maxResults },
      items,
    });
  });

  app.post("/youtube/v3/playlists", async (request, reply) => {
    const caller = await admit(request, calls.change);
    readParts(querySchema.parse(request.query).part, parts);
    const parsed = newPlaylistSchema.safeParse(request.body);
    if (!parsed.success)
      throw invalid("playlistTitleRequired", "A title of 1 to 150 characters is required.");
    const { snippet, status } = parsed.data;
    const made = { title: snippet.title, privacy: status.privacyStatus };
    return reply.send(show(playlists.create(caller.channel.id, made)));
  });

  app.post("/youtube/v3/playlistItems", async (request, reply) => {
    const caller = await admit(request, calls.addToPlaylist);
    readParts(querySchema.parse(request.query).part, parts);
    const parsed = newItemSchema.safeParse(request.body);
    if (!parsed.success) throw invalid("invalidResourceType", "A playlist and a video are required.");
    const { playlistId, resourceId } = parsed.data.snippet;
    const playlist = playlists.find(playlistId);
    if (playlist?.channelId !== caller.channel.id) throw playlistNotFound();
    const video = ownVideo(platform, caller, resourceId.videoId);
    const item = playlists.add(playlistId, video.id);
    if (sandbox.failures.take("lost_reply", ({ on }) => on === "playlist_item")) return dropConnection(reply);
    return reply.send(showPlaylistItem(item));
  });
}
