import type { AdapterError } from "#core/adapter-error.ts";

import { holdVideo } from "../hold-video.ts";
import { refuseVideo } from "../preparing.ts";
import { type Settled, settleLiving } from "../reconciling/settle.ts";
import { storageCode } from "../storage-failures.ts";
import { findVideo, takeBackAttempt } from "../store/videos.ts";
import type { Video } from "../tables.ts";
import type { MediaJobParts } from "./parts.ts";

/** Failures that are to be tried again and say nothing about the file: the server stops, the store is away. */
const outside = new Set(["stopped", "unavailable", "busy", "broken_off"]);
/** The system's words for a machine that has no room, no memory or no more open files. */
const exhausted = new Set(["ENOSPC", "EDQUOT", "EROFS", "ENOMEM", "EAGAIN", "EMFILE", "ENFILE"]);

/**
 * Does a counted piece of preparation; one that ends well is taken back. A failure that lies in the file refuses the
 * video with its sentence; one that lies outside is not counted; all but the first kind are thrown, so that the queue
 * tries again. Nothing happens when the video was deleted meanwhile.
 */
export async function attempt(
  { run, storage }: Pick<MediaJobParts, "run" | "storage">,
  video: Video,
  work: () => Promise<void>,
): Promise<void> {
  const forgive = () => run(null, (ctx) => takeBackAttempt(ctx.tx, video.id));
  try {
    await work();
    await forgive();
  } catch (error) {
    const now = await run(null, (ctx) => findVideo(ctx.tx, video.id));
    if (now?.state !== "preparing" && now?.state !== "ready") return;
    if (storageCode(error) === "missing") {
      const settled = await run(null, async (ctx) => {
        const held = await holdVideo(ctx, video.id, ["preparing", "ready"]);
        return held && settleLiving(ctx, storage, held);
      }).catch((): Settled => "away");
      if (settled === "lost") return;
      if (settled === "away") await forgive();
    } else if (isAdapterError(error)) {
      if (error.kind === "permanent") {
        await run(null, (ctx) => refuseVideo(ctx, video.id, error.message));
        return;
      }
      if (error.kind === "needs-user" || outside.has(error.code)) {
        await forgive();
      }
    } else if (error instanceof Error && "code" in error && exhausted.has(String(error.code))) {
      await forgive();
    }
    throw error;
  }
}

/** Work that a video can be watched without asks this often whether it still can, in milliseconds. */
const askEvery = 2000;

/**
 * Does work that a video can be watched without: what can never succeed is noted, and not tried again. Stops it when the
 * video is deleted, whose bytes would stay on the disk for as long as they are read.
 */
export async function attemptExtra(
  { run, log }: Pick<MediaJobParts, "run" | "log">,
  { videoId, signal }: { videoId: string; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const gone = new AbortController();
  const ask = async () => {
    const video = await run(null, (ctx) => findVideo(ctx.tx, videoId));
    if (video?.state !== "ready") gone.abort();
  };
  // What could not be asked is asked the next time.
  const asking = setInterval(() => void ask().catch(() => undefined), askEvery);
  try {
    await work(AbortSignal.any([signal, gone.signal]));
  } catch (error) {
    if (gone.signal.aborted) return;
    if (!isAdapterError(error) || error.kind !== "permanent") throw error;
    log.info({ videoId, err: error }, "A video does without something that can't be made of it.");
  } finally {
    clearInterval(asking);
  }
}

function isAdapterError(error: unknown): error is AdapterError {
  return error instanceof Error && "kind" in error && "code" in error;
}
