import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import { AdapterError } from "#core/adapter-error.ts";
import type { Actor, Context } from "#core/server/context.ts";
import { second } from "#core/time.ts";
import { mediaError } from "#modules/media/contract/videos.ts";

import type { MediaDependencies } from "../dependencies.ts";
import { requireReservedSpace, requireSpaceForRest } from "../space/disk-space.ts";
import type { Upload } from "../tables.ts";
import { createActiveRequests } from "./active-requests.ts";
import { findSentUpload, type SentUpload, uploadedKinds } from "./kinds.ts";
import { withLease } from "./lease.ts";
import { findActiveLease } from "./queries.ts";
import { toMediaError } from "./storage-errors.ts";

interface Piece {
  offset: number;
  /** The browser page that sends it; its requests replace each other. */
  sender: string | null;
  /** SHA-256 of the whole file in hex, if the piece is the whole file and its sender has computed it before. */
  sha256: string | null;
  request: IncomingMessage;
  /** Throws an `AppError` once the sender may not continue; called repeatedly while the body arrives. */
  authorize: () => Promise<unknown>;
}

/** Progress of an upload. */
export interface UploadProgress {
  /** Stored bytes. */
  received: number;
  /** All bytes are stored, and the store is still assembling the object. */
  finishing: boolean;
}

/** A response waits this long for the upload to be finished: a later one would look like a dead connection. */
const finishTimeout = 2 * second;

/** Writes the bytes of resumable uploads to the object store. One instance per process. */
export interface UploadWriter {
  /** The actor's own upload. Throws `upload_unknown` for any other, `upload_ended` when it was cancelled or has expired. */
  find: (actor: Actor, uploadId: string) => Promise<SentUpload>;
  /**
   * The upload's progress; finishes it first where a crash has left it with all bytes stored. Throws `no_space` where
   * the remaining bytes don't fit on the disk.
   */
  progress: (upload: SentUpload) => Promise<UploadProgress>;
  /** The stored bytes; where these are all, waits until the upload is finished. For jobs. */
  received: (upload: Upload) => Promise<number>;
  /** Throws `upload_busy` while another sender sends. Lets senders check before they send a body. */
  checkLock: (upload: SentUpload, sender: string | null) => Promise<void>;
  /**
   * Appends a request's body at `offset` and returns the progress afterwards. Aborts when the sender is silent, the
   * upload has ended, the disk is full, or `authorize` throws.
   */
  append: (upload: SentUpload, piece: Piece) => Promise<UploadProgress>;
  /** Aborts the request of this process that is appending to the upload, if any. */
  interrupt: (uploadId: string) => Promise<void>;
  /** Ends all appending requests of this process, whose senders continue elsewhere, and accepts no more. */
  stop: () => Promise<void>;
}

export function createUploadWriter(
  dependencies: Pick<MediaDependencies, "run" | "read" | "lock" | "storage">,
): UploadWriter {
  const { run, read, storage } = dependencies;
  const completions = createCompletions(dependencies);
  const active = createActiveRequests(dependencies);

  const progress = async (upload: Upload): Promise<UploadProgress> => {
    if (completions.isRunning(upload)) return completions.progress(upload, null);
    const received = await storedBytes(storage, upload);
    if (received === upload.bytes) {
      // The request that has sent the last byte may still be making it durable.
      await active.end(upload.id);
      return completions.progress(upload, null);
    }
    await run(null, (ctx) => requireSpaceForRest(ctx, storage, upload, received));
    return { received, finishing: false };
  };

  const write = async (upload: Upload, { offset, sender, request, authorize }: Piece): Promise<number> => {
    const [key, abort] = [objectKey(upload), new AbortController()];
    const options = { totalBytes: upload.bytes, signal: abort.signal };
    const append = async () => {
      if (offset === 0) await storage.resumable.begin(key).catch(throwMediaError);
      return (await storage.resumable.append(key, offset, request, options).catch(throwMediaError)).received;
    };
    const check = async () => {
      await authorize();
      const received = await storage.resumable.received(key);
      const { id, createdAt, bytes } = upload;
      const rest = { id, createdAt, missing: bytes - received };
      await run(null, (ctx) => requireReservedSpace(ctx, storage, rest));
      return received;
    };
    const requireSpace = (ctx: Context) => requireSpaceForRest(ctx, storage, upload, offset);
    const leased = { uploadId: upload.id, sender, offset, request, abort, requireSpace, check };
    return active.run(upload.id, { sender, request, abort }, (begin) =>
      withLease(dependencies, leased, async () => {
        begin();
        return append();
      }),
    );
  };

  return {
    find: async (actor, uploadId) => {
      const upload = await read(actor, (ctx) => findSentUpload(ctx, actor.id, uploadId));
      if (upload === null) throw mediaError("upload_unknown");
      if (upload === "ended") throw mediaError("upload_ended");
      return upload;
    },

    progress: async ({ bytes, inProgress }) =>
      inProgress ? progress(inProgress) : { received: bytes, finishing: false },

    received: async (upload) => {
      const { received, finishing } = await progress(upload);
      return finishing ? completions.complete(upload, null) : received;
    },

    checkLock: async ({ id: uploadId, inProgress }, sender) => {
      await active.waitForTurn(uploadId, inProgress, sender);
      if (await read(null, (ctx) => findActiveLease(ctx.tx, { uploadId, now: ctx.now }))) {
        throw mediaError("upload_busy", { retryAfterSeconds: 2 });
      }
    },

    append: async ({ inProgress: upload }, piece) => {
      if (!upload) throw mediaError("upload_ended");
      await active.waitForTurn(upload.id, upload, piece.sender);
      const before = await storedBytes(storage, upload);
      if (piece.offset !== before) throw mediaError("upload_offset");
      const sha256 = piece.offset === 0 ? piece.sha256 : null;
      if (before === upload.bytes) return completions.progress(upload, sha256);
      const received = await write(upload, piece);
      if (received === upload.bytes) return completions.progress(upload, sha256);
      active.requireRunning();
      return { received, finishing: false };
    },

    interrupt: active.interrupt,
    stop: active.stop,
  };
}

/** Stored bytes; 0 for an unknown upload. Only reads, so it can't disturb an active request. */
async function storedBytes(storage: MediaDependencies["storage"], upload: Upload): Promise<number> {
  const key = objectKey(upload);
  try {
    return await storage.resumable.received(key);
  } catch (error) {
    if (!(error instanceof AdapterError) || error.code !== "missing") throw toMediaError(error);
  }
  const whole = await storage.stat(key);
  return whole?.bytes ?? 0;
}

/** Uploads with all bytes stored, whose object this process assembles. */
function createCompletions(dependencies: Pick<MediaDependencies, "run" | "storage">) {
  const running = new Map<string, Promise<number>>();

  const finish = async (upload: Upload, sha256: string | null): Promise<number> => {
    const { id, bytes } = upload;
    const { complete: end, recordSentDigest, removeObjects } = uploadedKinds[upload.kind];
    const { resumable } = dependencies.storage;
    // No request has begun an empty file.
    if (bytes === 0) await resumable.begin(objectKey(upload)).catch(throwMediaError);
    // Throws `upload_ended` where the upload has just ended and its pieces are removed.
    await resumable.finish(objectKey(upload)).catch(throwMediaError);
    const completed = await dependencies.run(null, async (ctx) => {
      const isCompleted = await end(ctx, id);
      if (isCompleted && sha256 !== null) await recordSentDigest(ctx, id, sha256);
      return isCompleted;
    });
    if (completed) return bytes;
    // It was cancelled after its last byte, and the object was assembled after its removal.
    await removeObjects(dependencies, id);
    throw mediaError("upload_ended");
  };

  /** Finishes an upload once for all concurrent callers. Throws `upload_ended` when it was cancelled. */
  const complete = (upload: Upload, sha256: string | null): Promise<number> => {
    const completion =
      running.get(upload.id) ?? finish(upload, sha256).finally(() => running.delete(upload.id));
    running.set(upload.id, completion);
    return completion;
  };

  return {
    isRunning: (upload: Upload) => running.has(upload.id),
    complete,
    /** Completes the upload, and waits for it as long as a response may. */
    progress: async (upload: Upload, sha256: string | null): Promise<UploadProgress> => {
      const completion = complete(upload, sha256);
      // The response may be sent before it fails: the next request or the sweep retries.
      completion.catch(() => undefined);
      const timeout = delay(finishTimeout, true, { ref: false });
      const finishing = await Promise.race([completion.then(() => false), timeout]);
      return { received: upload.bytes, finishing };
    },
  };
}

function objectKey({ id, kind }: Upload): string {
  return uploadedKinds[kind].objectKey(id);
}

function throwMediaError(error: unknown): never {
  throw toMediaError(error);
}
