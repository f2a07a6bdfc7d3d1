import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";

import type { Sessions } from "./sessions.ts";
import type { Videos } from "./videos.ts";

const bufferBytes = 1_048_576;
/** Length of the parts that `processingProgress` counts. */
const partBytes = 16 * bufferBytes;

export interface Progress {
  partsTotal: number;
  partsProcessed: number;
}

export type Processing = ReturnType<typeof createProcessing>;

/**
 * Processes videos one after the other: syncs the bytes to disk and reads
 * them to compute the SHA-256. Pauses while an upload is running, so that it does not slow uploads down.
 */
export function createProcessing(videos: Videos, sessions: Sessions, logFailure: (error: unknown) => void) {
  const waiting: string[] = [];
  const progress = new Map<string, Progress>();
  let running: Promise<void> | undefined;
  let stopped = false;
  let uploads = 0;
  let wake = () => {};
  let idle = Promise.resolve();

  async function processVideo(id: string): Promise<void> {
    const video = videos.find(id);
    if (!video || video.sha256 !== undefined) return;
    const file = sessions.filePath(video.sessionId);
    const handle = await open(file, "r+");
    await handle.datasync().finally(() => handle.close());
    const partsTotal = Math.max(1, Math.ceil(video.size / partBytes));
    const hash = createHash("sha256");
    let read = 0;
    for await (const chunk of createReadStream(file, { highWaterMark: bufferBytes })) {
      await idle;
      if (stopped) return;
      hash.update(chunk);
      read += chunk.length;
      progress.set(id, { partsTotal, partsProcessed: Math.floor(read / partBytes) });
    }
    videos.recordSha256(id, hash.digest("hex"));
  }

  async function run(): Promise<void> {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      await idle;
      if (stopped) break;
      await processVideo(id).catch((error: unknown) => {
        if (videos.find(id)) logFailure(error);
      });
      progress.delete(id);
    }
    running = undefined;
  }

  function enqueue(id: string): void {
    waiting.push(id);
    running ??= run();
  }

  for (const video of videos.all().toReversed()) {
    if (video.sha256 === undefined) enqueue(video.id);
  }

  return {
    enqueue,
    findProgress: (id: string): Progress | undefined => progress.get(id),
    /** Pauses processing; call the result when the upload has ended. */
    hold(): () => void {
      uploads += 1;
      if (uploads === 1) {
        idle = new Promise((resolve) => {
          wake = resolve;
        });
      }
      return () => {
        uploads -= 1;
        if (uploads === 0) wake();
      };
    },
    /** Waits for uploads that are ending, then for the current video. */
    async stop(): Promise<void> {
      stopped = true;
      await idle;
      await running;
    },
  };
}
