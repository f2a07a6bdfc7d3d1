import { randomUUID } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { z } from "zod";

import { findChannel } from "../identity/people.ts";
import type { Sandbox } from "../sandbox.ts";
import { drawVideo } from "../web/pictures.ts";
import { calls } from "./access.ts";
import { ApiError } from "./errors.ts";
import { ownVideo, videoNotFound } from "./own-video.ts";
import type { Platform } from "./platform.ts";
import { thumbnailSizes, videoThumbnails } from "./resource.ts";

const imageTypes = new Set(["image/jpeg", "image/png", "application/octet-stream"]);
const maxPixels = 50_000_000;

const querySchema = z.object({ videoId: z.string().optional() });
const pathSchema = z.object({
  id: z.string(),
  name: z.enum(["default.jpg", "medium.jpg", "high.jpg", "maxres.jpg"]),
});
const thumbnailName = {
  "default.jpg": "default",
  "medium.jpg": "medium",
  "high.jpg": "high",
  "maxres.jpg": "maxres",
} as const;

function thumbnailPath(sandbox: Sandbox, file: string): string {
  return join(sandbox.folders.thumbnails, file);
}

const invalidImage = (message: string) =>
  new ApiError(400, "invalidImage", message, { domain: "youtube.thumbnail" });

/** Decodes the whole image, so that a file with only a valid header is refused. */
async function checkImage(image: Buffer): Promise<"image/jpeg" | "image/png"> {
  try {
    const decoder = sharp(image, { failOn: "error", limitInputPixels: maxPixels });
    const { format } = await decoder.metadata();
    await decoder.stats();
    if (format === "jpeg" || format === "png") return `image/${format}`;
  } catch {
    throw invalidImage("The image cannot be decoded.");
  }
  throw invalidImage("The image is neither JPEG nor PNG.");
}

/** thumbnails.set, and the images. */
export function registerThumbnails(app: FastifyInstance, platform: Platform): void {
  const { sandbox, admit, videos } = platform;
  const { failures, settings } = sandbox;

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const limit = { parseAs: "buffer", bodyLimit: settings.thumbnailBytes } as const;
    scope.addContentTypeParser("*", limit, async (_request: unknown, body: Buffer) => body);

    scope.post("/upload/youtube/v3/thumbnails/set", async (request, reply) => {
      const caller = await admit(request, calls.setThumbnail);
      if (failures.take("thumbnail_not_found")) throw videoNotFound();
      if (failures.take("refused_thumbnail")) {
        throw new ApiError(
          403,
          "forbidden",
          "This channel cannot set custom thumbnails until its phone number is verified.",
          {
            domain: "youtube.thumbnail",
          },
        );
      }
      const video = ownVideo(platform, caller, querySchema.parse(request.query).videoId);
      const type = request.headers["content-type"]?.split(";")[0]?.trim() ?? "application/octet-stream";
      if (!imageTypes.has(type))
        throw new ApiError(400, "badContent", `${type} is not taken as a thumbnail.`);
      const image = request.body;
      if (!Buffer.isBuffer(image) || image.length === 0) {
        throw new ApiError(400, "mediaBodyRequired", "The image is missing.", {
          domain: "youtube.thumbnail",
        });
      }
      const decoded = await checkImage(image);
      const file = randomUUID();
      await writeFile(thumbnailPath(sandbox, file), image, { flush: true, mode: 0o600 });
      videos.recordThumbnail(video.id, file, decoded);
      if (video.thumbnail) await rm(thumbnailPath(sandbox, video.thumbnail.file), { force: true });
      const sizes = videoThumbnails(ownVideo(platform, caller, video.id), sandbox.url);
      return reply.send({ kind: "youtube#thumbnailSetResponse", items: [sizes] });
    });
  });

  app.get("/thumbnails/:id/:name", async (request, reply) => {
    const path = pathSchema.safeParse(request.params);
    const video = path.success ? videos.find(path.data.id) : undefined;
    if (!path.success || !video) throw videoNotFound();
    const { width, height } = thumbnailSizes[thumbnailName[path.data.name]];
    const source = video.thumbnail
      ? await readFile(thumbnailPath(sandbox, video.thumbnail.file))
      : Buffer.from(drawVideo(video.id, findChannel(video.channelId)?.colours));
    const picture = await sharp(source)
      .rotate()
      .resize(width, height, { fit: "contain", background: "#000000" })
      .jpeg({ quality: 86 })
      .toBuffer();
    return reply.headers({ "content-type": "image/jpeg", "x-content-type-options": "nosniff" }).send(picture);
  });

  app.get("/thumbnails/:id/original", async (request, reply) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const thumbnail = videos.find(id)?.thumbnail;
    if (!thumbnail) throw videoNotFound();
    const picture = await readFile(thumbnailPath(sandbox, thumbnail.file));
    return reply
      .headers({ "content-type": thumbnail.type, "x-content-type-options": "nosniff" })
      .send(picture);
  });
}
