import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";

import { calls } from "./access.ts";
import { ApiError } from "./errors.ts";
import { readMetadata, writableParts } from "./metadata.ts";
import { readParts } from "./parts.ts";
import type { Platform } from "./platform.ts";

const maxUploadBytes = 256 * 1024 ** 3;

const querySchema = z.object({
  uploadType: z.string().optional(),
  part: z.string().optional(),
  notifySubscribers: z.enum(["true", "false"]).default("true"),
});

const headersSchema = z.object({
  "x-upload-content-length": z.coerce.number().int().min(1).max(maxUploadBytes),
  "x-upload-content-type": z.string().regex(/^(video\/[\w.+-]+|application\/octet-stream)\b/i),
  slug: z.string().max(500).optional(),
});

function readHeaders(request: FastifyRequest) {
  const parsed = headersSchema.safeParse(request.headers);
  if (parsed.success) return parsed.data;
  const location = String(parsed.error.issues[0]?.path[0] ?? "");
  const details = { location, locationType: "header" } as const;
  if (location === "x-upload-content-type") {
    throw new ApiError(400, "badContent", "X-Upload-Content-Type must be a video type.", details);
  }
  throw new ApiError(
    400,
    "badRequest",
    "X-Upload-Content-Length must be the size of the file in bytes.",
    details,
  );
}

/** Validates the start of an upload, before any byte is sent. */
export function registerStartUpload(app: FastifyInstance, platform: Platform): void {
  const { sandbox, admit, sessions } = platform;

  app.post("/upload/youtube/v3/videos", async (request, reply) => {
    const caller = await admit(request, calls.startUpload);
    const query = querySchema.parse(request.query);
    if (query.uploadType !== "resumable") {
      throw new ApiError(400, "wrongUrlForUpload", "The sandbox supports uploadType=resumable only.", {
        location: "uploadType",
        locationType: "parameter",
      });
    }
    if (sandbox.failures.take("upload_limit")) {
      throw new ApiError(400, "uploadLimitExceeded", "This channel has uploaded too many videos lately.", {
        domain: "youtube.video",
      });
    }
    const parts = readParts(query.part, writableParts);
    const metadata = readMetadata(request.body, { parts, before: undefined });
    const headers = readHeaders(request);
    const session = sessions.create({
      clientId: caller.clientId,
      channelId: caller.channel.id,
      parts,
      metadata,
      size: headers["x-upload-content-length"],
      contentType: headers["x-upload-content-type"],
      fileName: headers.slug,
      notifySubscribers: query.notifySubscribers === "true",
    });
    const foreign = sandbox.failures.take("foreign_session") !== undefined;
    const location = new URL("/upload/youtube/v3/videos", foreign ? "https://uploads.example" : sandbox.url);
    location.search = new URLSearchParams({
      uploadType: "resumable",
      part: parts.join(","),
      upload_id: session.id,
    }).toString();
    return reply.headers({ location: location.href, "x-guploader-uploadid": session.id }).send();
  });
}
