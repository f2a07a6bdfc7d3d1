import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { FileField, ReceivedFile } from "#core/endpoint.ts";
import { AppError, commonError } from "#core/error.ts";
import type { Actor, Context, Run } from "#core/server/context.ts";
import type { IncomingFile, ReceiveFile } from "#core/server/form.ts";
import { unknownType, videoHeadBytes, detectVideoType } from "#core/video-types.ts";
import { mediaError } from "#modules/media/contract/videos.ts";
import { maxVideoBytes } from "#modules/media/rules/limits.ts";

import { markFilesDeleted } from "../deletion/deletion.ts";
import { removeFileObject, removeVideoObjects } from "../deletion/jobs.ts";
import { reencodeImage } from "../images/images.ts";
import { admitUploads, requireReservedSpace, requireUnreservedSpace } from "../space/disk-space.ts";
import { requireQuota } from "../space/quota.ts";
import { firstReservation, reserveAhead } from "../space/reserve-ahead.ts";
import { insertUpload, recordReceived } from "../uploads/queries.ts";
import { toMediaError } from "../uploads/storage-errors.ts";
import { abandonVideoUpload } from "../uploads/video-uploads.ts";
import { fileKey, originalKey } from "../videos/object-keys.ts";
import { insertVideo, updateVideo } from "../videos/queries.ts";
import { safeFileName } from "./file-name.ts";
import { detectFileType } from "./file-type.ts";
import { readStart, readBelow } from "./first-bytes.ts";
import { insertFile, recordArrival, recordMissing } from "./queries.ts";

/** Types that browsers display; others are refused as attachments. */
const attachableTypes = new Set([
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
 * Receives the files of multipart forms. Images are re-encoded, attachments are stored unchanged, and a video becomes an
 * unclaimed video (`claimVideo`). Types are detected from the content, never from the name or the client's header.
 * Unclaimed files expire after an hour.
 */
export function createReceiveFile(parts: Parts): ReceiveFile {
  const receivers = { image: receiveImage, "image-or-video": receiveAttachment, video: receiveVideo };
  return async (actor, field, file) => {
    const named = { ...file, name: safeFileName(file.name) };
    try {
      const bytes = firstReservation(file.remainingBytes);
      await parts.run(null, async (ctx) => {
        const counted = { bytes, accountId: file.countsFor, senderId: actor.id };
        await requireQuota(ctx, counted);
        await requireUnreservedSpace(ctx, parts.storage, bytes);
      });
      return await receivers[field.kind](parts, actor, field, named);
    } catch (error) {
      if (error instanceof AppError) throw error;
      // The store could not read the content further, because there is no space for it.
      if (error instanceof AdapterError && error.cause instanceof AppError) throw error.cause;
      const code = error instanceof AdapterError ? error.code : null;
      if (code === "too_large") throw tooLarge(field);
      if (code === "broken_off" || file.stream.errored) {
        const message = `The upload of “${named.name}” was interrupted. Send it again.`;
        throw commonError("invalid_input", { message });
      }
      throw toMediaError(error);
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
  const limit = fieldLimit(field);
  const sent = await readBelow(file.stream, limit);
  if (!sent) throw tooLarge(field);
  if (detectFileType(sent.subarray(0, videoHeadBytes))?.kind !== "image") throw mediaError("not_an_image");
  const image = await reencodeImage(actor.id, sent, field.fitBytes ?? limit);
  const content = { ...file, bytes: image.bytes, announced: image.bytes.length };
  return stage(parts, actor, { name: file.name, type: image.type }, content, limit);
}

async function receiveAttachment(
  parts: Parts,
  actor: Actor,
  field: FileField,
  file: IncomingFile,
): Promise<ReceivedFile> {
  const { head, stream } = await readStart(file.stream, videoHeadBytes);
  const detected = detectFileType(head);
  if (!detected || !attachableTypes.has(detected.type)) {
    throw commonError("file_type", {
      message: `“${file.name}” can't be displayed. Use MP4, MOV, WebM or Ogg videos, or JPG, PNG, GIF or WebP images.`,
    });
  }
  const content = { ...file, bytes: stream, announced: file.remainingBytes };
  return stage(parts, actor, { name: file.name, type: detected.type }, content, fieldLimit(field));
}

/** Stores a file until an action claims it. Inserts its row first, so that a crash leaves no object without a row. */
async function stage(
  parts: Parts,
  actor: Actor,
  file: { name: string; type: string },
  content: FormContent,
  maxBytes: number,
): Promise<ReceivedFile> {
  const { run, storage } = parts;
  const id = randomUUID();
  const missing = firstReservation(content.announced);
  const accountId = content.countsFor;
  const insert = async (ctx: Context) => {
    const row = { ...file, id, personId: actor.id, accountId, bytes: 0, missing, createdAt: ctx.now };
    await insertFile(ctx.tx, { ...row, state: "staged" });
  };
  const reserved = await reserve(parts, actor, { id, content, insert }, (ctx, { missing: left }) =>
    recordMissing(ctx.tx, id, left),
  );
  const store = async (): Promise<ReceivedFile> => {
    const { bytes } = await storage.put(fileKey(id), reserved, { maxBytes });
    if (bytes === 0) throw commonError("invalid_input", { message: `“${file.name}” is empty.` });
    const recorded = await run(actor, (ctx) => recordArrival(ctx.tx, id, { bytes, at: ctx.now }));
    if (!recorded) {
      await removeFileObject({ run, storage }, id);
      throw mediaError("upload_ended");
    }
    return { id, name: file.name, bytes, type: file.type };
  };
  return orDelete(run, store, (ctx) => markFilesDeleted(ctx, [id]));
}

async function receiveVideo(
  parts: Parts,
  actor: Actor,
  field: FileField,
  file: IncomingFile,
): Promise<ReceivedFile> {
  const { head, stream } = await readStart(file.stream, videoHeadBytes);
  // Files that seem to be videos and aren't are refused by the preparation, which reads all of them. An empty one has its
  // own message.
  const type = head.length === 0 ? unknownType : detectVideoType({ ...file, head });
  if (type === null) throw mediaError("not_a_video");
  const { run, storage } = parts;
  const id = randomUUID();
  const content = { ...file, bytes: stream, announced: file.remainingBytes };
  const insert = async (ctx: Context) => {
    const bytes = firstReservation(content.announced);
    const row = { id, personId: actor.id, accountId: file.countsFor, bytes, createdAt: ctx.now };
    await insertVideo(ctx.tx, { ...row, taskId: null, fileName: file.name, type });
    await insertUpload(ctx.tx, { ...row, kind: "video", owner: null, fingerprint: id });
  };
  const reserved = await reserve(parts, actor, { id, content, insert }, (ctx, { received, missing }) =>
    recordReceived(ctx.tx, id, { received, bytes: received + missing }),
  );
  const store = async (): Promise<ReceivedFile> => {
    const { bytes } = await storage.put(originalKey(id), reserved, { maxBytes: fieldLimit(field) });
    if (bytes === 0) {
      throw commonError("invalid_input", { message: "That file is empty. Choose another one." });
    }
    const recorded = await run(actor, async (ctx) => {
      const stored = await updateVideo(ctx.tx, id, { bytes, receivedAt: ctx.now }, ["receiving"]);
      return stored && recordReceived(ctx.tx, id, { received: bytes, bytes });
    });
    if (!recorded) {
      await removeVideoObjects({ run, storage }, id);
      throw mediaError("upload_ended");
    }
    return { id, name: file.name, bytes, type };
  };
  return orDelete(run, store, (ctx) => abandonVideoUpload(ctx, id));
}

/** Content of a file; `announced` is the size of the rest of its form, or null if the client has sent none. */
interface FormContent extends Pick<IncomingFile, "countsFor"> {
  bytes: Readable | Buffer;
  announced: number | null;
}

/** Inserts the row of a file where its content fits on the disk, and returns the content, which extends the reservation. */
async function reserve(
  parts: Parts,
  actor: Actor,
  file: { id: string; content: FormContent; insert: (ctx: Context) => Promise<void> },
  record: (ctx: Context, progress: { received: number; missing: number }) => Promise<unknown>,
): Promise<Readable | Buffer> {
  const { run, storage } = parts;
  const { id, insert } = file;
  const { bytes: content, announced, countsFor: accountId } = file.content;
  const admit = (ctx: Context, received: number, missing: number) =>
    admitUploads(ctx, storage, {
      ids: [id],
      bytes: received + missing,
      missing,
      accountId,
      senderId: actor.id,
    });
  const createdAt = await run(null, async (ctx) => {
    await insert(ctx);
    await admit(ctx, 0, firstReservation(announced));
    return ctx.now;
  });
  if (!(content instanceof Readable)) return content;
  return reserveAhead(content, announced, async (received, missing) =>
    run(null, async (ctx) => {
      await record(ctx, { received, missing });
      if (announced === null) await admit(ctx, received, missing);
      else await requireReservedSpace(ctx, storage, { id, createdAt, missing });
    }),
  );
}

/** Stores a file; deletes it at once when that fails, because the other files of its form would not expire before it. */
async function orDelete(
  run: Run,
  store: () => Promise<ReceivedFile>,
  remove: (ctx: Context) => Promise<unknown>,
): Promise<ReceivedFile> {
  try {
    return await store();
  } catch (error) {
    // If this fails, the sweep deletes it later.
    await run(null, remove).catch(() => undefined);
    throw error;
  }
}

function fieldLimit(field: FileField): number {
  return field.maxBytes === "upload-limit" ? maxVideoBytes : field.maxBytes;
}

function tooLarge(field: FileField): Error {
  const mebibytes = Math.round(fieldLimit(field) / (1024 * 1024));
  const size = mebibytes < 1024 ? `${mebibytes} MB` : `${Math.round(mebibytes / 1024)} GB`;
  const message =
    field.kind === "image" ? `Image should be less than ${size}` : `That file is larger than ${size}.`;
  return commonError("file_too_large", { message });
}
