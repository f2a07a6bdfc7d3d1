import { join } from "node:path";

import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";

import { createEmptyFile, fileSize, hashFile } from "../storage/files.ts";
import { dropConnection } from "../web/raw-connection.ts";
import { receiveBody } from "../youtube/receive.ts";
import { type Api, ApiError } from "./api.ts";
import { detailsSchema, type Video } from "./store.ts";

const startSchema = detailsSchema.extend({
  upload: z.object({ approach: z.literal("tus"), size: z.coerce.number().int().positive() }),
});
const linkParams = z.object({ link: z.string() });

/** Creates videos with their uploads. */
export function registerUploadStart(app: FastifyInstance, { sandbox, store, admit, fails }: Api): void {
  app.post("/vimeo/me/videos", (request, reply) => {
    const { person } = admit(request, "upload");
    if (fails("quota_reached")) throw new ApiError(403, "The user's allotted quota has been reached.", 4102);
    if (fails("storage_full")) throw new ApiError(403, "The user's disk space has been reached.", 4101);
    if (fails("refused_title")) throw new ApiError(400, "Invalid parameters.", 2204, { field: "name" });
    const parsed = startSchema.safeParse(request.body);
    if (!parsed.success) throw new ApiError(400, z.prettifyError(parsed.error), 2204);
    const { upload, ...details } = parsed.data;
    const video = store.createVideo(person.id, upload.size, details);
    createEmptyFile(uploadFile(sandbox, video));
    if (fails("lost_open_reply")) return dropConnection(reply);
    const link = `${sandbox.url}/vimeo/upload/${video.link}`;
    const { size } = upload;
    return reply.code(201).send({
      uri: `/videos/${video.id}`,
      name: details.name,
      upload: { approach: "tus", status: "in_progress", upload_link: link, size },
    });
  });
}

/** The tus protocol: offsets and chunks. Its URL is the credential. */
export function registerUploadBytes(app: FastifyInstance, { sandbox, store, fails }: Api): void {
  function findUpload(params: unknown): Video {
    const video = fails("session_gone") ? undefined : store.findUpload(linkParams.parse(params).link);
    if (!video) throw new ApiError(404, "The upload doesn't exist.", 5000);
    return video;
  }

  function answer(reply: FastifyReply, { size }: Video, offset: number) {
    const headers = { "upload-offset": String(offset), "upload-length": String(size) };
    return reply
      .code(reply.request.method === "HEAD" ? 200 : 204)
      .headers({ ...headers, "tus-resumable": "1.0.0" })
      .send();
  }

  async function finish(video: Video): Promise<void> {
    store.change(video, {
      upload: fails("upload_failed") ? "error" : "complete",
      transcode: fails("transcoding_failed") ? "error" : "in_progress",
      sha256: await hashFile(uploadFile(sandbox, video)),
    });
  }

  app.head("/vimeo/upload/:link", (request, reply) => {
    const video = findUpload(request.params);
    return answer(reply, video, fileSize(uploadFile(sandbox, video)));
  });

  app.patch("/vimeo/upload/:link", async (request, reply) => {
    const video = findUpload(request.params);
    const file = uploadFile(sandbox, video);
    if (request.headers["content-type"] !== "application/offset+octet-stream")
      throw new ApiError(415, "Unsupported media type.", 2204);
    const first = Number(request.headers["upload-offset"]);
    if (first !== fileSize(file)) throw new ApiError(409, "The offset doesn't match.", 2204);
    const length = Number(request.headers["content-length"]);
    const received = await receiveBody(request.raw, {
      file,
      first,
      keep: length,
      cutAfter: fails("dropped_connection") ? Math.ceil(length / 2) : undefined,
    });
    if (!received.complete) return dropConnection(reply);
    const offset = fileSize(file);
    if (offset < video.size) return answer(reply, video, offset);
    await finish(video);
    return fails("lost_last_reply") ? dropConnection(reply) : answer(reply, video, offset);
  });
}

function uploadFile({ folders }: Api["sandbox"], { link }: Video): string {
  return join(folders.uploads, `vimeo-${link}`);
}
