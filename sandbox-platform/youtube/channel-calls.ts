import type { FastifyInstance } from "fastify";
import { z } from "zod";

import { channelOfUploadsPlaylist, findChannel, uploadsPlaylist, type Channel } from "../identity/people.ts";
import { calls, type Caller } from "./access.ts";
import { categories } from "./categories.ts";
import { ApiError } from "./errors.ts";
import { readParts } from "./parts.ts";
import type { Platform } from "./platform.ts";
import { playlistNotFound, showPlaylistItem } from "./playlist-calls.ts";
import { resourceEtag, videoThumbnails } from "./resource.ts";
import { isListed, currentPrivacy, type Video } from "./videos.ts";

const querySchema = z.object({
  part: z.string().optional(),
  mine: z.enum(["true", "false"]).optional(),
  id: z.string().optional(),
  playlistId: z.string().optional(),
  videoId: z.string().optional(),
  maxResults: z.coerce.number().int().min(0).max(50).default(5),
  pageToken: z.string().optional(),
  regionCode: z.string().optional(),
});

function readQuery(query: unknown) {
  const parsed = querySchema.safeParse(query);
  if (parsed.success) return parsed.data;
  const location = String(parsed.error.issues[0]?.path[0] ?? "");
  const message = `The parameter ${location} has an invalid value.`;
  throw new ApiError(400, "invalidParameter", message, { location, locationType: "parameter" });
}

const noFilter = () =>
  new ApiError(400, "missingRequiredParameter", "No filter selected.", { domain: "youtube.parameter" });

/** The start of a page: the number of the last video of the previous page. */
function readPageToken(token: string | undefined): number {
  if (token === undefined) return Infinity;
  const before = Number(Buffer.from(token, "base64url").toString());
  if (Number.isSafeInteger(before) && before > 0) return before;
  throw new ApiError(400, "invalidPageToken", "Invalid page token.", {
    location: "pageToken",
    locationType: "parameter",
  });
}

const writePageToken = (video: Video) => Buffer.from(String(video.number)).toString("base64url");

/** channels.list, playlistItems.list and videoCategories.list. */
export function registerChannelCalls(app: FastifyInstance, platform: Platform): void {
  const { admit, sandbox, videos, playlists } = platform;

  function channelPictures(channel: Channel) {
    const sizes = { default: 88, medium: 240, high: 800 };
    return Object.fromEntries(
      Object.entries(sizes).map(([name, size]) => [
        name,
        { url: `${sandbox.url}/pictures/${channel.id}.png?size=${size}`, width: size, height: size },
      ]),
    );
  }

  function showChannel(channel: Channel, parts: readonly string[]) {
    const uploads = uploadsPlaylist(channel.id);
    const { title, about } = channel;
    const body = {
      id: channel.id,
      ...(parts.includes("snippet") && {
        snippet: {
          title,
          description: about,
          customUrl: channel.handle,
          publishedAt: "2024-03-01T09:00:00Z",
          thumbnails: channelPictures(channel),
          localized: { title, description: about },
        },
      }),
      ...(parts.includes("contentDetails") && {
        contentDetails: { relatedPlaylists: { likes: "", uploads } },
      }),
      ...(parts.includes("status") && {
        status: { privacyStatus: "public", isLinked: true, longUploadsStatus: "allowed", madeForKids: false },
      }),
    };
    return { kind: "youtube#channel", etag: resourceEtag(body), ...body };
  }

  app.get("/youtube/v3/channels", async (request, reply) => {
    const caller = await admit(request, calls.read);
    const query = readQuery(request.query);
    const parts = readParts(query.part, ["snippet", "contentDetails", "status"]);
    if (query.mine !== "true" && query.id === undefined) throw noFilter();
    const named = (query.id ?? "").split(",").flatMap((id) => findChannel(id) ?? []);
    const items = (query.mine === "true" ? [caller.channel] : named).map((channel) =>
      showChannel(channel, parts),
    );
    const pageInfo = { totalResults: items.length, resultsPerPage: query.maxResults };
    return reply.send({ kind: "youtube#channelListResponse", etag: resourceEtag(items), pageInfo, items });
  });

  function showItem(video: Video, position: number, parts: readonly string[]) {
    const playlistId = uploadsPlaylist(video.channelId);
    const { title, description } = video.metadata.snippet;
    const channelTitle = findChannel(video.channelId)?.title ?? "";
    const body = {
      id: Buffer.from(`${playlistId}.${video.id}`).toString("base64url"),
      ...(parts.includes("snippet") && {
        snippet: {
          publishedAt: video.createdAt,
          channelId: video.channelId,
          title,
          description,
          thumbnails: videoThumbnails(video, sandbox.url),
          channelTitle,
          playlistId,
          position,
          resourceId: { kind: "youtube#video", videoId: video.id },
        },
      }),
      ...(parts.includes("contentDetails") && {
        contentDetails: { videoId: video.id, videoPublishedAt: video.createdAt },
      }),
      ...(parts.includes("status") && { status: { privacyStatus: currentPrivacy(video, new Date()) } }),
    };
    return { kind: "youtube#playlistItem", etag: resourceEtag(body), ...body };
  }

  /** The items of a playlist that the channel has created, perhaps only those of one video. */
  function listCreated(caller: Caller, { playlistId = "", videoId }: ReturnType<typeof readQuery>) {
    const playlist = playlists.find(playlistId);
    const mine = playlist?.channelId === caller.channel.id;
    if (!playlist || (!mine && playlist.privacy === "private")) throw playlistNotFound();
    const items = playlists
      .listItems(playlistId)
      .filter((item) => videoId === undefined || item.videoId === videoId)
      .map(showPlaylistItem);
    return { kind: "youtube#playlistItemListResponse", etag: resourceEtag(items), items };
  }

  app.get("/youtube/v3/playlistItems", async (request, reply) => {
    const caller = await admit(request, calls.read);
    const query = readQuery(request.query);
    const parts = readParts(query.part, ["snippet", "contentDetails", "status"]);
    if (query.playlistId === undefined) throw noFilter();
    const channel = channelOfUploadsPlaylist(query.playlistId);
    if (!channel) return reply.send(listCreated(caller, query));
    const mine = channel.id === caller.channel.id;
    const listed = videos
      .all()
      .filter((video) => video.channelId === channel.id && isListed(video))
      .filter((video) => mine || currentPrivacy(video, new Date()) === "public");
    const before = readPageToken(query.pageToken);
    const start = listed.findIndex((video) => video.number < before);
    const page = start === -1 ? [] : listed.slice(start, start + query.maxResults);
    const last = page.at(-1);
    const more = last !== undefined && listed.at(-1) !== last;
    const items = page.map((video, index) => showItem(video, start + index, parts));
    return reply.send({
      kind: "youtube#playlistItemListResponse",
      etag: resourceEtag(items),
      ...(more && { nextPageToken: writePageToken(last) }),
      items,
      pageInfo: { totalResults: listed.length, resultsPerPage: query.maxResults },
    });
  });

  app.get("/youtube/v3/videoCategories", async (request, reply) => {
    await admit(request, calls.read);
    const query = readQuery(request.query);
    readParts(query.part, ["snippet"]);
    if (query.regionCode === undefined && query.id === undefined) throw noFilter();
    const wanted = query.id?.split(",");
    const items = categories
      .filter(({ id }) => wanted === undefined || wanted.includes(id))
      .map(({ id, title, assignable }) => ({
        kind: "youtube#videoCategory",
        etag: resourceEtag({ id, title }),
        id,
        snippet: { title, assignable, channelId: "UCBR8-60-B28hp2BmDPdntcQ" },
      }));
    return reply.send({ kind: "youtube#videoCategoryListResponse", etag: resourceEtag(items), items });
  });
}
