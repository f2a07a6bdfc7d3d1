import type { IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Actor, Run } from "#core/server/context.ts";
import { second } from "#core/time.ts";

import { mediaError } from "../contract.ts";
import { clearVideo } from "./jobs/clear-stored.ts";
import { originalKey } from "./keys.ts";
import { completeUpload } from "./receiving.ts";
import { refuseWithoutRoom } from "./room.ts";
import { asMediaError, storageCode } from "./storage-failures.ts";
import { hasWriter, ownVideo } from "./store/uploads.ts";
import type { Video } from "./tables.ts";
import { withLease } from "./upload-lease.ts";

/** A request that is appending right now. */
interface Writer {
  abort: AbortController;
  request: IncomingMessage;
  done: Promise<unknown>;
}

interface Piece {
  offset: number;
  request: IncomingMessage;
  /** Asked again and again while the body arrives. */
  permit: () => Promise<unknown>;
}

/** How far an upload is. */
export interface Reached {
  /** Bytes stored. */
  received: number;
  /** These are all, and the store still makes one file of them. */
  finishing: boolean;
}

/** The answer to a sender waits this long for the last steps: one that takes longer looks like a dead connection. */
const finishPatience = 2 * second;

/** How the bytes of resumable uploads reach the store. One of these per process. */
export interface UploadWriting {
  /**
   * The caller's own upload. Throws 404 for anybody else's, `upload_over` when it was given up or its video is deleted. One
   * whose file was refused has arrived: its sender may not have heard so yet.
   */
  find: (actor: Actor, videoId: string) => Promise<Video>;
  /**
   * How far it is; sees to the last steps of an upload that a crash has left with all its bytes. Throws `no_space` where
   * the rest has no room: senders ask this before they send.
   */
  reached: (video: Video) => Promise<Reached>;
  /** The bytes stored, once the last steps are over where these are all: for whom nobody waits. */
  received: (video: Video) => Promise<number>;
  /**
   * Throws `upload_busy` while another request sends. Senders ask this too before they send, so that nobody has to read a
   * refusal while their body leaves.
   */
  takeTurn: (video: Video) => Promise<void>;
  /**
   * Appends a request's body at `offset`; returns how far the upload is then. Breaks it off when its sender has fallen silent,
   * the upload has ended, the rest has no room any more, or `permit` throws a `AppError`.
   */
  append: (video: Video, piece: Piece) => Promise<Reached>;
  /** Cuts off whoever is sending this upload through this process. */
  interrupt: (videoId: string) => Promise<void>;
}

export function createUploadWriting(parts: { run: Run; storage: ObjectStorage }): UploadWriting {
  const { run, storage } = parts;
  const writers = new Map<string, Writer>();
  const completing = new Map<string, Promise<number>>();

  /** What the store has; 0 of an upload of which it knows nothing yet. Writes nothing, or it would be in a writer's way. */
  const stored = async (video: Video): Promise<number> => {
    const key = originalKey(video.id);
    try {
      return await storage.resumable.received(key);
    } catch (error) {
      if (storageCode(error) !== "missing") throw asMediaError(error);
    }
    const whole = await storage.stat(key);
    return whole?.bytes ?? 0;
  };

  /** Sees to the last steps, once for all who come upon the last byte meanwhile. Throws `upload_over` when it was cancelled. */
  const complete = (video: Video): Promise<number> => {
    const running = completing.get(video.id);
    if (running) return running;
    const completion = finish(video).finally(() => completing.delete(video.id));
    completing.set(video.id, completion);
    return completion;
  };

  const finish = async (video: Video): Promise<number> => {
    // Its pieces are gone where it has ended a moment ago.
    await storage.resumable.finish(originalKey(video.id)).catch(failAsMedia);
    const arrived = await run(null, (ctx) => completeUpload(ctx, video.id));
    // Cancelled between its last byte and this: it has become an object behind its removal.
    await clearVideo(parts, video.id);
    if (!arrived) throw mediaError("upload_over");
    return video.bytes;
  };

  const reachedEnd = async (video: Video): Promise<Reached> => {
    const completion = complete(video);
    // Nobody may be waiting when it fails: whoever asks next, or the sweep, begins it anew.
    completion.catch(() => undefined);
    const late = wait(finishPatience, true, { ref: false });
    const finishing = await Promise.race([completion.then(() => false), late]);
    return { received: video.bytes, finishing };
  };

  const reached = async (video: Video): Promise<Reached> => {
    if (video.state !== "receiving") return { received: video.bytes, finishing: false };
    if (completing.has(video.id)) return reachedEnd(video);
    const received = await stored(video);
    if (received === video.bytes) {
      // Whoever has just sent the last byte is still making it durable.
      await writers.get(video.id)?.done;
      return reachedEnd(video);
    }
    await refuseWithoutRoom(storage, video.bytes - received);
    return { received, finishing: false };
  };

  const interrupt = async (videoId: string): Promise<void> => {
    const writer = writers.get(videoId);
    writer?.abort.abort(new Error("Another request took over."));
    await writer?.done;
  };

  /** Lets a sender in whose own earlier connection is open but dead; refuses beside a living one. */
  const waitForTurn = async (videoId: string): Promise<void> => {
    const writer = writers.get(videoId);
    if (!writer) return;
    const before = writer.request.socket.bytesRead;
    const ended = await Promise.race([writer.done.then(() => true), wait(second, false, { ref: false })]);
    if (ended) return;
    if (writer.request.socket.bytesRead !== before || writer.request.isPaused()) {
      throw mediaError("upload_busy", { retryAfterSeconds: 1 });
    }
    await interrupt(videoId);
  };

  const write = async (video: Video, { offset, request, permit }: Piece): Promise<number> => {
    const [key, abort] = [originalKey(video.id), new AbortController()];
    const options = { totalBytes: video.bytes, signal: abort.signal };
    const pour = async () => {
      if (offset === 0) await storage.resumable.begin(key).catch(failAsMedia);
      return (await storage.resumable.append(key, offset, request, options).catch(failAsMedia)).received;
    };
    const look = async () => {
      await permit();
      const received = await storage.resumable.received(key);
      await refuseWithoutRoom(storage, video.bytes - received);
      return received;
    };
    const { promise: done, resolve } = Promise.withResolvers<void>();
    return withLease(run, { videoId: video.id, offset, request, abort, look }, async () => {
      writers.set(video.id, { request, abort, done });
      return pour();
    }).finally(() => {
      if (writers.get(video.id)?.done === done) writers.delete(video.id);
      resolve();
    });
  };

  return {
    find: (actor, videoId) =>
      run(actor, async (ctx) => {
        const video = await ownVideo(ctx.tx, actor.id, videoId);
        // What a form brought has no subject yet and is no resumable upload.
        if (!video || video.subject === null) throw mediaError("upload_unknown");
        if (video.state === "deleted") throw mediaError("upload_over");
        return video;
      }),

    reached,

    received: async (video) => {
      const { received, finishing } = await reached(video);
      return finishing ? complete(video) : received;
    },

    takeTurn: async ({ id: videoId }) => {
      await waitForTurn(videoId);
      if (await run(null, (ctx) => hasWriter(ctx.tx, { videoId, now: ctx.now }))) {
        throw mediaError("upload_busy", { retryAfterSeconds: 2 });
      }
    },

    append: async (video, piece) => {
      if (video.state !== "receiving") throw mediaError("upload_over");
      await waitForTurn(video.id);
      const before = await stored(video);
      if (piece.offset !== before) throw mediaError("upload_offset");
      if (before === video.bytes) return reachedEnd(video);
      await refuseWithoutRoom(storage, video.bytes - before);
      const now = await write(video, piece);
      return now === video.bytes ? reachedEnd(video) : { received: now, finishing: false };
    },

    interrupt,
  };
}

function failAsMedia(error: unknown): never {
  throw asMediaError(error);
}
