import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

import { commonError } from "#core/error.ts";
import type { EndpointBinding } from "#core/server/bind-endpoints.ts";
import type { Actor } from "#core/server/context.ts";

import { mediaError } from "../contract.ts";
import { finishingState, largestVideo } from "../rules.ts";
import { noteSentDigest } from "./digests.ts";
import { abandonUpload } from "./receiving.ts";
import { uploadsFolder } from "./upload-address.ts";
import type { Reached, UploadWriting } from "./upload-writing.ts";

const protocol = "1.0.0";
const pieceType = "application/offset+octet-stream";
const saidDigest = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const wholeNumber = z.string().regex(/^\d{1,15}$/);

/**
 * The core of the tus protocol 1.0.0 and its `termination` extension (tus.io/protocols/resumable-upload), and below an
 * upload's address its `digest`, which the browser sends when it has read its whole file (docs/decisions/0017). A HEAD
 * with `Upload-Turn` is refused while another request sends; any other asks how far the upload is. `Upload-State:
 * finishing` says that all bytes are stored, of which the store still makes one file: nothing is to be sent again. Uploads are opened
 * by a later room's contract, not by the protocol's creation request. Only the person who opened one may touch it:
 * everybody else gets 404.
 */
export function registerUploadRoutes(
  app: FastifyInstance,
  parts: { run: EndpointBinding["run"]; identify: EndpointBinding["identify"]; writing: UploadWriting },
): void {
  const { run, identify, writing } = parts;

  const callerOf = async (request: FastifyRequest): Promise<{ actor: Actor; videoId: string }> => {
    const actor = await identify(request);
    if (!actor) throw commonError("unauthenticated");
    if (request.headers["tus-resumable"] !== protocol) throw mediaError("upload_version");
    const parsed = z.object({ videoId: z.uuid() }).safeParse(request.params);
    if (!parsed.success) throw mediaError("upload_unknown");
    return { actor, videoId: parsed.data.videoId };
  };

  // The body goes to the store as it comes; nothing of it is gathered here.
  app.addContentTypeParser(pieceType, (_request, body, done) => done(null, body));

  app.route({
    method: "OPTIONS",
    url: `${uploadsFolder}/:videoId?`,
    schema: { hide: true },
    handler: async (_request, reply) => {
      reply.headers({
        "tus-version": protocol,
        "tus-extension": "termination",
        "tus-max-size": String(largestVideo),
      });
      return answer(reply, 204);
    },
  });

  const url = `${uploadsFolder}/:videoId`;
  const hidden = { schema: { hide: true }, onRequest: announceProtocol };

  app.head(url, hidden, async (request, reply) => {
    const { actor, videoId } = await callerOf(request);
    const video = await writing.find(actor, videoId);
    if (request.headers["upload-turn"] !== undefined) await writing.takeTurn(video);
    reply.headers({
      ...inHeaders(await writing.reached(video)),
      "upload-length": String(video.bytes),
      "cache-control": "no-store",
    });
    return answer(reply, 200);
  });

  app.patch(url, hidden, async (request, reply) => {
    const { actor, videoId } = await callerOf(request);
    if (request.body !== request.raw) throw mediaError("upload_type");
    const offset = wholeNumber.safeParse(request.headers["upload-offset"]);
    if (!offset.success) throw mediaError("upload_offset");
    const video = await writing.find(actor, videoId);
    const reached = await writing.append(video, {
      offset: Number(offset.data),
      request: request.raw,
      // A session that was ended elsewhere ends what it is sending.
      permit: () => callerOf(request),
    });
    reply.headers(inHeaders(reached));
    return answer(reply, 204);
  });

  app.delete(url, hidden, async (request, reply) => {
    const { actor, videoId } = await callerOf(request);
    await writing.find(actor, videoId);
    await writing.interrupt(videoId);
    if (!(await run(actor, (ctx) => abandonUpload(ctx, videoId)))) throw mediaError("upload_over");
    return answer(reply, 204);
  });

  app.put(`${url}/digest`, hidden, async (request, reply) => {
    const { actor, videoId } = await callerOf(request);
    await writing.find(actor, videoId);
    const said = saidDigest.safeParse(request.body);
    if (!said.success) throw mediaError("digest_shape");
    // What it may undo is found out by the server, not done by the sender.
    await run(null, (ctx) => noteSentDigest(ctx, videoId, said.data.sha256));
    return answer(reply, 204);
  });
}

function inHeaders({ received, finishing }: Reached) {
  return { "upload-offset": String(received), ...(finishing && { "upload-state": finishingState }) };
}

async function announceProtocol(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({ "tus-resumable": protocol, "tus-version": protocol });
}

function answer(reply: FastifyReply, status: number): FastifyReply {
  return reply.header("tus-resumable", protocol).code(status).send();
}
