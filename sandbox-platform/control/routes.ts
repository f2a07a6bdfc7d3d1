import type { FastifyInstance } from "fastify";
import { z } from "zod";

import { lifeSchema } from "../statistics/life.ts";
import type { Platform } from "../youtube/platform.ts";
import { videoResource } from "../youtube/resource.ts";
import type { UploadSession } from "../youtube/sessions.ts";
import { outcomeSchema, type Video } from "../youtube/videos.ts";
import { failureListSchema } from "./failures.ts";

const shownParts = [
  "snippet",
  "status",
  "processingDetails",
  "fileDetails",
  "recordingDetails",
  "paidProductPlacementDetails",
  "localizations",
];

const pathSchema = z.object({ id: z.string() });
/** Outcome of a video's processing; without one it counts as processed. */
const fateSchema = z.strictObject({
  outcome: outcomeSchema.optional(),
  /** The failure or rejection reason. */
  reason: z.string().max(80).optional(),
  lockedPrivate: z.boolean().default(false),
});

/** Control API for tests: scripted failures and the sandbox's whole state. */
export function registerControl(app: FastifyInstance, platform: Platform): void {
  const { sandbox, videos, sessions, processing, quota, captions, playlists } = platform;
  const { failures, consents } = sandbox;

  function showVideo(video: Video) {
    const progress = processing.findProgress(video.id);
    return {
      resource: videoResource(video, { parts: shownParts, url: sandbox.url, now: new Date(), progress }),
      id: video.id,
      channelId: video.channelId,
      sessionId: video.sessionId,
      createdAt: video.createdAt,
      bytes: video.size,
      sha256: video.sha256,
      contentType: video.contentType,
      fileName: video.fileName,
      hasThumbnail: video.thumbnail !== undefined,
      captions: captions
        .ofVideo(video.id)
        .map(({ language, name, content }) => ({ language, name, content })),
      /** Titles of the playlists with the video, once for each entry. */
      playlists: playlists
        .allItems()
        .filter(({ videoId }) => videoId === video.id)
        .map(({ playlistId }) => playlists.find(playlistId)?.title),
      notifySubscribers: sessions.find(video.sessionId)?.notifySubscribers,
    };
  }

  function showSession(session: UploadSession) {
    return {
      id: session.id,
      channelId: session.channelId,
      title: session.metadata.snippet.title,
      createdAt: session.createdAt,
      size: session.size,
      contentType: session.contentType,
      notifySubscribers: session.notifySubscribers,
      videoId: session.videoId,
      gone: session.gone !== undefined,
      confirmedBytes: sessions.confirmedBytes(session),
      bytesEverReceived: sessions.bytesEverReceived(session.id),
      requests: sessions.listRequests(session.id),
    };
  }

  app.get("/control/failures", (_request, reply) => reply.send({ failures: failures.list() }));

  app.post("/control/failures", (request, reply) => {
    const parsed = failureListSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: parsed.error.issues });
    for (const failure of parsed.data) failures.add(failure);
    return reply.code(201).send({ failures: failures.list() });
  });

  app.delete("/control/failures", (_request, reply) => {
    failures.clear();
    return reply.send({ failures: [] });
  });

  app.post("/control/videos/:id", (request, reply) => {
    const { id } = pathSchema.parse(request.params);
    const parsed = fateSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: parsed.error.issues });
    const { outcome, reason, lockedPrivate } = parsed.data;
    videos.changeFate(id, { lockedPrivate, outcome, outcomeReason: reason });
    const video = videos.find(id);
    return video ? reply.send(showVideo(video)) : reply.code(404).send({ error: "There is no such video." });
  });

  app.post("/control/statistics/:id", (request, reply) => {
    const { id } = pathSchema.parse(request.params);
    const parsed = lifeSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: parsed.error.issues });
    sandbox.lives.choose(id, parsed.data);
    return reply.code(204).send();
  });

  app.get("/control/state", (_request, reply) =>
    reply.send({
      videos: videos.all().map(showVideo),
      sessions: sessions.all().map(showSession),
      consents: consents.all(),
      failures: failures.list(),
      quota: { usedToday: quota.usedToday(), allowances: quota.allowances },
    }),
  );
}
