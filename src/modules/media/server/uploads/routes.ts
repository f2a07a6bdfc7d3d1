import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

import { commonError } from "#core/error.ts";
import type { Actor } from "#core/server/context.ts";
import { mediaError } from "#modules/media/contract/videos.ts";
import { finishingState, maxVideoBytes } from "#modules/media/rules/limits.ts";

import type { MediaDependencies } from "../dependencies.ts";
import { uploadedKinds } from "./kinds.ts";
import { uploadsFolder } from "./upload-url.ts";
import type { UploadProgress, UploadWriter } from "./upload-writer.ts";

const protocol = "1.0.0";
const pieceType = "application/offset+octet-stream";
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const digestBody = z.object({ sha256 });
const senderToken = z.string().regex(/^[\w-]{16,64}$/);
const wholeNumber = z.string().regex(/^\d{1,15}$/);

/**
 * Registers the tus protocol 1.0.0 with its `termination` extension (tus.io/protocols/resumable-upload), and below an
 * upload's URL its `digest`, which the browser sends once it has read the whole file (docs/decisions/0013-digests-and-chunks.md). A HEAD with
 * `Upload-Lock` is refused while another sender sends; any other HEAD returns the upload's progress. `Upload-Sender` is
 * a random token of a browser page, whose next request replaces its last one in whatever process. `Upload-Sha256` in a request
 * with a whole file is its digest in hex, which saves the request to `digest`. With `Upload-State: finishing` all bytes are stored, the store is still assembling the file, and the client must send
 * nothing. Uploads are created by the API of later modules, not by the protocol's creation request. Everybody but the
 * uploader gets 404.
 */
export function registerUploadRoutes(
  app: FastifyInstance,
  { run, identify }: Pick<MediaDependencies, "run" | "identify">,
  writer: UploadWriter,
): void {
  const requestCaller = (request: FastifyRequest): { actor: Actor; uploadId: string } => {
    const { actor } = request;
    if (!actor) throw commonError("unauthenticated");
    if (request.headers["tus-resumable"] !== protocol) throw mediaError("upload_version");
    const parsed = z.object({ uploadId: z.uuid() }).safeParse(request.params);
    if (!parsed.success) throw mediaError("upload_unknown");
    return { actor, uploadId: parsed.data.uploadId };
  };

  app.route({
    method: "OPTIONS",
    url: `${uploadsFolder}/:uploadId?`,
    schema: { hide: true },
    handler: async (_request, reply) => {
      reply.headers({
        "tus-version": protocol,
        "tus-extension": "termination",
        "tus-max-size": String(maxVideoBytes),
      });
      return sendEmpty(reply, 204);
    },
  });

  const url = `${uploadsFolder}/:uploadId`;
  const hidden = {
    schema: { hide: true },
    config: { kind: "upload" },
    onRequest: addProtocolHeaders,
  } as const;

  app.head(url, hidden, async (request, reply) => {
    const { actor, uploadId } = requestCaller(request);
    const upload = await writer.find(actor, uploadId);
    if (request.headers["upload-lock"] !== undefined) await writer.checkLock(upload, requestSender(request));
    reply.headers({
      ...progressHeaders(await writer.progress(upload)),
      "upload-length": String(upload.bytes),
      "cache-control": "no-store",
    });
    return sendEmpty(reply, 200);
  });

  // A scope of its own, since no other route accepts the content type.
  void app.register(async (scope) => {
    // Passes the body on as a stream instead of buffering it.
    scope.addContentTypeParser(pieceType, (_request, body, done) => done(null, body));
    scope.patch(url, hidden, async (request, reply) => {
      const { actor, uploadId } = requestCaller(request);
      if (request.body !== request.raw) throw mediaError("upload_type");
      const offset = wholeNumber.safeParse(request.headers["upload-offset"]);
      if (!offset.success) throw mediaError("upload_offset");
      const digest = sha256.optional().safeParse(request.headers["upload-sha256"]);
      if (!digest.success) throw mediaError("digest_shape");
      const upload = await writer.find(actor, uploadId);
      const progress = await writer.append(upload, {
        offset: Number(offset.data),
        sender: requestSender(request),
        sha256: digest.data ?? null,
        request: request.raw,
        // Ends the request when its session is ended elsewhere.
        authorize: async () => {
          if (!(await identify(request))) throw commonError("unauthenticated");
        },
      });
      reply.headers(progressHeaders(progress));
      return sendEmpty(reply, 204);
    });
  });

  app.delete(url, hidden, async (request, reply) => {
    const { actor, uploadId } = requestCaller(request);
    const { kind } = await writer.find(actor, uploadId);
    await writer.interrupt(uploadId);
    const abandoned = await run(actor, (ctx) => uploadedKinds[kind].abandon(ctx, uploadId));
    if (!abandoned) throw mediaError("upload_ended");
    return sendEmpty(reply, 204);
  });

  app.put(`${url}/digest`, hidden, async (request, reply) => {
    const { actor, uploadId } = requestCaller(request);
    const { kind } = await writer.find(actor, uploadId);
    const digest = digestBody.safeParse(request.body);
    if (!digest.success) throw mediaError("digest_shape");
    // Acts as the server: a mismatch may refuse the video, which the uploader may not do.
    await run(null, (ctx) => uploadedKinds[kind].recordSentDigest(ctx, uploadId, digest.data.sha256));
    return sendEmpty(reply, 204);
  });
}

function requestSender({ headers }: FastifyRequest): string | null {
  return senderToken.safeParse(headers["upload-sender"]).data ?? null;
}

function progressHeaders({ received, finishing }: UploadProgress) {
  return { "upload-offset": String(received), ...(finishing && { "upload-state": finishingState }) };
}

async function addProtocolHeaders(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({ "tus-resumable": protocol, "tus-version": protocol });
}

function sendEmpty(reply: FastifyReply, status: number): FastifyReply {
  return reply.header("tus-resumable", protocol).code(status).send();
}
