import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { FileField, ReceivedFile } from "#core/endpoint.ts";
import { commonError, AppError } from "#core/error.ts";
import type { Actor, Context, Run } from "#core/server/context.ts";
import type { IncomingFile, ReceiveFile } from "#core/server/form.ts";

import { mediaError } from "../contract.ts";
import { largestVideo } from "../rules.ts";
import { removeFiles } from "./actions.ts";
import { nameOf } from "./file-name.ts";
import { fileTypeOf, typeBytes } from "./file-type.ts";
import { peek, readBelow } from "./first-bytes.ts";
import { clearFile, clearVideo } from "./jobs/clear-stored.ts";
import { fileKey, originalKey } from "./keys.ts";
import { repackPicture } from "./pictures.ts";
import { abandonUpload } from "./receiving.ts";
import { refuseWithoutRoom } from "./room.ts";
import { asMediaError, storageCode } from "./storage-failures.ts";
import { insertFile, noteArrival } from "./store/files.ts";
import { changeVideo, insertVideo } from "./store/videos.ts";

/** Files that the platform's players and browsers show; others are refused as attachments. */
const attachable = new Set([
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
  "video/mp4",
  "video/quicktime",
  "video/webm",
  "video/ogg",
]);

/**
 * Receives the files of multipart forms. Images are packed anew, attachments are stored as they are, and a video
 * becomes an unclaimed video (`claimVideo`). What something is, its bytes say, never its name or the sender. Nothing
 * received is kept longer than an hour unless an action takes it.
 */
export function createReceiveFile(parts: { run: Run; storage: ObjectStorage }): ReceiveFile {
  const receivers = { image: receiveImage, "image-or-video": receiveAttachment, video: receiveVideo };
  return async (actor, field, file) => {
    const named = { ...file, name: nameOf(file.name) };
    try {
      await refuseWithoutRoom(parts.storage, file.toCome);
      return await receivers[field.kind](parts, actor, field, named);
    } catch (error) {
      if (storageCode(error) === "too_large") throw tooLarge(field);
      if (error instanceof AppError) throw error;
      if (storageCode(error) === "broken_off" || file.stream.errored) {
        const message = `“${named.name}” stopped before its end. Send it again.`;
        throw commonError("invalid_input", { message });
      }
      throw asMediaError(error);
    }
  };
}

interface Parts {
  run: Run;
  storage: ObjectStorage;
}

async function receiveImage(
  parts: Parts,
  actor: Actor,
  field: FileField,
  file: IncomingFile,
): Promise<ReceivedFile> {
  const limit = limitOf(field);
  const content = await readBelow(file.stream, limit);
  if (!content) throw tooLarge(field);
  if (fileTypeOf(content.subarray(0, typeBytes))?.kind !== "image") throw mediaError("not_an_image");
  const picture = await repackPicture(content, limit);
  return stage(parts, actor, { name: file.name, type: picture.type }, picture.bytes, limit);
}

async function receiveAttachment(
  parts: Parts,
  actor: Actor,
  field: FileField,
  file: IncomingFile,
): Promise<ReceivedFile> {
  const { head, stream } = await peek(file.stream, typeBytes);
  const found = fileTypeOf(head);
  if (!found || !attachable.has(found.type)) {
    throw commonError("file_type", {
      message: `“${file.name}” can't be shown here. Use MP4, MOV, WebM or Ogg videos, or JPG, PNG, GIF or WebP images.`,
    });
  }
  return stage(parts, actor, { name: file.name, type: found.type }, stream, limitOf(field));
}

/** Stores a file that waits for an action to keep it. Its row comes first, so that a crash leaves nothing unknown. */
async function stage(
  { run, storage }: Parts,
  actor: Actor,
  file: { name: string; type: string },
  content: Readable | Buffer,
  maxBytes: number,
): Promise<ReceivedFile> {
  const id = randomUUID();
  await run(actor, (ctx) =>
    insertFile(ctx.tx, {
      ...file,
      id,
      personId: actor.id,
      bytes: 0,
      state: "staged",
      createdAt: ctx.now,
    }),
  );
  const arrive = async (): Promise<ReceivedFile> => {
    const { bytes } = await storage.put(fileKey(id), content, { maxBytes });
    if (bytes === 0) throw commonError("invalid_input", { message: `“${file.name}” is empty.` });
    const waits = await run(actor, (ctx) => noteArrival(ctx.tx, id, { bytes, at: ctx.now }));
    if (!waits) {
      await clearFile({ run, storage }, id);
      throw mediaError("upload_over");
    }
    return { id, name: file.name, bytes, type: file.type };
  };
  return orLetGo(run, arrive, (ctx) => removeFiles(ctx, [id]));
}

async function receiveVideo(
  { run, storage }: Parts,
  actor: Actor,
  field: FileField,
  file: IncomingFile,
): Promise<ReceivedFile> {
  if (!file.type.startsWith("video/")) throw mediaError("not_a_video");
  const id = randomUUID();
  await run(actor, (ctx) =>
    insertVideo(ctx.tx, {
      id,
      personId: actor.id,
      subject: null,
      fileName: file.name,
      type: file.type,
      bytes: 0,
      fingerprint: id,
      state: "receiving",
      createdAt: ctx.now,
    }),
  );
  const arrive = async (): Promise<ReceivedFile> => {
    const { bytes } = await storage.put(originalKey(id), file.stream, { maxBytes: limitOf(field) });
    if (bytes === 0)
      throw commonError("invalid_input", { message: "That file is empty. Choose another one." });
    const waits = await run(actor, (ctx) =>
      changeVideo(ctx.tx, id, { bytes, received: bytes, receivedAt: ctx.now }, ["receiving"]),
    );
    if (!waits) {
      await clearVideo({ run, storage }, id);
      throw mediaError("upload_over");
    }
    return { id, name: file.name, bytes, type: file.type };
  };
  return orLetGo(run, arrive, (ctx) => abandonUpload(ctx, id));
}

/**
 * Awaits a file's arrival. What doesn't arrive whole is let go at once, so that nothing waits for it: its form's other
 * files would.
 */
async function orLetGo(
  run: Run,
  arrive: () => Promise<ReceivedFile>,
  letGo: (ctx: Context) => Promise<unknown>,
): Promise<ReceivedFile> {
  try {
    return await arrive();
  } catch (error) {
    // What can't be let go now, the sweep does.
    await run(null, letGo).catch(() => undefined);
    throw error;
  }
}

function limitOf(field: FileField): number {
  return field.maxBytes === "upload-limit" ? largestVideo : field.maxBytes;
}

function tooLarge(field: FileField): Error {
  const mebibytes = Math.round(limitOf(field) / (1024 * 1024));
  const size = mebibytes < 1024 ? `${mebibytes} MB` : `${Math.round(mebibytes / 1024)} GB`;
  const message =
    field.kind === "image" ? `Image should be less than ${size}` : `That file is larger than ${size}.`;
  return commonError("file_too_large", { message });
}
