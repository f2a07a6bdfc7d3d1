import { rmSync } from "node:fs";
import { join } from "node:path";

import type { FastifyInstance } from "fastify";
import { z } from "zod";

import { calls } from "./access.ts";
import { videoStatistics } from "./counts.ts";
import { ApiError } from "./errors.ts";
import { readMetadata, writableParts, type VideoMetadata } from "./metadata.ts";
import { ownVideo } from "./own-video.ts";
import { readParts } from "./parts.ts";
import type { Platform } from "./platform.ts";
import { resourceEtag, ownerParts, readableParts, videoResource } from "./resource.ts";
import { isListed, currentPrivacy, type Video } from "./videos.ts";

const maxIds = 50;
const querySchema = z.object({ part: z.string().optional(), id: z.string().optional() });
const bodySchema = z.looseObject({ id: z.string().optional() }).catch({});

const refusePublishAt = (message: string) =>
  new ApiError(400, "invalidPublishAt", message, {
    domain: "youtube.video",
    location: "body.status.publishAt",
  });

function checkChange(video: Video, metadata: VideoMetadata): void {
  const { publishAt } = metadata.status;
  if (publishAt !== undefined && (video.oncePublic || currentPrivacy(video, new Date()) !== "private")) {
    throw refusePublishAt("A video that was public or unlisted cannot be scheduled.");
  }
}

/** videos.list, videos.update and videos.delete. */
export function registerVideoCalls(app: FastifyInstance, platform: Platform): void {
  const { admit, videos, sessions, processing, sandbox } = platform;

  function show(video: Video, parts: readonly string[]) {
    const progress = processing.findProgress(video.id);
    const resource = videoResource(video, { parts, url: sandbox.url, now: new Date(), progress });
    if (!parts.includes("statistics")) return resource;
    return Object.assign(resource, { statistics: videoStatistics(platform, video).statistics });
  }

  app.get("/youtube/v3/videos", async (request, reply) => {
    const caller = await admit(request, calls.read);
    const query = querySchema.parse(request.query);
    const parts = readParts(query.part, readableParts);
    const ids = (query.id ?? "").split(",").filter((id) => id !== "");
    if (ids.length === 0 || ids.length > maxIds) {
      throw new ApiError(
        400,
        ids.length === 0 ? "missingRequiredParameter" : "invalidFilters",
        "Give 1 to 50 ids.",
        {
          location: "id",
          locationType: "parameter",
        },
      );
    }
    const matches = ids.flatMap((id) => videos.find(id) ?? []).filter(isListed);
    const mine = (video: Video) => video.channelId === caller.channel.id;
    const visible = matches.filter((video) => mine(video) || currentPrivacy(video, new Date()) !== "private");
    if (parts.some((part) => ownerParts.includes(part)) && !visible.every(mine)) {
      throw new ApiError(403, "forbidden", "Only the owner of the video can request these parts.", {
        domain: "youtube.video",
        location: "part",
        locationType: "parameter",
      });
    }
    const items = visible.map((video) => show(video, parts));
    const pageInfo = { totalResults: items.length, resultsPerPage: items.length };
    return reply.send({ kind: "youtube#videoListResponse", etag: resourceEtag(items), items, pageInfo });
  });

  app.put("/youtube/v3/videos", async (request, reply) => {
    const caller = await admit(request, calls.change);
    const parts = readParts(querySchema.parse(request.query).part, writableParts);
    const video = ownVideo(platform, caller, bodySchema.parse(request.body).id);
    const metadata = readMetadata(request.body, { parts, before: video.metadata });
    if (parts.includes("status")) checkChange(video, metadata);
    videos.replaceMetadata(video.id, metadata);
    return reply.send(show(ownVideo(platform, caller, video.id), parts));
  });

  app.delete("/youtube/v3/videos", async (request, reply) => {
    const caller = await admit(request, calls.delete);
    const video = ownVideo(platform, caller, querySchema.parse(request.query).id);
    videos.delete(video.id);
    rmSync(sessions.filePath(video.sessionId), { force: true });
    if (video.thumbnail) rmSync(join(sandbox.folders.thumbnails, video.thumbnail.file), { force: true });
    return reply.code(204).send();
  });
}
