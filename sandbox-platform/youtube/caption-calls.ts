import type { FastifyInstance } from "fastify";
import { z } from "zod";

import { dropConnection } from "../web/raw-connection.ts";
import { calls } from "./access.ts";
import { toVtt, type Caption } from "./captions.ts";
import { ApiError } from "./errors.ts";
import { ownVideo, videoNotFound } from "./own-video.ts";
import { readParts } from "./parts.ts";
import type { Platform } from "./platform.ts";
import { resourceEtag } from "./resource.ts";

const maxNameLength = 150;
const maxFileBytes = 100 * 1024 * 1024;

const listQuery = z.object({ part: z.string().optional(), videoId: z.string().optional() });
const insertQuery = z.object({ part: z.string().optional(), uploadType: z.literal("multipart") });
const pathSchema = z.object({ id: z.string() });
const snippetSchema = z.object({
  snippet: z.object({
    videoId: z.string().min(1),
    language: z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/),
    name: z.string().default(""),
    isDraft: z.boolean().default(false),
  }),
});

const refuse = (status: number, reason: string, message: string) =>
  new ApiError(status, reason, message, { domain: "youtube.caption" });

/** The two parts of a multipart/related body (RFC 2387): JSON and the file. */
function readRelated(contentType: string | undefined, body: unknown): { json: unknown; content: string } {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType ?? "")?.[1];
  if (boundary === undefined || typeof body !== "string") {
    throw refuse(400, "contentRequired", "The body must be multipart/related.");
  }
  const [json, content] = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.slice(part.indexOf("\r\n\r\n") + 4).replace(/\r\n$/, ""));
  if (json === undefined || content === undefined || content.trim() === "") {
    throw refuse(400, "contentRequired", "The caption file is missing.");
  }
  try {
    return { json: JSON.parse(json), content };
  } catch {
    throw refuse(400, "parseError", "The first part is not valid JSON.");
  }
}

function show({ id, videoId, language, name, addedAt }: Caption) {
  const snippet = { videoId, language, name, lastUpdated: addedAt, trackKind: "standard", isDraft: false };
  return {
    kind: "youtube#caption",
    etag: resourceEtag({ id, snippet }),
    id,
    snippet: { ...snippet, status: "serving" },
  };
}

/** captions.list, captions.insert, and the tracks that the watch page plays. */
export function registerCaptionCalls(app: FastifyInstance, platform: Platform): void {
  const { admit, captions, sandbox } = platform;

  app.get("/youtube/v3/captions", async (request, reply) => {
    const caller = await admit(request, calls.listCaptions);
    const { part, videoId } = listQuery.parse(request.query);
    readParts(part, ["snippet"]);
    const items = captions.ofVideo(ownVideo(platform, caller, videoId).id).map(show);
    return reply.send({ kind: "youtube#captionListResponse", etag: resourceEtag(items), items });
  });

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxFileBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post("/upload/youtube/v3/captions", async (request, reply) => {
      const caller = await admit(request, calls.insertCaption);
      const query = insertQuery.safeParse(request.query);
      if (!query.success)
        throw refuse(400, "wrongUrlForUpload", "The sandbox supports uploadType=multipart only.");
      readParts(query.data.part, ["snippet"]);
      const { json, content } = readRelated(request.headers["content-type"], request.body);
      const parsed = snippetSchema.safeParse(json);
      if (!parsed.success)
        throw refuse(400, "invalidMetadata", "A video and a BCP-47 language are required.");
      const { videoId, language, name } = parsed.data.snippet;
      if (name.length > maxNameLength)
        throw refuse(400, "nameTooLong", "The name has more than 150 characters.");
      const video = ownVideo(platform, caller, videoId);
      if (captions.ofVideo(video.id).some((track) => track.language === language && track.name === name)) {
        throw refuse(409, "captionExists", "The video has a track of this language and name.");
      }
      const caption = captions.add({ videoId: video.id, language, name, content });
      if (sandbox.failures.take("lost_reply", ({ on }) => on === "caption")) return dropConnection(reply);
      return reply.send(show(caption));
    });
  });

  app.get("/captions/:id", (request, reply) => {
    const caption = captions.find(pathSchema.parse(request.params).id);
    if (!caption) throw videoNotFound();
    return reply
      .headers({ "content-type": "text/vtt; charset=utf-8", "x-content-type-options": "nosniff" })
      .send(toVtt(caption.content));
  });
}
