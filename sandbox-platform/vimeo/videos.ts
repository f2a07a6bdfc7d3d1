import type { FastifyInstance } from "fastify";
import { z } from "zod";

import { isPicture } from "../storage/files.ts";
import { type Api, ApiError } from "./api.ts";
import { detailsSchema, type Video } from "./store.ts";

export const videoParams = z.object({ id: z.string() });
const fileParams = z.object({ id: z.string(), file: z.string() });
const tagParams = z.object({ id: z.string(), word: z.string() });
const tagsSchema = z.array(z.object({ name: z.string().min(1) })).max(20);
const changeSchema = detailsSchema.partial();
const trackSchema = z.object({
  type: z.enum(["captions", "subtitles"]),
  language: z.string().min(2).max(10),
  name: z.string().min(1),
  active: z.boolean().optional(),
});

/** A video in responses. */
export function showVideo(video: Video) {
  const { id, details, tags, upload, transcode, size, created_at: createdAt } = video;
  return {
    uri: `/videos/${id}`,
    name: details.name,
    description: details.description ?? null,
    license: details.license ?? null,
    privacy: details.privacy,
    tags: tags.map((name) => ({ name })),
    created_time: createdAt,
    upload: { status: upload, size },
    transcode: { status: transcode },
  };
}

/** Reading, changing and deleting videos, with their tags and files. */
export function registerVideos(app: FastifyInstance, { sandbox, store, admit, ownVideo, fails }: Api): void {
  const videoIn = (request: Parameters<typeof ownVideo>[0], scope?: string) =>
    ownVideo(request, videoParams.parse(request.params).id, scope);

  app.get("/vimeo/me/videos", (request) => {
    const { person } = admit(request, "private");
    const videos = store.videos().filter((video) => video.person_id === person.id);
    return { total: videos.length, data: videos.slice(0, 50).map(showVideo) };
  });

  app.get("/vimeo/videos/:id", (request) => {
    const video = videoIn(request, "private");
    // Transcoding takes until the second look.
    if (video.upload === "complete" && video.transcode === "in_progress") {
      store.change(video, { transcode: "complete" });
    }
    return showVideo(video);
  });

  app.patch("/vimeo/videos/:id", (request) => {
    const video = videoIn(request, "edit");
    if (fails("refused_privacy")) {
      throw new ApiError(400, "This account can't use this privacy.", 2204, { field: "privacy.view" });
    }
    const parsed = changeSchema.safeParse(request.body);
    if (!parsed.success) throw new ApiError(400, z.prettifyError(parsed.error), 2204);
    const details = detailsSchema.parse({ ...video.details, ...parsed.data });
    return showVideo(store.change(video, { details }));
  });

  app.delete("/vimeo/videos/:id", (request, reply) => {
    store.deleteVideo(videoIn(request, "delete"));
    return reply.code(204).send();
  });

  app.get("/vimeo/videos/:id/tags", (request) => ({
    data: videoIn(request).tags.map((name) => ({ name })),
  }));

  app.put("/vimeo/videos/:id/tags", (request, reply) => {
    const video = videoIn(request, "edit");
    const { data } = tagsSchema.safeParse(request.body);
    if (!data) throw new ApiError(400, "Invalid tags.", 2204, { field: "tag" });
    const tags = [...new Set([...video.tags, ...data.map(({ name }) => name)])];
    store.change(video, { tags });
    return reply.code(200).send({ data: tags.map((name) => ({ name })) });
  });

  app.delete("/vimeo/videos/:id/tags/:word", (request, reply) => {
    const video = videoIn(request, "edit");
    const { word } = tagParams.parse(request.params);
    store.change(video, { tags: video.tags.filter((tag) => tag !== word) });
    return reply.code(204).send();
  });

  const fileLink = (id: number) => `${sandbox.url}/vimeo/files/${id}`;

  app.post("/vimeo/videos/:id/pictures", (request, reply) => {
    const video = videoIn(request, "edit");
    const file = store.createFile(video, "pictures", null, null);
    const uri = `/videos/${video.id}/pictures/${file.id}`;
    return reply.code(201).send({ uri, active: false, link: fileLink(file.id) });
  });

  app.patch("/vimeo/videos/:id/pictures/:file", (request, reply) => {
    const video = videoIn(request, "edit");
    const file = store.findFile(fileParams.parse(request.params).file);
    if (file?.video_id !== video.id || file.content === null) {
      throw new ApiError(404, "The picture couldn't be found.", 5000);
    }
    store.change(video, { thumbnail: 1 });
    return reply.code(200).send({ active: true });
  });

  app.get("/vimeo/videos/:id/texttracks", (request) => {
    const video = videoIn(request);
    return {
      data: store.captions(video).map(({ id, language, name }) => ({
        uri: `/videos/${video.id}/texttracks/${id}`,
        language,
        name,
      })),
    };
  });

  app.post("/vimeo/videos/:id/texttracks", (request, reply) => {
    const video = videoIn(request, "edit");
    const { data } = trackSchema.safeParse(request.body);
    if (!data || fails("refused_caption")) throw new ApiError(400, "Invalid text track.", 2204);
    const file = store.createFile(video, "texttracks", data.language, data.name);
    const uri = `/videos/${video.id}/texttracks/${file.id}`;
    return reply.code(201).send({ uri, link: fileLink(file.id) });
  });

  app.delete("/vimeo/videos/:id/texttracks/:file", (request, reply) => {
    videoIn(request, "edit");
    store.deleteFile(fileParams.parse(request.params).file);
    return reply.code(204).send();
  });

  app.put("/vimeo/files/:id", (request, reply) => {
    const file = store.findFile(videoParams.parse(request.params).id);
    if (!file || !Buffer.isBuffer(request.body)) throw new ApiError(404, "The file doesn't exist.", 5000);
    if (file.kind === "pictures" && (fails("refused_thumbnail") || !isPicture(request.body))) {
      throw new ApiError(400, "The file isn't a picture.", 2204);
    }
    const isText = file.kind === "texttracks";
    store.storeContent(file, request.body.toString(isText ? "utf8" : "base64"));
    return reply.code(200).send();
  });
}
