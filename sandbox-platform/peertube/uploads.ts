import { join } from "node:path";

import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";

import { createEmptyFile, fileSize, hashFile } from "../storage/files.ts";
import { dropConnection } from "../web/raw-connection.ts";
import { receiveBody } from "../youtube/receive.ts";
import { type Account } from "./accounts.ts";
import type { Instance } from "./instance.ts";
import { Problem } from "./problem.ts";
import { detailsSchema, type Upload } from "./store.ts";
import { videoStates } from "./videos.ts";

const querySchema = z.object({ upload_id: z.string().default("") });
const startSchema = detailsSchema.extend({ filename: z.string().min(1) });

/** Opens resumable uploads. */
export function registerUploadStart(app: FastifyInstance, instance: Instance): void {
  const { store, admit, fails, sandbox } = instance;

  app.post("/api/v1/videos/upload-resumable", (request, reply) => {
    const account = admit(request);
    if (fails("quota_reached")) throw new Problem(413, "The user's quota is exceeded.", "quota_reached");
    if (fails("file_too_large")) throw new Problem(413, "The file is too large.", "max_file_size_reached");
    if (fails("file_refused")) throw new Problem(415, "This file type is not supported.");
    const parsed = startSchema.safeParse(request.body);
    if (!parsed.success) throw new Problem(400, z.prettifyError(parsed.error));
    if (!account.channels.some(({ id }) => id === parsed.data.channelId)) {
      throw new Problem(400, "The channel belongs to another account.");
    }
    const size = z.coerce.number().int().positive().parse(request.headers["x-upload-content-length"]);
    const upload = store.createUpload(account.username, size, parsed.data);
    createEmptyFile(uploadFile(instance, upload));
    // Without the scheme, as instances behind a proxy do.
    const location = `${sandbox.url.replace(/^https?:/, "")}/api/v1/videos/upload-resumable?upload_id=${upload.id}`;
    return reply.code(201).header("location", location).send();
  });
}

/** Receives PUTs to resumable uploads: chunks and status queries. */
export function registerUploadBytes(app: FastifyInstance, instance: Instance): void {
  const { store, admit, fails } = instance;

  function findUpload(id: string, { username }: Account): Upload {
    const upload = store.findUpload(id);
    if (upload?.username === username && fails("session_gone")) store.deleteUpload(id);
    if (upload?.username !== username || !store.findUpload(id)) throw new Problem(404, "Not found.");
    return upload;
  }

  function stateOfNewVideo(): number {
    if (fails("transcoding_failed")) return videoStates.transcodingFailed;
    return fails("moving_failed") ? videoStates.movingFailed : videoStates.toTranscode;
  }

  /** The instance forgets an upload that has become a video. */
  async function finish(reply: FastifyReply, upload: Upload) {
    if (fails("upload_unfinished")) return sendRange(reply, upload.size);
    const sha256 = await hashFile(uploadFile(instance, upload));
    const { id, uuid } = store.createVideo(upload, sha256, stateOfNewVideo());
    if (fails("upload_kept")) return sendRange(reply, upload.size);
    store.deleteUpload(upload.id);
    if (fails("lost_last_reply")) return dropConnection(reply);
    return reply.send({ video: { id, uuid, shortUUID: uuid.slice(0, 8) } });
  }

  app.delete("/api/v1/videos/upload-resumable", (request, reply) => {
    const { id } = findUpload(querySchema.parse(request.query).upload_id, admit(request));
    store.deleteUpload(id);
    return reply.code(204).send();
  });

  app.put("/api/v1/videos/upload-resumable", async (request, reply) => {
    const account = admit(request);
    const upload = findUpload(querySchema.parse(request.query).upload_id, account);
    const file = uploadFile(instance, upload);
    const header = request.headers["content-range"] ?? "";
    if (header.startsWith("bytes */")) return sendRange(reply, fileSize(file));
    const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header)?.map(Number) ?? [];
    if (first === undefined || last === undefined || total !== upload.size)
      throw new Problem(400, "Bad range.");
    if (first !== fileSize(file)) throw new Problem(409, "The chunk does not continue the upload.");
    const received = await receiveBody(request.raw, {
      file,
      first,
      keep: last - first + 1,
      cutAfter: fails("dropped_connection") ? Math.ceil((last - first) / 2) : undefined,
    });
    store.countReceived(upload.id, received.bytes);
    if (!received.complete) return dropConnection(reply);
    return fileSize(file) === upload.size ? finish(reply, upload) : sendRange(reply, fileSize(file));
  });
}

function sendRange(reply: FastifyReply, stored: number) {
  if (stored > 0) reply.header("range", `bytes=0-${stored - 1}`);
  return reply.code(308).send();
}

function uploadFile({ sandbox }: Instance, { id }: Pick<Upload, "id">): string {
  return join(sandbox.folders.uploads, `peertube-${id}`);
}
