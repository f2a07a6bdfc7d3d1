import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";

import { isPicture } from "../storage/files.ts";
import type { Instance } from "./instance.ts";
import { Problem } from "./problem.ts";
import { countedVideo, registerStatistics } from "./statistics.ts";
import { detailsSchema, type Video } from "./store.ts";

export const videoStates = { published: 1, toTranscode: 2, transcodingFailed: 7, movingFailed: 8 } as const;

const privacyLabels = new Map([
  [1, "Public"],
  [2, "Unlisted"],
  [3, "Private"],
  [4, "Internal"],
  [5, "Password protected"],
]);
const changeSchema = detailsSchema.partial();
const paramsSchema = z.object({ id: z.string() });

/** A video in responses. A scheduled change of the privacy takes effect at its time. */
export function showVideo(video: Video) {
  const { id, uuid, details, state, created_at: createdAt } = video;
  const { scheduleUpdate } = details;
  const changed = scheduleUpdate && new Date(scheduleUpdate.updateAt) <= new Date();
  const privacy = changed ? scheduleUpdate.privacy : details.privacy;
  return {
    id,
    uuid,
    shortUUID: uuid.slice(0, 8),
    name: details.name,
    description: details.description ?? null,
    category: labelled(details.category),
    licence: labelled(details.licence),
    language: labelled(details.language),
    channel: { id: details.channelId },
    tags: details.tags,
    createdAt,
    publishedAt: createdAt,
    privacy: { id: privacy, label: privacyLabels.get(privacy) },
    state: { id: state, label: "" },
    scheduledUpdate: scheduleUpdate && !changed ? scheduleUpdate : null,
  };
}

function labelled<Id extends number | string>(id: Id | null | undefined): { id: Id | null; label: string } {
  return { id: id ?? null, label: id === null || id === undefined ? "Unknown" : String(id) };
}

/** The languages that instances know: ISO 639 without regions, and the two ways to write Chinese. */
const captionLanguage = /^(?:[a-z]{2,3}|zh-Han[st])$/;

/** Reading, changing and deleting videos. */
export function registerVideos(app: FastifyInstance, instance: Instance): void {
  const { sandbox, store, admit, fails } = instance;

  function ownVideo(request: FastifyRequest): Video {
    const { username } = admit(request);
    const video = store.findVideo(paramsSchema.parse(request.params).id);
    if (video?.username !== username) throw new Problem(404, "Video not found.");
    return video;
  }

  app.get("/api/v1/videos/:id", (request) => {
    const video = ownVideo(request);
    // Transcoding takes until the second look.
    if (video.state === videoStates.toTranscode) store.setState(video, videoStates.published);
    return Object.assign(showVideo(video), countedVideo(sandbox.lives, video));
  });

  registerStatistics(app, instance, ownVideo);

  app.get("/api/v1/videos/:id/source", (request) => {
    const { size } = ownVideo(request);
    return { size };
  });

  app.put("/api/v1/videos/:id", async (request, reply) => {
    const video = ownVideo(request);
    if (Buffer.isBuffer(request.body)) {
      if (fails("refused_thumbnail")) throw new Problem(400, "This thumbnail file is not supported.");
      await requirePicture(await formFile(request, "thumbnailfile"));
      store.recordThumbnail(video);
      return reply.code(204).send();
    }
    const parsed = changeSchema.safeParse(request.body);
    if (!parsed.success) throw new Problem(400, z.prettifyError(parsed.error));
    store.changeVideo(video, detailsSchema.parse({ ...video.details, ...parsed.data }));
    return reply.code(204).send();
  });

  app.put("/api/v1/videos/:id/captions/:language", async (request, reply) => {
    const video = ownVideo(request);
    const { language } = z.object({ language: z.string() }).parse(request.params);
    const file = await formFile(request, "captionfile");
    if (!captionLanguage.test(language)) throw new Problem(400, "Should have a valid caption language");
    if (!file || !/\.(?:srt|vtt)$/.test(file.name))
      throw new Problem(400, "This caption file is not supported.");
    store.saveCaptions(video, language, await file.text());
    return reply.code(204).send();
  });

  app.delete("/api/v1/videos/:id", (request, reply) => {
    store.deleteVideo(ownVideo(request));
    return reply.code(204).send();
  });
}

/** A file of a multipart body. */
async function formFile({ body, headers }: FastifyRequest, name: string): Promise<File | null> {
  if (!Buffer.isBuffer(body)) return null;
  const type = headers["content-type"] ?? "";
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  const file = form.get(name);
  return file instanceof File ? file : null;
}

async function requirePicture(file: File | null): Promise<void> {
  const bytes = file ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0);
  if (!isPicture(bytes) || bytes.length > 4 * 1024 * 1024) {
    throw new Problem(400, "This thumbnail file is not supported or too large.");
  }
}
