import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import { AdapterError } from "#core/adapter-error.ts";
import type { Actor, Context } from "#core/server/context.ts";
import { second } from "#core/time.ts";
import { mediaError } from "#modules/media/contract/videos.ts";

import { removeVideoObjects } from "../deletion/jobs.ts";
import type { MediaDependencies } from "../dependencies.ts";
import { requireReservedSpace, requireSpaceForRest } from "../space/disk-space.ts";
import type { Video } from "../tables.ts";
import { originalKey } from "../videos/object-keys.ts";
import { createActiveRequests } from "./active-requests.ts";
import { completeUpload } from "./completion.ts";
import { withLease } from "./lease.ts";
import { findActiveLease, ownVideo } from "./queries.ts";
import { toMediaError } from "./storage-errors.ts";

interface Piece {
  offset: number;
  /** The browser page that sends it; its requests replace each other. */
  sender: string | null;
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
  /**
   * The actor's own upload. Throws `upload_unknown` for any other, `upload_ended` when its video is deleted. A refused
   * video is returned: its sender may not have received the last response yet.
   */
  find: (actor: Actor, videoId: string) => Promise<Video>;
  /**
   * The upload's progress; finishes it first where a crash has left it with all bytes stored. Throws `no_space` where
   * the remaining bytes don't fit on the disk.
   */
  progress: (video: Video) => Promise<UploadProgress>;
  /** The stored bytes; where these are all, waits until the upload is finished. For jobs. */
  received: (video: Video) => Promise<number>;
  /** Throws `upload_busy` while another sender sends. Lets senders check before they send a body. */
  checkLock: (video: Video, sender: string | null) => Promise<void>;
  /**
   * Appends a request's body at `offset` and returns the progress afterwards. Aborts when the sender is silent, the
   * upload has ended, the disk is full, or `authorize` throws.
   */
  append: (video: Video, piece: Piece) => Promise<UploadProgress>;
  /** Aborts the request of this process that is appending to the upload, if any. */
  interrupt: (videoId: string) => Promise<void>;
  /** Ends all appending requests of this process, whose senders continue elsewhere, and accepts no more. */
  stop: () => Promise<void>;
}

export function createUploadWriter(
  dependencies: Pick<MediaDependencies, "run" | "read" | "lock" | "storage">,
): UploadWriter {
  const { run, read, storage } = dependencies;
  const completions = createCompletions(dependencies);
  const active = createActiveRequests(dependencies);

  const progress = async (video: Video): Promise<UploadProgress> => {
    if (video.state !== "receiving") return { received: video.bytes, finishing: false };
    if (completions.isRunning(video)) return completions.progress(video);
    const received = await storedBytes(storage, video);
    if (received === video.bytes) {
      // The request that has sent the last byte may still be making it durable.
      await active.end(video.id);
      return completions.progress(video);
    }
    await run(null, (ctx) => requireSpaceForRest(ctx, storage, video, received));
    return { received, finishing: false };
  };

  const write = async (video: Video, { offset, sender, request, authorize }: Piece): Promise<number> => {
    const [key, abort] = [originalKey(video.id), new AbortController()];
    const options = { totalBytes: video.bytes, signal: abort.signal };
    const append = async () => {
      if (offset === 0) await storage.resumable.begin(key).catch(throwMediaError);
      return (await storage.resumable.append(key, offset, request, options).catch(throwMediaError)).received;
    };
    const check = async () => {
      await authorize();
      const received = await storage.resumable.received(key);
      const { id, createdAt, bytes } = video;
      const rest = { id, createdAt, missing: bytes - received };
      await run(null, (ctx) => requireReservedSpace(ctx, storage, rest));
      return received;
    };
    const requireSpace = (ctx: Context) => requireSpaceForRest(ctx, storage, video, offset);
    const leased = { videoId: video.id, sender, offset, request, abort, requireSpace, check };
    return active.run(video.id, { sender, request, abort }, (begin) =>
      withLease(dependencies, leased, async () => {
        begin();
        return append();
      }),
    );
  };

  return {
    find: (actor, videoId) =>
      read(actor, async (ctx) => {
        const video = await ownVideo(ctx.tx, actor.id, videoId);
        // A video without an owner was uploaded in a form and is not resumable.
        if (!video || video.taskId === null) throw mediaError("upload_unknown");
        if (video.state === "deleted") throw mediaError("upload_ended");
        return video;
      }),

    progress,

    received: async (video) => {
      const { received, finishing } = await progress(video);
      return finishing ? completions.complete(video) : received;
    },

    checkLock: async (video, sender) => {
      await active.waitForTurn(video, sender);
      if (await read(null, (ctx) => findActiveLease(ctx.tx, { videoId: video.id, now: ctx.now }))) {
        throw mediaError("upload_busy", { retryAfterSeconds: 2 });
      }
    },

    append: async (video, piece) => {
      if (video.state !== "receiving") throw mediaError("upload_ended");
      await active.waitForTurn(video, piece.sender);
      const before = await storedBytes(storage, video);
      if (piece.offset !== before) throw mediaError("upload_offset");
      if (before === video.bytes) return completions.progress(video);
      const received = await write(video, piece);
      if (received === video.bytes) return completions.progress(video);
      active.requireRunning();
      return { received, finishing: false };
    },

    interrupt: active.interrupt,
    stop: active.stop,
  };
}

/** Stored bytes; 0 for an unknown upload. Only reads, so it can't disturb an active request. */
async function storedBytes(storage: MediaDependencies["storage"], video: Video): Promise<number> {
  const key = originalKey(video.id);
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

  const finish = async (video: Video): Promise<number> => {
    // Throws `upload_ended` where the upload has just ended and its pieces are removed.
    await dependencies.storage.resumable.finish(originalKey(video.id)).catch(throwMediaError);
    const completed = await dependencies.run(null, (ctx) => completeUpload(ctx, video.id));
    // If it was cancelled after its last byte, the object was assembled after its removal.
    await removeVideoObjects(dependencies, video.id);
    if (!completed) throw mediaError("upload_ended");
    return video.bytes;
  };

  /** Finishes an upload once for all concurrent callers. Throws `upload_ended` when it was cancelled. */
  const complete = (video: Video): Promise<number> => {
    const completion = running.get(video.id) ?? finish(video).finally(() => running.delete(video.id));
    running.set(video.id, completion);
    return completion;
  };

  return {
    isRunning: (video: Video) => running.has(video.id),
    complete,
    /** Completes the upload, and waits for it as long as a response may. */
    progress: async (video: Video): Promise<UploadProgress> => {
      const completion = complete(video);
      // The response may be sent before it fails: the next request or the sweep retries.
      completion.catch(() => undefined);
      const timeout = delay(finishTimeout, true, { ref: false });
      const finishing = await Promise.race([completion.then(() => false), timeout]);
      return { received: video.bytes, finishing };
    },
  };
}

function throwMediaError(error: unknown): never {
  throw toMediaError(error);
}
